"""How the requests of a fit reach a simulator that is a Python function.

An evaluator is called with a batch, thetas [K, p], noise [K, m, q] and seeds [K], and writes the
observations [K, m, d] and, if that is not None, their derivatives [K, m, d, p].
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ._errors import UsageError, WrongTypeError
from ._frameworks import jax_functions, torch_functions
from ._warnings import SurefootWarning

if TYPE_CHECKING:
    from ._simulator import Simulator


class Evaluator(Protocol):
    simulator: Simulator
    rows: int  # that one call can answer
    differentiable: bool

    def __call__(self, thetas: np.ndarray, noise: np.ndarray, seeds: np.ndarray, y: np.ndarray,
                 jacobian: np.ndarray | None) -> None: ...


@dataclass(frozen=True)
class Shapes:
    """What a simulator said of itself."""

    parameters: tuple[str, ...]
    dimension: int
    latents: int

    def values(self, result: Any, shape: tuple[int, ...], who: str = "simulate") -> np.ndarray:
        """The result as an array of this shape; an error says what is wrong with it."""
        if isinstance(result, np.ma.MaskedArray):  # what is masked is not a number
            result = np.ma.filled(result.astype(float), np.nan)
        try:
            array = np.asarray(result)
        except ValueError:  # rows of several lengths
            raise WrongTypeError(f"{who} must return an array of real numbers, but returned "
                                 f"{type(result).__name__} with rows of several lengths") from None
        if array.dtype.kind not in "fiub":
            raise WrongTypeError(f"{who} must return an array of real numbers, but returned "
                                 + (f"{type(result).__name__}" if array.dtype == object
                                    else f"numbers of type {array.dtype}"))
        if array.shape == shape:
            return array
        if self.dimension == 1 and who == "simulate" and array.shape == shape[:-1]:
            return array[..., np.newaxis]
        named = "observations x dimension" if len(shape) == 2 else "parameters x observations x " \
            "dimension"
        if who == "jacobian":
            named = "observations x dimension x parameters"
        hint = ""
        if who == "simulate" and array.ndim > 1 and array.shape[:-1] == shape[:-1]:
            hint = f": dimension={array.shape[-1]} says that observations have so many columns"
        raise UsageError(f"{who} must return an array of shape {shape} ({named}), but returned "
                         f"shape {array.shape}{hint}")

    def note(self, error: BaseException, theta: np.ndarray, size: int) -> None:
        """Adds to an exception of the user's function where it was called."""
        if hasattr(error, "add_note"):
            at = ", ".join(f"{name}={value:.6g}" for name, value in zip(self.parameters, theta))
            what = f"noise of shape {(size, self.latents)}" if self.latents else f"size {size}"
            error.add_note(f"surefoot: the simulator was called with theta of {len(theta)} values "
                           f"({at}) and {what}")


class OneByOne:
    """A NumPy function of one theta."""

    rows = 1

    def __init__(self, simulator: Simulator, shapes: Shapes) -> None:
        self.simulator = simulator
        self._simulate = simulator.simulate
        self._jacobian = simulator.jacobian if callable(simulator.jacobian) else None
        self._shapes = shapes
        self.differentiable = callable(simulator.jacobian)

    def _call(self, theta: np.ndarray, noise: np.ndarray, seed: int, size: int) -> Any:
        if self._shapes.latents == 0:
            return self._simulate(theta, size, np.random.default_rng(seed))
        return self._simulate(theta, noise)

    def __call__(self, thetas, noise, seeds, y, jacobian) -> None:
        for k, theta in enumerate(thetas):
            try:
                y[k] = self._shapes.values(self._call(theta, noise[k], int(seeds[k]), y.shape[1]),
                                           y.shape[1:])
                if jacobian is not None and self._jacobian is not None:
                    jacobian[k] = self._shapes.values(self._jacobian(theta, noise[k]),
                                                      jacobian.shape[1:], "jacobian")
            except Exception as error:
                self._shapes.note(error, theta, y.shape[1])
                raise


class AllAtOnce:
    """A NumPy function of many thetas; derivatives, if any, are of one theta."""

    def __init__(self, simulator: Simulator, shapes: Shapes) -> None:
        self.simulator = simulator
        self.rows = simulator.batch
        self.differentiable = callable(simulator.jacobian)
        self._simulate = simulator.simulate
        self._jacobian = simulator.jacobian if callable(simulator.jacobian) else None
        self._shapes = shapes

    def __call__(self, thetas, noise, seeds, y, jacobian) -> None:
        try:
            y[...] = self._shapes.values(self._simulate(thetas, noise), y.shape)
            if jacobian is not None and self._jacobian is not None:
                for k, theta in enumerate(thetas):
                    jacobian[k] = self._shapes.values(self._jacobian(theta, noise[k]),
                                                      jacobian.shape[1:], "jacobian")
        except Exception as error:
            self._shapes.note(error, thetas[0], y.shape[1])
            raise


