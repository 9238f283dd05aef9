"""How far a run has come: one line in a terminal or a notebook, by tqdm where it is installed."""

from __future__ import annotations

import importlib.util
import sys
import time
from typing import Any, Protocol

from ._arguments import as_flag


class ProgressLine(Protocol):
    def __call__(self, done: int, total: int, failed: int, unit: str, calls: int) -> None: ...

    def close(self) -> None: ...


def _describe(done: int, total: int, failed: int, unit: str, calls: int) -> str:
    text = f"surefoot: {done} of {total} {unit}"
    if calls:
        text += f", {calls} calls"
    if failed:
        text += f", {failed} failed"
    return text


def _in_notebook() -> bool:
    if "IPython" not in sys.modules:
        return False
    shell = sys.modules["IPython"].get_ipython()
    return shell is not None and hasattr(shell, "kernel")


class _Line:
    def __init__(self) -> None:
        self._start: float | None = None
        self._unit = ""

    def __call__(self, done: int, total: int, failed: int, unit: str, calls: int) -> None:
        now = time.monotonic()
        if self._start is None or unit != self._unit:
            self._start, self._unit = now, unit  # the search for starts is not drawing
        text = _describe(done, total, failed, unit, calls)
        if 0 < done < total and now > self._start:
            text += f", {(now - self._start) * (total - done) / done:.0f} s left"
        self._show(text)

    def _show(self, text: str) -> None:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._start is not None:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class _NotebookLine(_Line):
    def __init__(self) -> None:
        super().__init__()
        self._display = None

    def _show(self, text: str) -> None:
        from IPython.display import display

        content = {"text/plain": text}
        if self._display is None:
            self._display = display(content, raw=True, display_id=True)
        else:
            self._display.update(content, raw=True)

    def close(self) -> None:
        pass


class _Bar:
    """A bar of tqdm for each stage of a run."""

    def __init__(self, bar: Any) -> None:
        self._make = bar
        self._bar: Any = None
        self._unit = ""

    def __call__(self, done: int, total: int, failed: int, unit: str, calls: int) -> None:
        if self._bar is None or unit != self._unit:
            self.close()
            self._bar = self._make(total=total, desc="surefoot", unit=f" {unit}", leave=False)
            self._unit = unit
        self._bar.total = total
        self._bar.update(done - self._bar.n)
        told = {name: count for name, count in (("calls", calls), ("failed", failed)) if count}
        if told:
            self._bar.set_postfix(told)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _has(package: str) -> bool:
    """Whether it is installed; None in its place in sys.modules says that it is not."""
    if package in sys.modules:
        return sys.modules[package] is not None
    return importlib.util.find_spec(package) is not None


def progress_line(wanted: bool) -> ProgressLine | None:
    """What shows progress here, if anything does."""
    if not as_flag(wanted, "progress"):
        return None
    if _in_notebook():
        if _has("tqdm") and _has("ipywidgets"):  # without which tqdm's bars are lines of text
            from tqdm.notebook import tqdm

            return _Bar(tqdm)
        return _NotebookLine()
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    if _has("tqdm"):
        from tqdm import tqdm

        return _Bar(tqdm)
    return _Line()
