"""Draws by the workers of an executor: processes of this machine, or of a cluster."""

from __future__ import annotations

import atexit
import concurrent.futures
import hashlib
import logging
import pickle
import threading
import uuid
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _core
from ._data import Table
from ._errors import InternalError, MissingPackageError, WrongTypeError

_log = logging.getLogger("surefoot")

_MOST_CHUNKS = 256  # of a run: many, so that workers that are done early have something to do

# What a worker sends: the identity of its run, and draws.
_Brought = tuple[list[tuple[str, str]], list[bytes]]


def pack(table: Table, model: Any, keywords: dict[str, Any]) -> bytes:
    """What a worker needs to make draws of a run."""
    try:
        import cloudpickle
    except ImportError:
        raise MissingPackageError("executor needs cloudpickle, by which simulators travel: "
                                  "pip install cloudpickle") from None
    try:
        return cloudpickle.dumps((table, model, keywords))
    except (TypeError, ValueError, AttributeError, pickle.PicklingError) as error:
        raise WrongTypeError("executor needs a model and settings that can travel to another "
                             f"process, but cloudpickle says: {error}") from error


class Helpers:
    """Has an executor make the draws that a run asks for."""

    def __init__(self, executor: concurrent.futures.Executor, packed: bytes):
        if not callable(getattr(executor, "submit", None)):
            raise WrongTypeError("executor must be a concurrent.futures.Executor, or have its "
                                 f"submit(), but is {type(executor).__name__}")
        self._executor = executor
        self._packed = packed
        # Of this run alone, or a worker would go on with a simulator that has changed since.
        self._key = hashlib.sha256(packed).hexdigest() + uuid.uuid4().hex
        self._futures: set[concurrent.futures.Future[_Brought]] = set()

    def __call__(self, wanted: Sequence[int] | None) -> list[_Brought]:
        """Takes the numbers of draws that are wanted now; gives the draws that are there."""
        for chunk in np.array_split(wanted or [], min(len(wanted or []), _MOST_CHUNKS) or 1):
            if len(chunk):
                self._futures.add(self._executor.submit(
                    draw_some, self._key, self._packed, [int(number) for number in chunk]))
        done = {future for future in self._futures if future.done()}
        self._futures -= done
        return [future.result() for future in done]

    def close(self) -> None:
        for future in self._futures:
            future.cancel()


class _HelpersRun:
    """A run in a worker, which makes the draws that it is given until it is closed."""

    def __init__(self, key: str, packed: bytes):
        self.key = key
        self.crew = _core.HelperCrew()
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(packed,), daemon=True)
        self._thread.start()

    def _run(self, packed: bytes) -> None:
        from ._fit import prepare

        try:
            table, model, keywords = pickle.loads(packed)
            core, answer, config = prepare(table, model, keywords, shared=True)
            if not keywords.get("threads") and (answer is None or answer.rows == 1):
                config.set("threads", "1")  # the other cores are for the other workers
            keeping = _core.Keeping()
            keeping.helper = self.crew
            _core.fit(core, table.values, table.names, config, answer, None, _log.info, None,
                      keeping)
        except BaseException as error:
            self.error = error
        finally:
            self.crew.close()

    def draws(self, numbers: list[int]) -> _Brought:
        self.crew.give(numbers)
        made: list[bytes] = []
        while len(made) < len(numbers):
            identity, some = self.crew.take(0.1)
            made += some
            if not some and not self._thread.is_alive():
                raise self.error or InternalError("the run of this worker has ended")
        return identity, made

    def close(self) -> None:
        self.crew.close()
        self._thread.join()


_run: _HelpersRun | None = None
_one_at_a_time = threading.Lock()


def draw_some(key: str, packed: bytes, numbers: list[int]) -> _Brought:
    """Some draws of a run, in a worker.  The search for modes is done for the first of them."""
    global _run
    with _one_at_a_time:
        if _run is None or _run.key != key:
            if _run is not None:
                _run.close()
            _run = _HelpersRun(key, packed)
        return _run.draws(numbers)


@atexit.register
def _close() -> None:
    if _run is not None:
        _run.close()