class Differentiated:
    """A function whose framework derives and compiles it for a fixed number of thetas.

    Fewer are filled up with the first, so that what a row comes to does not depend on how many
    others there are.
    """

    differentiable = True

    def __init__(self, functions, simulator: Simulator, shapes: Shapes) -> None:
        self.simulator = simulator
        self.rows = simulator.batch
        self._values, self._values_and_slopes = functions
        self._shapes = shapes

    def _filled(self, array: np.ndarray) -> np.ndarray:
        missing = self.rows - len(array)
        return np.concatenate([array, np.repeat(array[:1], missing, 0)]) if missing else array

    def __call__(self, thetas, noise, seeds, y, jacobian) -> None:
        k = len(thetas)
        thetas, noise = self._filled(thetas), self._filled(noise)
        shape = (self.rows, *y.shape[1:])
        try:
            if jacobian is None:
                y[...] = self._shapes.values(self._values(thetas, noise), shape)[:k]
                return
            values, slopes = self._values_and_slopes(thetas, noise)
            y[...] = self._shapes.values(values, shape)[:k]
            jacobian[...] = np.asarray(slopes).reshape(self.rows, *jacobian.shape[1:])[:k]
        except Exception as error:
            self._shapes.note(error, thetas[0], y.shape[1])
            raise


class Differenced:
    """A NumPy function whose derivatives are those of small steps with the same noise."""

    differentiable = True

    def __init__(self, inner: Evaluator, simulator: Simulator, step: float = 1e-6) -> None:
        self._step = step  # of a parameter's size: the cube root of the rounding error
        self.simulator = simulator
        self.rows = inner.rows
        self._inner = inner
        self._lower, self._upper = np.array([box[1:3] for box in simulator._boxes]).T

    def __call__(self, thetas, noise, seeds, y, jacobian) -> None:
        self._inner(thetas, noise, seeds, y, None)
        if jacobian is None:
            return
        for k in range(thetas.shape[1]):
            step = self._step * np.maximum(1.0, np.abs(thetas[:, k]))
            ends, values = [], []
            for sign in (1, -1):
                moved = thetas.copy()
                moved[:, k] = np.clip(moved[:, k] + sign * step, self._lower[k], self._upper[k])
                ends.append(moved[:, k])
                values.append(np.empty_like(y))
                self._inner(moved, noise.copy(), seeds, values[-1], None)
            jacobian[..., k] = (values[0] - values[1]) / (ends[0] - ends[1])[:, None, None]


def _framework_of(simulator: Simulator, theta: np.ndarray, noise: np.ndarray) -> str:
    """What the function is written in, by what it makes of NumPy arrays."""
    if simulator.framework != "auto":
        return simulator.framework
    if noise.size == 0:
        return "numpy"
    if simulator.batched:
        theta, noise = theta[np.newaxis], noise[np.newaxis]
    try:
        returned = simulator.simulate(theta, noise)
    except Exception:
        return "torch" if _is_torch(simulator, theta, noise) else "numpy"
    return type(returned).__module__.partition(".")[0].replace("jaxlib", "jax")


def _is_torch(simulator: Simulator, theta: np.ndarray, noise: np.ndarray) -> bool:
    import sys

    torch = sys.modules.get("torch")
    if torch is None:
        return False
    try:
        returned = simulator.simulate(torch.from_numpy(theta), torch.from_numpy(noise))
    except Exception:
        return False
    return isinstance(returned, torch.Tensor)


def make_evaluator(simulator: Simulator, shapes: Shapes) -> Evaluator:
    """The evaluator for a simulator; tries it out to see what it is written in."""
    from ._trial import trial_point

    theta, noise = trial_point(simulator)
    framework = _framework_of(simulator, theta, noise)
    makers = {"jax": jax_functions, "torch": torch_functions}
    if framework in makers and not callable(simulator.jacobian):
        if noise.size == 0:
            raise UsageError(f"framework {framework} goes with simulate(theta, noise), but noise "
                             "is None")
        functions = makers[framework](simulator, theta, noise)
        if functions is not None:
            return Differentiated(functions, simulator, shapes)
        warnings.warn(f"{framework} cannot derive the simulator, so it is minimised without "
                      "derivatives", SurefootWarning, stacklevel=2)
    return (AllAtOnce if simulator.batched else OneByOne)(simulator, shapes)
