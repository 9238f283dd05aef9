"""Values and derivatives by JAX and PyTorch, for many thetas at once, in double precision."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from ._errors import WrongTypeError

if TYPE_CHECKING:
    from ._simulator import Simulator


def _of_one(simulator: Simulator):
    """The simulator as a function of one theta that gives [m, d]."""
    dimension = simulator.dimension

    def one(theta, noise):
        y = simulator.simulate(theta[None], noise[None])[0] if simulator.batched \
            else simulator.simulate(theta, noise)
        if not hasattr(y, "ndim"):
            raise WrongTypeError(f"simulate must return an array of real numbers, but returned "
                                 f"{type(y).__name__}")
        return y.reshape(noise.shape[0], 1) if dimension == 1 and y.ndim == 1 else y

    def twice(theta, noise):
        y = one(theta, noise)
        return y, y

    return one, twice


def _functions(values, both):
    """Values alone, and values with slopes, of thetas and noises; `both` gives the slopes first."""
    def values_and_slopes(thetas, noises):
        slopes, y = both(thetas, noises)
        return y, slopes

    return values, values_and_slopes


def _double_precision():
    """Doubles for the time of a call, whatever the user's own setting is."""
    import jax

    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(True)
    from jax.experimental import enable_x64

    return enable_x64()


def jax_functions(simulator: Simulator, theta: np.ndarray, noise: np.ndarray):
    """Compiled when first called; None if JAX cannot follow the function."""
    import jax

    one, twice = _of_one(simulator)
    values = jax.jit(jax.vmap(one))
    both = jax.jit(jax.vmap(jax.jacfwd(twice, has_aux=True)))

    def in_doubles(function, *arrays):
        with _double_precision():
            return function(*(jax.numpy.asarray(array) for array in arrays))

    try:
        in_doubles(lambda t, e: jax.eval_shape(both, t[None], e[None]), theta, noise)
    except (jax.errors.JAXTypeError, jax.errors.JAXIndexError):
        if simulator.framework == "jax":
            raise
        return None

    return _functions(functools.partial(in_doubles, values), functools.partial(in_doubles, both))


def torch_functions(simulator: Simulator, theta: np.ndarray, noise: np.ndarray):
    """None if PyTorch cannot follow the function."""
    import torch

    one, twice = _of_one(simulator)
    values = torch.func.vmap(one)
    both = torch.func.vmap(torch.func.jacfwd(twice, has_aux=True))

    def with_tensors(function, *arrays):
        tensors = [torch.from_numpy(np.ascontiguousarray(array)) for array in arrays]
        result = function(*tensors)
        return [part.detach().numpy() for part in result] if isinstance(result, tuple) \
            else result.detach().numpy()

    try:
        with_tensors(both, theta[np.newaxis], noise[np.newaxis])
    except RuntimeError:
        if simulator.framework == "torch":
            raise
        return None

    return _functions(functools.partial(with_tensors, values),
                      functools.partial(with_tensors, both))
