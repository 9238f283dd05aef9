"""A finished fit, as Python users meet it."""

from __future__ import annotations

import copy
import json
import os
import pickle
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _checks, _conversions, _core, _html, _plots, _settings
from ._arguments import as_count, as_flag, as_path, as_seed, as_whole
from ._data import Table
from ._errors import DataError, UnknownNameError, UsageError
from ._simulator import Simulator, pack
from ._summary import Findings, Summary

if TYPE_CHECKING:
    import arviz
    import pandas
    import xarray

    from ._evaluators import Evaluator

_CALIBRATION = _core.CalibrationPlan()  # with the library's defaults


class Fit:
    """Draws from the robust posterior, and all that is needed to report or repeat the run.

    Made by `fit` and `load`.
    """

    def __init__(self, data: _core.FitData, model: _core.Model | None = None,
                 answer: Evaluator | None = None, packed: bytes | None = None) -> None:
        self._data = data
        self._model = model
        self._answer = answer
        self._packed = packed  # the simulator of a fit that was pickled

    def __getstate__(self) -> dict[str, Any]:
        """All but what was compiled: headers, and functions that pickle does not take, stay."""
        packed = self._packed if self._answer is None else pack(self._answer.simulator)
        return {"_data": self._data, "_model": None, "_answer": None, "_packed": packed}

    def __copy__(self) -> Fit:
        return Fit(self._data, self._model, self._answer, self._packed)

    def __deepcopy__(self, memo: dict[int, Any]) -> Fit:
        """Of the numbers; the simulator is shared, as functions are."""
        return Fit(copy.deepcopy(self._data, memo), self._model, self._answer, self._packed)

    @property
    def draws(self) -> np.ndarray:
        """B x p, natural scale; read-only, and a failed draw is a row of NaN."""
        return self._data.draws

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters, in the order of the columns of `draws`."""
        return tuple(self._data.names)

    @property
    def observations(self) -> np.ndarray:
        """The data, n x d, read-only."""
        return self._data.observations

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns of the data are called: ``x``, or ``x1``, ``x2``, ... without names."""
        return tuple(self._data.columns)

    @property
    def statistics(self) -> dict[str, np.ndarray]:
        return {name: np.array(values) for name, values in self._data.statistics.items()}

    @property
    def converged(self) -> int:
        """How many draws found their minimum inside the box, and nothing as good elsewhere."""
        return self.summary()["converged"]

    @property
    def on_edge(self) -> int:
        """How many draws found their minimum on the edge of the box."""
        return self.summary()["on_edge"]

    @property
    def undetermined(self) -> tuple[dict[str, Any], ...] | None:
        """What the data do not determine: none of it is an empty tuple.

        Each entry has `parameters` that are determined together at most, how many
        `combinations` of them are, and `determined`, the combination where there is one that
        is simple ("a + b").  None if nobody looked: with other methods, and with ``adam`` and
        ``sgd``.
        """
        found = self.summary().get("undetermined")
        return None if found is None else tuple(found["groups"])

    @property
    def failed(self) -> int:
        """How many draws have no usable parameters."""
        return self.summary()["failed"]

    @property
    def partial(self) -> bool:
        """Whether the run ended before all draws were done."""
        return self._data.partial

    @property
    def model(self) -> str:
        """The model's name."""
        return self._data.model

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting in force, by keyword of `fit`; text unless a number or truth value."""
        return {name.replace("-", "_"): value for name, value in self._data.settings.items()}

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was warned of."""
        return tuple(self._data.warnings)

    @property
    def seconds(self) -> float:
        """Wall clock of the run."""
        return self._data.seconds

    def __len__(self) -> int:
        return len(self.draws)

    def __getitem__(self, name: str) -> np.ndarray:
        """The draws of one parameter, or of the mass where it is free."""
        if name in self.names:
            return self.draws[:, self.names.index(name)]
        if name == "mass" and self.settings.get("mass") == "free":
            return self._data.mass
        told = "; the mass is fixed" if name == "mass" else ""
        raise UnknownNameError(f"{name!r}{told}; the parameters are {', '.join(self.names)}")

    def __repr__(self) -> str:
        return f"Fit of {self.model}: {len(self)} draws of {', '.join(self.names)}"

    def _repr_html_(self) -> str:
        """The summary as a table, for notebooks."""
        caption = f"{self.model}: {len(self)} draws, {self.converged} converged"
        return _html.table_of_csv(self._data.csv(), caption) + _html.paragraphs(self.warnings)

    def summary(self) -> Summary:
        """Means, standard deviations and quantiles; prints as the command line does."""
        return Summary(json.loads(self._data.json()), self._data.text(), self._data.csv())

    def to_dataframe(self, statistics: bool = False) -> pandas.DataFrame:
        """The draws as a pandas DataFrame, a row for each, with its number as index.

        Parameters
        ----------
        statistics : bool
            Whether the `statistics` of the draws are columns too.

        Notes
        -----
        Where the mass is free, it is a column.  A failed draw is a row of NaN, which ``dropna()``
        leaves out.  `summary().to_frame()` has the means and quantiles.
        """
        return _conversions.dataframe(self, statistics)

    def sample(self, n: int | tuple[int] = 1, seed: int = 0) -> np.ndarray:
        """Parameters from the posterior, n x p: draws picked at random, none of them failed.

        Parameters
        ----------
        n : int
            How many; without replacement while there are as many draws.  A shape of one number, as
            sbi's posteriors take, will do.
        seed : int
            Same seed, same rows.
        """
        count = as_whole(n[0] if isinstance(n, tuple) and len(n) == 1 else n, "n", 1, 100_000_000)
        usable = self.draws[~np.isnan(self.draws).any(axis=1)]
        if len(usable) == 0:
            raise DataError(f"all {len(self)} draws failed, so there are none to sample from; "
                            "statistics[\"status\"] says how they ended")
        rng = np.random.default_rng(as_seed(seed))
        return usable[rng.choice(len(usable), count, replace=count > len(usable))]

    def save(self, path: str | os.PathLike[str], *, without_data: bool = False) -> None:
        """Writes ``.nc`` (which `load` and ArviZ read) or ``.csv``, by the name's ending.

        With `without_data` the observations, and all that is said of single ones, stay out of the
        file: for data that may not be shared.
        """
        self._written(without_data).save(as_path(path, "path"))

    def more(self, draws: int | None = None, progress: bool = True, model: Any = None, *,
             budget: int | None = None) -> Fit:
        """The same run with more draws: `draws` in all, of which those that are here are kept.

        Gives a new fit, with the bits of a run that had as many from the beginning.

        Parameters
        ----------
        draws : int, optional
            In all; as many as there are, if it is not given.
        progress : bool
            As in `fit`.
        model : Simulator or path of a header, optional
            Needed for a loaded fit of a simulator of your own, which files do not hold.
        budget : int, optional
            Of a fit with ``embedding="emulated"``, larger than it was: the model is learnt anew,
            with what ``keep_simulations`` kept, and all draws are made anew.

        Raises
        ------
        ValueError
            For methods whose draws depend on each other, for fewer draws than there are, and for a
            smaller budget.
        """
        from ._fit import carry_out

        config = _core.settings_given(self._data)
        if draws is not None:
            config.set("draws", str(as_count(draws, "draws")))
        if budget is not None:
            config.set("budget", _settings.text(budget))
        core, answer = self._simulator(model)
        keeping = _core.Keeping()
        keeping.earlier = self._data
        table = Table(self._with_data("more draws"), self._data.column_names)
        return carry_out(core, answer, table, config, progress, stacklevel=2, keeping=keeping)

    def to_arviz(self) -> arviz.InferenceData | xarray.DataTree:
        """The fit as ArviZ has it: a DataTree of xarray for ArviZ 1.x, InferenceData for 0.x."""
        return _conversions.arviz_data(self)

    def report(self, path: str | os.PathLike[str], *, without_data: bool = False) -> None:
        """Writes the HTML report, one file that needs nothing else; as in `save`, with or without
        the data."""
        self._written(without_data).report(as_path(path, "path"))

    def _written(self, without_data: bool) -> _core.FitData:
        return self._data.without_data() if as_flag(without_data, "without_data") else self._data

    def _with_data(self, what: str) -> np.ndarray:
        if self.observations.size == 0:
            raise DataError(f"{what} need the observations, which this fit was saved without: fit "
                            "the data again")
        return self.observations

    def observations_table(self) -> pandas.DataFrame:
        """What the fit found out about each observation, as a pandas DataFrame.

        Its columns are the values (``x``, or ``x1``, ``x2``, ...), ``inlier`` (the share of the
        data around the observation that the model explains, its mean over draws, with the
        quantiles ``inlier_low`` at 5 % and ``inlier_high`` at 95 %), ``witness`` (standard
        deviations by which more data lie there than the model has) and, for each parameter,
        ``influence_NAME``: by how much the observation moves its estimate.

        Raises
        ------
        ValueError
            For fits without scores: of other methods, of unbounded kernels, with check="none".
        """
        return _conversions.observations_table(self._data.scores_csv())

    def check(self, tolerance: float = _core.usual_tolerance, replicates: int | None = None,
              model: Any = None, refit: int | None = None) -> Findings:
        """Whether the model is right, where it is not, and what other choices would change.

        Parameters
        ----------
        tolerance : float
            The share of outliers that does not make the model a wrong one.
        replicates : int, optional
            Data sets that are simulated at the best fit and fitted again, at least 19; what the
            fit itself found unless given, or as many as the command ``check`` simulates if it was
            not checked or is made again.
        model : Simulator or path of a header, optional
            Needed for a loaded fit of a simulator of your own, which files do not hold.
        refit : int, optional
            Makes the whole fit again with every other choice, by so many draws each, from 20 to
            those of this fit: ``sensitivities`` then also have ``mean_moves``, by how many
            posterior standard deviations the posterior mean moves, and ``sd_ratios``.
        """
        _checks.require_share(tolerance)
        if replicates is not None or refit is not None or not _checks.was_made(self._data):
            self._with_data("new checks")
            plan = _checks.check_plan(replicates, refit)
            core, answer = self._simulator(model)
            self._data = _core.check(core, self._data, plan, answer)
        return _checks.findings(self._data, tolerance)

    def calibrate(self, datasets: int = _CALIBRATION.datasets, draws: int = _CALIBRATION.draws,
                  level: float = _CALIBRATION.level, progress: bool = True,
                  model: Any = None) -> Findings:
        """How often the intervals of this fit hold the truth, by repeated sampling.

        Simulates data sets at the best fit, with the observations that the model does not explain
        put back as often as they are there, and fits each.  Intervals that are off are corrected;
        `summary` has them from then on.

        Parameters
        ----------
        datasets : int
            That are simulated and fitted, at least 20.
        draws : int
            Of each of these fits.
        level : float
            Of the intervals.
        progress : bool
            As in `fit`.
        model : Simulator or path of a header, optional
            Needed for a loaded fit of a simulator of your own, which files do not hold.
        """
        self._with_data("calibrations")
        plan = _checks.calibration_plan(datasets, draws, level)
        core, answer = self._simulator(model)
        self._data = _checks.calibrated(core, self._data, plan, answer, progress)
        return _checks.calibration_findings(self._data)

    def predict(self, observations: int = 100, seed: int = 0,
                model: Any = None) -> np.ndarray:
        """Simulated observations for each draw, B x m x d; NaN for draws that failed.

        Parameters
        ----------
        observations : int
            Simulated for each draw, m.
        seed : int
            Same seed, same observations.
        model : Simulator or path of a header, optional
            Needed for a loaded fit of a simulator of your own, which files do not hold.
        """
        observations, seed = as_count(observations), as_seed(seed)
        core, answer = self._simulator(model)
        return np.asarray(_core.predict(core, self._data, observations, seed, answer))

    def _simulator(self, model: Any) -> tuple[_core.Model, Any]:
        from ._models import resolve
        from ._simulator import core_model

        way = self._data.config.get("embedding")
        if model is not None:
            return resolve(model, self.observations.shape[1], _core.Settings(), way)
        if self._answer is not None:
            return core_model(self._answer), self._answer
        if self._packed is not None:
            return self._unpacked()._core_model(way)
        if self._model is not None:
            return self._model, None
        if self.model in _core.model_names() or _core.is_program(self.model):
            return _core.named_model(self.model, self.observations.shape[1], self._data.config,
                                     None), None
        raise UsageError(f"the simulator {self.model} did not travel with the fit, through a file "
                         "or by pickle: give it as model=")

    def _unpacked(self) -> Simulator:
        assert self._packed is not None
        try:
            return pickle.loads(self._packed)
        except Exception as error:  # whatever the modules that it needs raise
            raise UsageError(f"the simulator {self.model}, which travelled with the fit, cannot be "
                             f"made again here ({error}): give it as model=") from error

    def plot_posterior(self, truth: dict[str, float] | None = None, *,
                       names: Sequence[str] | None = None, ax: Any = None):
        """A histogram of each parameter; gives matplotlib's axes.

        Parameters
        ----------
        truth : dict, optional
            Values to mark, by parameter.
        names : sequence of str, optional
            The parameters to show, all unless given.
        ax : matplotlib axes, or a sequence of these, optional
            Where to draw, one for each parameter.
        """
        return _plots.posterior(self, truth, names, ax)

    def plot_pair(self, truth: dict[str, float] | None = None, *,
                  names: Sequence[str] | None = None):
        """Each parameter against each other; gives matplotlib's axes.

        `names` are the parameters to show; unless given all, or the first eight of more, with a
        `SurefootWarning`.
        """
        return _plots.pair(self, truth, names)

    def plot_predictive(self, *, columns: Any = None, ax: Any = None):
        """The data, and what the draws predict; gives matplotlib's axes.

        The line is the mean over draws, the band has nine of ten predicted data sets of as many
        observations as there are.  Where the mass is free, predictions have the share of the data
        that the model explains as their area.

        Parameters
        ----------
        columns : sequence of str or int, optional
            Names or numbers from 1 of the columns to show; unless given all, or the first twelve
            of more, with a `SurefootWarning`.
        ax : matplotlib axes, or a sequence of these, optional
            Where to draw, one for each column.
        """
        return _plots.predictive(self, columns, ax)


_MEANINGS = "\n".join(f"    {name} : {meaning}" for name, meaning in _core.statistic_docs())
Fit.statistics.__doc__ = f"""Of each draw, by name:

    draw : its number
{_MEANINGS}
"""
