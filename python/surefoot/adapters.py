"""Simulators written for other packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ._simulator import Simulator


def _as_array(values: Any) -> np.ndarray:
    return np.asarray(values.detach() if hasattr(values, "detach") else values, dtype=float)


def box_of(prior: Any, samples: int = 10_000) -> np.ndarray:
    """Lower and upper ends of a box that holds a prior, p x 2.

    A uniform prior of sbi or PyTorch says its own ends; of others, with ``sample`` (PyTorch) or
    ``rvs`` (SciPy), the range of many samples, a tenth wider, is taken.
    """
    base = getattr(prior, "base_dist", prior)
    if hasattr(base, "low") and hasattr(base, "high"):
        return np.stack([_as_array(base.low).ravel(), _as_array(base.high).ravel()], axis=1)
    if hasattr(prior, "sample"):
        drawn = _as_array(prior.sample((samples,)))
    elif hasattr(prior, "rvs"):
        drawn = _as_array(prior.rvs(size=samples, random_state=0))
    else:
        raise TypeError(f"prior must have sample or rvs, but {type(prior).__name__} has neither")
    drawn = drawn.reshape(samples, -1)
    lower, upper = drawn.min(axis=0), drawn.max(axis=0)
    room = 0.05 * (upper - lower)
    return np.stack([lower - room, upper + room], axis=1)


class _Seeded:
    """Calls a function that draws from global generators as if they had been seeded for it."""

    def __init__(self, simulator: Callable[[Any], Any]) -> None:
        self._simulator = simulator
        self.__name__ = getattr(simulator, "__name__", "own")

    def __call__(self, theta: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
        import sys

        seed = int(rng.integers(2**32))
        thetas = np.repeat(theta[np.newaxis], size, axis=0)
        state = np.random.get_state()
        np.random.seed(seed)
        torch = sys.modules.get("torch")
        try:
            if torch is None:
                return _as_array(self._simulator(thetas)).reshape(size, -1)
            with torch.random.fork_rng(devices=[]):
                torch.manual_seed(seed)
                tensor = torch.from_numpy(thetas).to(torch.get_default_dtype())
                return _as_array(self._simulator(tensor)).reshape(size, -1)
        finally:
            np.random.set_state(state)


def from_sbi(simulator: Callable[[Any], Any], prior: Any, dimension: int = 1, *,
             names: Sequence[str] | None = None) -> Simulator:
    """A simulator of the sbi kind: ``simulator(theta[batch, p])`` gives one observation a row.

    Parameters
    ----------
    simulator : callable
        Its random numbers come from PyTorch's or NumPy's global generator,
        which is seeded for each call and put back.
    prior : object
        Sets the box of the parameters (`box_of`).  It is not used as a prior:
        the method has none on the parameters.
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
        raise ValueError(f"names must be {len(box)}, as the prior has, but are {len(names)}")
    parameters = {name: (lower, upper) for name, (lower, upper) in zip(names, box)}
    return Simulator(_Seeded(simulator), parameters, dimension, noise=None)
