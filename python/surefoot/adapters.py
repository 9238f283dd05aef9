"""Simulators written for other packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ._errors import UsageError
from ._priors import as_array, box_of, seeded, takes_tensors
from ._simulator import Simulator

__all__ = ["box_of", "from_sbi"]


class _Seeded:
    """Calls a function that draws from global generators as if they had been seeded for it."""

    def __init__(self, simulator: Callable[[Any], Any], tensors: bool) -> None:
        self._simulator = simulator
        self._tensors = tensors
        self.__name__ = getattr(simulator, "__name__", "own")

    def __call__(self, theta: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
        thetas: Any = np.repeat(theta[np.newaxis], size, axis=0)
        with seeded(int(rng.integers(2**32))):
            if self._tensors:
                import torch

                thetas = torch.from_numpy(thetas).to(torch.get_default_dtype())
            return as_array(self._simulator(thetas)).reshape(size, -1)


def from_sbi(simulator: Callable[[Any], Any], prior: Any, dimension: int = 1, *,
             names: Sequence[str] | None = None) -> Simulator:
    """A simulator of the sbi kind: ``simulator(theta[batch, p])`` gives one observation a row.

    ``surefoot.fit(data, simulator, prior=prior)`` calls this.

    Parameters
    ----------
    simulator : callable
        Its random numbers come from PyTorch's or NumPy's global generator,
        which is seeded for each call and put back.  It is given tensors if
        the prior is of PyTorch or sbi, else arrays.
    prior : object
        A distribution of sbi, PyTorch or SciPy, or a list of these, which sets
        the box of the parameters (`box_of`).
    dimension : int
        Columns of an observation.
    names : sequence of str, optional
        Of the parameters; otherwise theta1, theta2, ...

    >>> import numpy, scipy.stats, surefoot
    >>> def simulator(theta):
    ...     return theta + numpy.random.standard_normal(theta.shape)
    >>> own = surefoot.adapters.from_sbi(simulator, scipy.stats.uniform(-5, 10))
    >>> surefoot.simulate(own, [1.0], 4, seed=1).shape
    (4, 1)
    """
    box = box_of(prior)
    names = [f"theta{k + 1}" for k in range(len(box))] if names is None else list(names)
    if len(names) != len(box):
        raise UsageError(f"names must be {len(box)}, as the prior has, but are {len(names)}")
    parameters = {name: (lower, upper) for name, (lower, upper) in zip(names, box)}
    return Simulator(_Seeded(simulator, takes_tensors(prior)), parameters, dimension, noise=None)
