"""Whether the model of a fit is right, and its intervals hold what they say."""

from __future__ import annotations

import json
from typing import Any

from . import _core
from ._arguments import as_count, as_number, as_whole
from ._errors import UsageError
from ._progress import progress_line
from ._summary import Findings


def require_share(tolerance: float) -> None:
    if not 0.0 <= as_number(tolerance, "tolerance") < 1.0:
        raise UsageError(f"tolerance must be a share from 0 to below 1, but is {tolerance}")


def check_plan(replicates: int | None, refit: int | None) -> _core.CheckPlan:
    """What is not given is the library's."""
    plan = _core.CheckPlan()
    if replicates is not None:
        plan.replicates = as_count(replicates, "replicates")
    if refit is not None:
        plan.refit = as_whole(refit, "refit", 20, 10_000_000)
    return plan


def was_made(data: _core.FitData) -> bool:
    return "p_value" in json.loads(data.check_json(_core.usual_tolerance))


def findings(data: _core.FitData, tolerance: float) -> Findings:
    return Findings(json.loads(data.check_json(tolerance)), data.check_text(tolerance))


def calibration_plan(datasets: int, draws: int, level: float) -> _core.CalibrationPlan:
    plan = _core.CalibrationPlan()
    plan.datasets, plan.draws = as_count(datasets, "datasets"), as_count(draws, "draws")
    plan.level = as_number(level, "level")
    return plan


def calibrated(core: _core.Model, data: _core.FitData, plan: _core.CalibrationPlan, answer: Any,
               progress: bool) -> _core.FitData:
    line = progress_line(progress)
    try:
        return _core.calibrate(core, data, plan, answer, line)
    finally:
        if line is not None:
            line.close()


def calibration_findings(data: _core.FitData) -> Findings:
    return Findings(json.loads(data.calibration_json()), data.calibration_text())
