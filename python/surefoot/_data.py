"""Observations as the library takes them."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._arguments import as_flag
from ._errors import DataError, WrongTypeError

_log = logging.getLogger("surefoot")


def as_words(columns: Any) -> list[str]:
    """Names or numbers of columns as the command line has them."""
    if isinstance(columns, str):
        return columns.split(",")
    if isinstance(columns, np.ndarray):
        columns = np.atleast_1d(columns)
    words = []
    for entry in columns if isinstance(columns, Iterable) else [columns]:
        if isinstance(entry, (bool, np.bool_)) or not isinstance(entry, (str, int, np.integer)):
            raise WrongTypeError("columns must be names or numbers from 1, but one is "
                                 f"{type(entry).__name__}")
        words.append(str(entry))
    if not words:
        raise DataError("columns must be at least one, but are none")
    return words


def _take_columns(data: Any, columns: Any) -> Any:
    """The columns wanted of a table with or without names; what the others hold does not matter."""
    words = as_words(columns)
    if hasattr(data, "iloc") and hasattr(data, "columns"):  # pandas
        labels = list(data.columns)
        names = [] if labels == list(range(len(labels))) else [str(label) for label in labels]
        return data.iloc[:, _core.choose_columns(len(labels), names, words)]
    if not isinstance(data, np.ndarray):
        data = _with_masks(data)
    if data.dtype.names:
        names = list(data.dtype.names)
        taken = _core.choose_columns(len(names), names, words)
        return data[[names[k] for k in taken]]
    if data.ndim == 1:
        data = data[:, np.newaxis]
    if data.ndim != 2:
        return data  # refused for its shape
    return data[:, _core.choose_columns(data.shape[1], [], words)]


def _with_masks(data: Any) -> np.ndarray:
    """As an array, masked if the data or some row of them is."""
    rows = data if isinstance(data, (list, tuple)) else ()
    masked = any(isinstance(part, np.ma.MaskedArray) for part in (data, *rows))
    try:
        array = np.ma.asarray(data) if masked else np.asarray(data)
    except ValueError:  # rows of several lengths
        raise DataError("data must be a table of numbers, but have rows of several lengths, or no "
                        "numbers at all") from None
    if array.dtype.names:  # one number in each field
        stack = np.ma.stack if masked else np.stack
        array = stack([array[name] for name in array.dtype.names], axis=-1)
    return array


@dataclass(frozen=True)
class Table:
    """Observations, and what their columns are called; nothing if nobody said."""

    values: np.ndarray
    names: list[str]


def _names(data: Any, columns: Any) -> list[str]:
    """Those of a DataFrame, Series or structured array."""
    if hasattr(data, "iloc") and hasattr(data, "columns"):
        labels = list(data.columns)
        names = [] if labels == list(range(len(labels))) else [str(label) for label in labels]
    elif hasattr(data, "iloc") and hasattr(data, "name"):
        names = [] if data.name is None else [str(data.name)]
    else:
        names = list(getattr(getattr(data, "dtype", None), "names", None) or [])
    if columns is None or not names:
        return names
    return [names[k] for k in _core.choose_columns(len(names), names, as_words(columns))]


def as_table(data: Any, columns: Any = None, drop_nonfinite: bool = False) -> Table:
    values = as_observations(data, columns, drop_nonfinite)
    return Table(values, _names(data, columns))


def as_observations(data: Any, columns: Any = None, drop_nonfinite: bool = False) -> np.ndarray:
    """A table of doubles, one observation a row; copied only if it is not one already."""
    as_flag(drop_nonfinite, "drop_nonfinite")
    if isinstance(data, (str, os.PathLike)):
        raise DataError("data must be numbers, not the name of a file: "
                        f"surefoot.fit(pandas.read_csv({os.fspath(data)!r}), ...) reads one")
    array = _with_masks(data if columns is None else _take_columns(data, columns))
    if array.dtype.kind not in "fiub":
        raise DataError(f"data must be real numbers, but have type {array.dtype}")
    if array.ndim == 1:
        array = array[:, np.newaxis]
    if array.ndim != 2:
        raise DataError(f"data must have one observation a row, so one or two dimensions, "
                        f"but have {array.ndim}")
    if array.size == 0:
        raise DataError("there are no observations")
    masked = np.asarray(np.ma.getmaskarray(array).any(axis=1))
    if masked.any() and not drop_nonfinite:
        raise DataError(f"data have a masked value in row {int(np.argmax(masked)) + 1}: "
                        "drop_nonfinite=True leaves such rows out")
    table = np.ascontiguousarray(np.ma.getdata(array), dtype=np.float64)
    bad = np.asarray(masked | ~np.isfinite(table).all(axis=1))
    return _without(table, bad) if drop_nonfinite else table


def _without(table: np.ndarray, bad: np.ndarray) -> np.ndarray:
    """The rows that are not bad, told in the words of the command line."""
    count = int(bad.sum())
    if count == 0:
        return table
    if count == len(table):
        raise DataError(f"data must hold at least 1 observation, but all {count} rows have a "
                        "value that is missing or not finite")
    _log.info("data: %d row%s with missing or non-finite values left out", count,
              "" if count == 1 else "s")
    return np.ascontiguousarray(table[~bad])
