"""Observations as the library takes them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np


def as_observations(data: Any) -> np.ndarray:
    """A table of doubles, one observation a row; copied only if it is not one already."""
    array = np.asarray(data)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"data must be real numbers, but have type {array.dtype}")
    if array.ndim == 1:
        array = array[:, np.newaxis]
    if array.ndim != 2:
        raise ValueError(f"data must have one observation a row, so one or two dimensions, "
                         f"but have {array.ndim}")
    if array.size == 0:
        raise ValueError("there are no observations")
    return np.ascontiguousarray(array, dtype=np.float64)


def as_whole(value: Any, name: str, lower: int, upper: int) -> int:
    """A whole number; an error says what it must be."""
    try:
        number = operator.index(value)
    except TypeError:
        number = lower - 1
    if not lower <= number <= upper:
        raise ValueError(f"{name} must be a whole number between {lower} and {upper}, "
                         f"but is {value!r}")
    return number


def as_seed(value: Any) -> int:
    return as_whole(value, "seed", 0, 2**64 - 1)


def as_count(value: Any) -> int:
    """How many observations to simulate; more do not fit into the memory of most machines."""
    return as_whole(value, "observations", 1, 100_000_000)
