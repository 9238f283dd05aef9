"""One line that says how far a run has come: in a terminal, or in a notebook."""

from __future__ import annotations

import sys
import time


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


def progress_line(wanted: bool) -> _Line | None:
    """What shows progress here, if anything does."""
    if not wanted:
        return None
    if _in_notebook():
        return _NotebookLine()
    return _Line() if sys.stderr is not None and sys.stderr.isatty() else None
