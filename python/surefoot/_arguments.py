"""Arguments as they must be; an error says which one is not, what it must be and what it is."""

from __future__ import annotations

import operator
import os
import pathlib
from typing import Any

import numpy as np

from ._errors import UsageError, WrongTypeError


def as_whole(value: Any, name: str, lower: int, upper: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = lower - 1
    if not lower <= number <= upper:
        raise UsageError(f"{name} must be a whole number between {lower} and {upper}, "
                         f"but is {value!r}")
    return number


def as_count(value: Any, name: str = "observations") -> int:
    """How many of something; more do not fit into the memory of most machines."""
    return as_whole(value, name, 1, 100_000_000)


def as_seed(value: Any) -> int:
    return as_whole(value, "seed", 0, 2**64 - 1)


def as_number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"{name} must be a number, but is {value!r}") from None


def as_flag(value: Any, name: str) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise WrongTypeError(f"{name} must be True or False, but is {value!r}")
    return bool(value)


def as_path(value: Any, name: str) -> pathlib.Path:
    """The path of a file."""
    if not isinstance(value, (str, os.PathLike)):
        raise WrongTypeError(f"{name} must be the path of a file, but is {type(value).__name__}")
    return pathlib.Path(value)
