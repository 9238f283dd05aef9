"""Priors of other packages: the box that holds one, and what of it the bootstrap can use."""

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ._errors import WrongTypeError

_SAMPLES = 10_000  # whose range is taken for a box
_FAR = 6.0  # standard deviations of a normal prior inside its box


def as_array(values: Any) -> np.ndarray:
    return np.asarray(values.detach() if hasattr(values, "detach") else values, dtype=float)


def is_prior(thing: Any) -> bool:
    """Whether it is a distribution, or several, rather than the text or dict of a setting."""
    if isinstance(thing, (list, tuple)):
        return bool(thing) and all(is_prior(part) for part in thing)
    return any(hasattr(thing, name) for name in ("sample", "rvs", "low", "dists"))


def takes_tensors(prior: Any) -> bool:
    """Whether who made it works with PyTorch: then so does its simulator."""
    parts = [*_parts(prior), prior]
    modules = {type(part).__module__.partition(".")[0] for part in parts}
    return bool(modules & {"torch", "sbi"}) or any(
        hasattr(getattr(_base(part), "low", None), "detach") for part in parts)


@contextlib.contextmanager
def seeded(seed: int) -> Iterator[None]:
    """The global generators of NumPy and PyTorch as if just seeded; afterwards as they were."""
    state = np.random.get_state()
    np.random.seed(seed)
    torch = sys.modules.get("torch")
    try:
        if torch is None:
            yield
        else:
            with torch.random.fork_rng(devices=[]):
                torch.manual_seed(seed)
                yield
    finally:
        np.random.set_state(state)


def _base(prior: Any) -> Any:
    return getattr(prior, "base_dist", prior)


def _parts(prior: Any) -> list[Any]:
    """The independent distributions that a prior is put together from, as in sbi."""
    parts = prior if isinstance(prior, (list, tuple)) else getattr(prior, "dists", None)
    if parts is not None and len(parts) == 0:
        raise WrongTypeError("prior must be a distribution, or a list of these, but the list is "
                             "empty")
    return [prior] if parts is None else list(parts)


def _drawn(prior: Any) -> np.ndarray:
    if hasattr(prior, "sample"):
        with seeded(0):
            return as_array(prior.sample((_SAMPLES,))).reshape(_SAMPLES, -1)
    if hasattr(prior, "rvs"):
        return as_array(prior.rvs(size=_SAMPLES, random_state=0)).reshape(_SAMPLES, -1)
    raise WrongTypeError("prior must be a distribution with sample (PyTorch), rvs (SciPy) or low "
                         f"and high, or a list of these, but is {type(prior).__name__}")


def _support(prior: Any, width: int) -> np.ndarray:
    """Where a prior says that it ends, p x 2; infinite where it does not."""
    support = getattr(prior, "support", None)
    if inspect.ismethod(support):  # SciPy's; PyTorch has a constraint there
        lower, upper = support()
    else:
        support = getattr(support, "base_constraint", support)
        lower = getattr(support, "lower_bound", -np.inf)
        upper = getattr(support, "upper_bound", np.inf)
    ends = [np.broadcast_to(as_array(end).ravel(), (width,)) for end in (lower, upper)]
    return np.stack(ends, axis=1)


def _normals(prior: Any) -> np.ndarray | None:
    """Means and standard deviations of a prior that is normal in each parameter, p x 2."""
    base = _base(prior)
    kind = type(base).__name__
    if kind == "Normal" and hasattr(base, "loc"):
        return np.stack([as_array(base.loc).ravel(), as_array(base.scale).ravel()], axis=1)
    if kind == "MultivariateNormal":
        variances = as_array(base.covariance_matrix)
        if np.count_nonzero(variances - np.diag(np.diag(variances))) == 0:
            return np.stack([as_array(base.loc), np.sqrt(np.diag(variances))], axis=1)
    if getattr(getattr(prior, "dist", None), "name", None) == "norm":
        return np.array([[float(prior.mean()), float(prior.std())]])
    return None


def is_uniform(prior: Any) -> bool:
    base = _base(prior)
    return (hasattr(base, "low") and hasattr(base, "high")) \
        or getattr(getattr(prior, "dist", None), "name", None) == "uniform"


def _box(prior: Any) -> np.ndarray:
    base = _base(prior)
    if hasattr(base, "low") and hasattr(base, "high"):
        return np.stack([as_array(base.low).ravel(), as_array(base.high).ravel()], axis=1)
    normals = _normals(prior)
    if normals is not None:
        return normals[:, :1] + _FAR * normals[:, 1:] * np.array([-1.0, 1.0])
    if is_uniform(prior):  # SciPy's
        return np.array([prior.support()], dtype=float)
    drawn = _drawn(prior)
    lower, upper = drawn.min(axis=0), drawn.max(axis=0)
    room = 0.05 * (upper - lower)
    ends = _support(prior, drawn.shape[1])
    return np.stack([np.maximum(lower - room, ends[:, 0]), np.minimum(upper + room, ends[:, 1])],
                    axis=1)


def box_of(prior: Any) -> np.ndarray:
    """Lower and upper ends of a box that holds a prior, p x 2.

    A uniform prior of sbi, PyTorch or SciPy says its own ends; a normal one reaches six standard
    deviations; of others, with ``sample`` (PyTorch) or ``rvs`` (SciPy), the range of many samples,
    a tenth wider, is taken, inside of their support.  A list of distributions has one for each
    parameter.
    """
    return np.concatenate([_box(part) for part in _parts(prior)])


def setting_of(prior: Any, names: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The setting `prior` for what is normal, and the parameters of whose prior only the box is
    used.  A uniform prior is its box."""
    setting: dict[str, str] = {}
    unused: list[str] = []
    at = 0
    for part in _parts(prior):
        normals, width = _normals(part), len(_box(part))
        here = list(names[at:at + width])
        if normals is not None:
            setting.update((name, f"normal:{float(mean)!r}:{float(sd)!r}")
                           for name, (mean, sd) in zip(here, normals))
        elif not is_uniform(part):
            unused += here
        at += width
    return setting, unused
