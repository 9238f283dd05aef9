"""Observations as the library takes them."""

from __future__ import annotations

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
