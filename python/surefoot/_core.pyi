"""The compiled part of surefoot."""

from collections.abc import Mapping, Sequence
import os
import pathlib
from typing import Annotated

import numpy
from numpy.typing import NDArray


version: str = '0.1.0'

class SettingDoc:
    """One setting as users read about it."""

    @property
    def name(self) -> str: ...

    @property
    def values(self) -> str: ...

    @property
    def fallback(self) -> str: ...

    @property
    def value(self) -> str: ...

    @property
    def help(self) -> str: ...

    @property
    def methods(self) -> str: ...

def setting_docs() -> list[SettingDoc]:
    """All settings of fit, in the order users meet them."""

class Settings:
    """Everything that decides a run."""

    def __init__(self) -> None: ...

    def set(self, name: str, text: str) -> None: ...

    def get(self, name: str) -> str: ...

    @property
    def embedding_way(self) -> str:
        """
        direct, emulated, or auto where it depends on how slow the simulator is.
        """

class Model:
    """A simulator with what a fit needs to know about it."""

    @property
    def name(self) -> str: ...

    @property
    def parameters(self) -> list[tuple[str, float, float, str]]: ...

    @property
    def middle(self) -> list[float]: ...

    @property
    def dimension(self) -> int: ...

    @property
    def json(self) -> str:
        """What `surefoot models MODEL --json` prints."""

    def theta(self, given: Mapping[str, float]) -> list[float]:
        """The published truth, with the given values in place of its own."""

    def copy(self) -> Model:
        """For a fit beside others, of a simulator that is no Python function."""

def model_names() -> list[str]:
    """The names of the built-in models."""

def is_program(name: str) -> bool: ...

def require_header(name: str) -> None: ...

def named_model(name: str, dimension: int, settings: Settings, note: object | None) -> Model: ...

def built_in_model(name: str, options: Mapping[str, float]) -> Model: ...

def own_model(name: str, parameters: Sequence[tuple[str, float, float, str]], dimension: int, latents: Sequence[str], differentiable: bool, rows: int) -> Model: ...

class FitData:
    """A finished, or interrupted, run."""

    @property
    def draws(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

    @property
    def observations(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

    @property
    def predictive(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), writable=False)]: ...

    @property
    def predictive_rows(self) -> list[int]: ...

    @property
    def names(self) -> list[str]: ...

    @property
    def columns(self) -> list[str]: ...

    @property
    def column_names(self) -> list[str]: ...

    @property
    def box(self) -> list[tuple[float, float]]: ...

    @property
    def statistics(self) -> dict: ...

    @property
    def mass(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def settings(self) -> dict: ...

    @property
    def config(self) -> Settings: ...

    @property
    def model(self) -> str: ...

    @property
    def seconds(self) -> float: ...

    @property
    def partial(self) -> bool: ...

    @property
    def failure(self) -> str: ...

    @property
    def warnings(self) -> list[str]: ...

    def text(self) -> str:
        """The summary, for people."""

    def json(self) -> str:
        """The summary, as JSON."""

    def csv(self) -> str:
        """The numbers of the summary, as CSV."""

    def scores_csv(self) -> str:
        """What was found out about each observation, as CSV."""

    def check_text(self, tolerance: float) -> str:
        """What a check of the model found, for people."""

    def check_json(self, tolerance: float) -> str:
        """The same as JSON."""

    def calibration_text(self) -> str:
        """What repeated sampling showed, for people."""

    def calibration_json(self) -> str:
        """The same as JSON."""

    def save(self, path: str | os.PathLike) -> None: ...

    def without_data(self) -> FitData:
        """The fit without its observations, for who may not share them."""

    def report(self, path: str | os.PathLike) -> None: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

def load(path: str | os.PathLike) -> FitData: ...

def statistic_docs() -> list[tuple[str, str]]:
    """The statistics of a draw: name and meaning."""

def comparison(fits: Sequence[FitData]) -> str:
    """Several fits beside each other, for people."""

class HelperCrew:
    """Makes the draws that it is given, in a worker."""

    def __init__(self) -> None: ...

    def give(self, numbers: Sequence[int]) -> None: ...

    def take(self, seconds: float) -> tuple[list[tuple[str, str]], list[bytes]]:
        """
        The identity of the run, and the draws that are there, waiting at most so long.
        """

    def close(self) -> None: ...

class Keeping:
    """What is kept of a run, and from where it goes on."""

    def __init__(self) -> None: ...

    @property
    def output(self) -> pathlib.Path: ...

    @output.setter
    def output(self, arg: str | os.PathLike, /) -> None: ...

    @property
    def resume(self) -> bool: ...

    @resume.setter
    def resume(self, arg: bool, /) -> None: ...

    @property
    def earlier(self) -> FitData | None: ...

    @earlier.setter
    def earlier(self, arg: FitData | None, /) -> None: ...

    @property
    def helpers(self) -> object: ...

    @helpers.setter
    def helpers(self, arg: object | None, /) -> None: ...

    @property
    def helper(self) -> HelperCrew: ...

    @helper.setter
    def helper(self, arg: HelperCrew | None, /) -> None: ...

def fit(model: Model, data: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], columns: Sequence[str], settings: Settings, simulate: object | None, progress: object | None, note: object | None, warning: object | None, keeping: Keeping) -> tuple[FitData, bool, list[str]]: ...

def check_writable(path: str | os.PathLike) -> None:
    """Raises what writing a fit there would raise before it writes."""

def settings_given(fit: FitData) -> Settings:
    """The settings that a run was given."""

def compare(model: Model, data: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], columns: Sequence[str], settings: Settings, methods: Sequence[str], simulate: object | None, progress: object | None, note: object | None) -> tuple[list[tuple[str, FitData]], list[tuple[str, str]], bool]: ...

def devices() -> list[str]:
    """What this build computes on, the processor first."""

def choose_columns(count: int, names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Numbers, from 0, of the columns with these names or numbers from 1."""

def simulate(model: Model, theta: Sequence[float], observations: int, seed: int, simulate: object | None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

def predict(model: Model, fit: FitData, observations: int, seed: int, simulate: object | None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None, None))]: ...

usual_tolerance: float = 0.05

class CheckPlan:
    """How a fit is checked."""

    def __init__(self) -> None: ...

    @property
    def replicates(self) -> int: ...

    @replicates.setter
    def replicates(self, arg: int, /) -> None: ...

    @property
    def refit(self) -> int: ...

    @refit.setter
    def refit(self, arg: int, /) -> None: ...

class CalibrationPlan:
    """How intervals are calibrated."""

    def __init__(self) -> None: ...

    @property
    def datasets(self) -> int: ...

    @datasets.setter
    def datasets(self, arg: int, /) -> None: ...

    @property
    def draws(self) -> int: ...

    @draws.setter
    def draws(self, arg: int, /) -> None: ...

    @property
    def level(self) -> float: ...

    @level.setter
    def level(self, arg: float, /) -> None: ...

def calibrate(model: Model, fit: FitData, plan: CalibrationPlan, simulate: object | None, progress: object | None) -> FitData: ...

def check(model: Model, fit: FitData, plan: CheckPlan, simulate: object | None) -> FitData: ...

def contaminate(data: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], kind: str, seed: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...
