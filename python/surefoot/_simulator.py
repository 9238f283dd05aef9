"""Simulators that are written in Python."""

from __future__ import annotations

import difflib
import pickle
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import _core
from ._arguments import as_flag, as_number, as_whole
from ._errors import UsageError, WrongTypeError
from ._evaluators import Evaluator, Shapes, make_evaluator
from ._trial import check_jacobian, try_out, with_differences
from ._warnings import SurefootWarning

_KINDS = ("normal", "uniform")
_SCALES = ("identity", "log", "logit")
_MOST = 1_000_000  # columns, or parameters at once


def _box(name: str, box: Sequence[Any]) -> tuple[str, float, float, str]:
    if not isinstance(name, str):
        raise WrongTypeError(f"the name of a parameter must be text, but is {name!r}")
    if isinstance(box, str) or not hasattr(box, "__len__") or not 2 <= len(box) <= 3:
        raise UsageError(f"parameter {name!r} must be (lower, upper) or (lower, upper, \"log\"), "
                         f"but is {box!r}")
    lower, upper, scale = (*box, "identity")[:3]
    if scale not in _SCALES:
        near = difflib.get_close_matches(scale, _SCALES, n=1) if isinstance(scale, str) else []
        raise UsageError(f"the scale of parameter {name!r} must be one of {', '.join(_SCALES)}, "
                         f"but is {scale!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    ends = (as_number(end, f"each end of the box of parameter {name!r}") for end in (lower, upper))
    return name, *ends, scale


def _latents(noise: str | Sequence[str] | None, dimension: int | None, columns: int) -> list[str]:
    if noise is None:
        if dimension:
            raise UsageError("noise_dimension says how many random numbers `noise` has, but noise "
                             "is None")
        return []
    if dimension is not None:
        dimension = as_whole(dimension, "noise_dimension", 0, _MOST)
    if not isinstance(noise, Sequence):
        raise WrongTypeError("noise must be \"normal\", \"uniform\", a list of these or None, but "
                             f"is {noise!r}")
    kinds = [noise] * (columns if dimension is None else dimension) if isinstance(noise, str) \
        else list(noise)
    for kind in kinds:
        if kind not in _KINDS:
            raise UsageError(f"noise must be \"normal\", \"uniform\", a list of these or None, "
                             f"but is {noise!r}")
    if not kinds:
        raise UsageError("noise_dimension must be positive; a simulator that makes its own noise "
                         "has noise=None")
    if dimension is not None and len(kinds) != dimension:
        raise UsageError(f"noise has {len(kinds)} entries, but noise_dimension is {dimension}")
    return kinds


class Simulator:
    """A simulator that is a Python function.

    Parameters
    ----------
    simulate : callable
        ``simulate(theta, noise)`` turns p parameters and an m x q array of
        random numbers into m observations, an m x d array (or m values if d is
        1).  With ``noise=None`` it is ``simulate(theta, size, rng)`` and takes
        its random numbers from `rng`, a NumPy generator.
    parameters : dict
        The box of each parameter, ``{"a": (0, 10), "b": (0.1, 10, "log")}``, in
        the order of `theta`; the scale is that of the optimiser.
    dimension : int
        Columns of an observation, d.
    noise : {"normal", "uniform"}, sequence of these, or None
        What the random numbers are; a sequence says it for each column.
    noise_dimension : int, optional
        Columns of `noise`, q: random numbers behind one observation.  Unless
        given as many as an observation has columns.
    batched : bool
        Whether `simulate` takes many parameters at once: thetas [K, p] and
        noise [K, m, q] to observations [K, m, d].  Row k may depend on theta k
        and noise k alone.
    jacobian : callable, "auto", "differences" or None
        ``jacobian(theta, noise)``: how the observations move with theta, an
        array [m, d, p].  "differences" finds that by small steps of theta with
        the same noise; "auto" does so if the observations are seen to move
        smoothly, unless seeing it takes more than two seconds.  None minimises without derivatives.
    framework : {"auto", "numpy", "jax", "torch"}
        Functions of JAX and PyTorch are recognised by what they return, and
        their derivatives are used.
    batch : int
        How many parameters one call of a batched, JAX or PyTorch simulator is
        given.
    name : str
        What the model is called in summaries and files.

    Notes
    -----
    The function is called on the thread that called `fit`.  All randomness must
    come from `noise` or `rng`: the same arguments must give the same
    observations, which is tried out before a fit.

    >>> import surefoot
    >>> location = surefoot.Simulator(lambda theta, noise: theta[0] + noise, {"mu": (-10, 10)})
    >>> data = surefoot.simulate(location, {"mu": 3.0}, 100, seed=1)
    >>> fit = surefoot.fit(data, location, draws=20, seed=1)
    >>> abs(fit.draws.mean() - 3.0) < 0.5
    np.True_
    """

    def __init__(self, simulate: Callable[..., Any],
                 parameters: Mapping[str, Sequence[Any]], dimension: int = 1, *,
                 noise: str | Sequence[str] | None = "normal", noise_dimension: int | None = None,
                 batched: bool = False, jacobian: Callable[..., Any] | str | None = "auto",
                 framework: str = "auto", batch: int = 16, name: str | None = None) -> None:
        if not callable(simulate):
            raise WrongTypeError(f"simulate must be a function, but is {type(simulate).__name__}")
        if not isinstance(parameters, Mapping):
            raise WrongTypeError("parameters must be a dict, {\"name\": (lower, upper), ...}, "
                                 f"but are {type(parameters).__name__}")
        if not (name is None or isinstance(name, str)):
            raise WrongTypeError(f"name must be text, but is {type(name).__name__}")
        if not isinstance(framework, str) or framework not in ("auto", "numpy", "jax", "torch"):
            raise UsageError(f"framework must be auto, numpy, jax or torch, but is {framework!r}")
        if not (jacobian is None or callable(jacobian)
                or (isinstance(jacobian, str) and jacobian in ("auto", "differences"))):
            raise UsageError("jacobian must be a function, \"auto\", \"differences\" or None, but "
                             f"is {jacobian!r}")
        batched = as_flag(batched, "batched")
        if noise is None and (batched or callable(jacobian) or jacobian == "differences"):
            raise UsageError("batched and jacobian go with simulate(theta, noise), but noise is "
                             "None")
        self.simulate = simulate
        self.parameters = dict(parameters)
        self.dimension = as_whole(dimension, "dimension", 1, _MOST)
        self.latents = _latents(noise, noise_dimension, self.dimension)
        self.batched = batched
        self.jacobian = jacobian
        self.framework = framework
        self.batch = as_whole(batch, "batch", 1, _MOST)
        self.name = name or getattr(simulate, "__name__", "own").replace("<lambda>", "own")
        self._boxes = [_box(parameter, box) for parameter, box in self.parameters.items()]
        _core.own_model(self.name, self._boxes, self.dimension, self.latents, False, 1)
        self._evaluators: dict[str, Evaluator] = {}

    def __repr__(self) -> str:
        return f"Simulator({self.name}, parameters={', '.join(self.parameters)})"

    def __getstate__(self) -> dict[str, Any]:
        """Without what is made when it is first used, which a framework may have compiled."""
        return {**self.__dict__, "_evaluators": {}}

    def _evaluator(self, way: str) -> Evaluator:
        """What answers the simulator in a fit whose embeddings are computed in this way.

        One that is emulated has no use for derivatives, and a slow simulator no calls to spare:
        it is likely to be emulated where that is open (auto).
        """
        if "emulated" not in self._evaluators:
            shapes = Shapes(tuple(self.parameters), self.dimension, len(self.latents))
            plain = make_evaluator(self, shapes)
            try_out(self, plain, shapes)
            self._evaluators["emulated"] = plain
        if way not in self._evaluators:
            plain = self._evaluators["emulated"]
            check_jacobian(self, plain)
            self._evaluators[way] = with_differences(self, plain, spare_slow=way == "auto")
        return self._evaluators[way]

    def _core_model(self, way: str = "auto") -> tuple[_core.Model, Evaluator]:
        """A model of its own for each fit, so that fits can run side by side."""
        evaluator = self._evaluator(way)
        return core_model(evaluator), evaluator


def core_model(evaluator: Evaluator) -> _core.Model:
    """The library's model of a simulator that this answers."""
    own = evaluator.simulator
    return _core.own_model(own.name, own._boxes, own.dimension, own.latents,
                           evaluator.differentiable, evaluator.rows)


def pack(simulator: Simulator) -> bytes | None:
    """The simulator as bytes: by pickle or, where that cannot and it is installed, cloudpickle."""
    try:
        return pickle.dumps(simulator)
    except Exception as error:  # whatever the functions inside raise
        reason = error
    try:
        import cloudpickle

        return cloudpickle.dumps(simulator)
    except ImportError:
        pass
    except Exception as error:
        reason = error
    warnings.warn(f"the fit is pickled without its simulator {simulator.name}, which cannot be "
                  f"({reason}): predict will need it as model=", SurefootWarning, stacklevel=3)
    return None
