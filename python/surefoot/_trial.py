"""Tries a simulator out before a fit, so that what is wrong with it is said at once."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from . import _core
from ._warnings import SurefootWarning

if TYPE_CHECKING:
    from ._evaluators import Evaluator, Shapes
    from ._simulator import Simulator

_FEW = 7  # observations: no other size of a simulator is likely to be the same


def trial_point(simulator: Simulator) -> tuple[np.ndarray, np.ndarray]:
    """The middle of the box, and some noise."""
    core = _core.own_model(simulator.name, simulator._boxes, simulator.dimension,
                           simulator.latents, False, 1)
    rng = np.random.default_rng(1)
    columns = [rng.standard_normal(_FEW) if kind == "normal" else rng.uniform(size=_FEW)
               for kind in simulator.latents]
    return np.array(core.middle), np.array(columns).reshape(len(columns), _FEW).T.copy()


def _call(evaluator: Evaluator, simulator: Simulator, theta: np.ndarray, noise: np.ndarray,
          slopes: bool = False) -> tuple[np.ndarray, np.ndarray | None]:
    y = np.empty((1, _FEW, simulator.dimension))
    jacobian = np.empty((*y.shape, len(theta))) if slopes else None
    evaluator(theta[np.newaxis].copy(), noise[np.newaxis].copy(), np.array([1], dtype=np.uint64), y,
              jacobian)
    return y[0], None if jacobian is None else jacobian[0]


def _check_jacobian(evaluator: Evaluator, simulator: Simulator, theta: np.ndarray,
                    noise: np.ndarray) -> None:
    """A derivative that is wrong would only show as draws that do not converge."""
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
    first, _ = _call(evaluator, simulator, theta, noise)
    second, _ = _call(evaluator, simulator, theta, noise)
    at = ", ".join(f"{name}={value:.6g}" for name, value in zip(shapes.parameters, theta))
    if not np.array_equal(first, second, equal_nan=True):
        source = "noise" if simulator.latents else "rng"
        raise ValueError("simulate must return the same observations for the same theta and "
                         f"{source}, but did not at {at}: all its randomness must come from "
                         f"{source}")
    if np.isnan(first).any():
        warnings.warn(f"simulate returned values that are not numbers in the middle of the box, at "
                      f"{at}: the box may reach too far", SurefootWarning, stacklevel=5)
    elif simulator.jacobian is not None:
        _check_jacobian(evaluator, simulator, theta, noise)
