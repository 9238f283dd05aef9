"""Tries a simulator out before a fit, so that what is wrong with it is said at once."""

from __future__ import annotations

import time
import warnings
from typing import TYPE_CHECKING

import numpy as np

from . import _core
from ._errors import UsageError
from ._evaluators import Differenced, Evaluator, Shapes
from ._warnings import SurefootWarning

if TYPE_CHECKING:
    from ._simulator import Simulator

_FEW = 7  # observations: no other size of a simulator is likely to be the same
_MANY = 1000  # by which derivatives are judged


def trial_point(simulator: Simulator, rows: int = _FEW) -> tuple[np.ndarray, np.ndarray]:
    """The middle of the box, and some noise."""
    core = _core.own_model(simulator.name, simulator._boxes, simulator.dimension,
                           simulator.latents, False, 1)
    rng = np.random.default_rng(1)
    columns = [rng.standard_normal(rows) if kind == "normal" else rng.uniform(size=rows)
               for kind in simulator.latents]
    return np.array(core.middle), np.array(columns).reshape(len(columns), rows).T.copy()


def _call(evaluator: Evaluator, simulator: Simulator, theta: np.ndarray, noise: np.ndarray,
          slopes: bool = False) -> tuple[np.ndarray, np.ndarray | None]:
    y = np.empty((1, max(len(noise), _FEW), simulator.dimension))
    jacobian = np.empty((*y.shape, len(theta))) if slopes else None
    evaluator(theta[np.newaxis].copy(), noise[np.newaxis].copy(), np.array([1], dtype=np.uint64), y,
              jacobian)
    return y[0], None if jacobian is None else jacobian[0]


def check_jacobian(simulator: Simulator, evaluator: Evaluator) -> None:
    """Warns of a jacobian that is wrong, which would only show as draws that do not converge."""
    if not callable(simulator.jacobian):
        return
    theta, noise = trial_point(simulator)
    if np.isnan(_call(evaluator, simulator, theta, noise)[0]).any():
        return
    _, given = _call(evaluator, simulator, theta, noise, slopes=True)
    assert given is not None
    for k, name in enumerate(simulator.parameters):
        step = 1e-6 * max(1.0, abs(theta[k]))
        ends = [_call(evaluator, simulator, theta + sign * step * np.eye(len(theta))[k], noise)[0]
                for sign in (1, -1)]
        slope = (ends[0] - ends[1]) / (2 * step)
        scale = np.nanmax(np.abs(slope), initial=1e-3)
        if np.nanmax(np.abs(given[..., k] - slope), initial=0.0) > 0.01 * scale:
            warnings.warn(f"jacobian differs from what small steps of {name} do to the "
                          "observations", SurefootWarning, stacklevel=6)


def try_out(simulator: Simulator, evaluator: Evaluator, shapes: Shapes) -> None:
    """Raises what the simulator raises, and ValueError for one that does not repeat itself."""
    theta, noise = trial_point(simulator)
    try:
        first, _ = _call(evaluator, simulator, theta, noise)
    except IndexError as error:
        # NumPy's words for a column of the noise that is not there.
        if f"axis 1 with size {noise.shape[1]}" not in str(error):
            raise
        raise UsageError(
            f"simulate was tried out with noise of shape {noise.shape}, but asks for more columns "
            f"({error}): dimension= says how many columns an observation has, noise_dimension= how "
            "many random numbers there are behind one") from error
    second, _ = _call(evaluator, simulator, theta, noise)
    at = ", ".join(f"{name}={value:.6g}" for name, value in zip(shapes.parameters, theta))
    if not np.array_equal(first, second, equal_nan=True):
        source = "noise" if simulator.latents else "rng"
        raise UsageError("simulate must return the same observations for the same theta and "
                         f"{source}, but did not at {at}: all its randomness must come from "
                         f"{source}")
    if np.isnan(first).any():
        warnings.warn(f"simulate returned values that are not numbers in the middle of the box, at "
                      f"{at}: the box may reach too far", SurefootWarning, stacklevel=6)


def _moves_smoothly(simulator: Simulator, evaluator: Evaluator) -> bool:
    """Whether steps of two sizes see the same derivatives, and every parameter has some.

    The large one is for branches, which few of many observations cross.
    """
    middle, noise = trial_point(simulator, _MANY)
    _, lower, upper, _ = zip(*simulator._boxes)
    elsewhere = np.where(np.isfinite(lower), 0.7 * middle + 0.3 * np.nan_to_num(lower), middle - 1)
    for theta in (middle, np.clip(elsewhere, lower, upper)):
        small, large = (_call(Differenced(evaluator, simulator, step), simulator, theta, noise,
                              slopes=True)[1] for step in (1e-6, 3e-2))
        assert small is not None and large is not None
        scale = np.max(np.abs(small), axis=(0, 1))
        if not np.isfinite(small).all() or not (scale > 0).all() \
                or (np.abs(small - large) > 0.05 * scale).any():
            return False
    return True


def _seconds(simulator: Simulator, evaluator: Evaluator, rows: int) -> float:
    """What one call takes, in the better of two tries."""
    theta, noise = trial_point(simulator, rows)
    times = []
    for _ in range(2):
        began = time.perf_counter()
        _call(evaluator, simulator, theta, noise)
        times.append(time.perf_counter() - began)
    return min(times)


def _is_slow(simulator: Simulator, evaluator: Evaluator) -> bool:
    """Whether looking for derivatives would take more than two seconds."""
    calls, enough = 4 * (1 + 2 * len(simulator.parameters)), 2.0
    few = _seconds(simulator, evaluator, _FEW)
    if few * calls * _MANY / _FEW < enough:
        return False
    # What a call takes however little it asks for does not grow with the rows.
    each = (_seconds(simulator, evaluator, 10 * _FEW) - few) / (9 * _FEW)
    return calls * (few + each * (_MANY - _FEW)) > enough


def with_differences(simulator: Simulator, evaluator: Evaluator, *, spare_slow: bool) -> Evaluator:
    """The evaluator, with derivatives by small steps if these are wanted and serve.

    They are not looked for where that takes long and `spare_slow` is set.
    """
    if evaluator.differentiable or not simulator.latents or simulator.jacobian is None:
        return evaluator
    if simulator.jacobian == "differences":
        return Differenced(evaluator, simulator)
    if spare_slow and _is_slow(simulator, evaluator):
        return evaluator
    return Differenced(evaluator, simulator) if _moves_smoothly(simulator, evaluator) else evaluator
