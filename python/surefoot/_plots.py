"""Pictures of a fit, by matplotlib."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import as_number
from ._data import as_words
from ._errors import (
    DataError,
    MissingPackageError,
    UnknownNameError,
    UsageError,
    WrongTypeError,
)
from ._histogram import band, bin_edges
from ._warnings import SurefootWarning

if TYPE_CHECKING:
    from ._result import Fit

_IN_A_ROW = 4  # axes
_MOST_COLUMNS = 12
_MOST_PAIRED = 8


def _pyplot():
    try:
        import matplotlib.pyplot
    except ImportError:
        raise MissingPackageError("pictures need matplotlib: pip install matplotlib") from None
    return matplotlib.pyplot


def _usable(fit: Fit) -> np.ndarray:
    usable = fit.draws[~np.isnan(fit.draws).any(axis=1)]
    if len(usable) == 0:
        raise DataError(f"all {len(fit)} draws failed, so there is nothing to show; "
                        "statistics[\"status\"] says how they ended")
    return usable


def _axes(count: int, ax: Any, size: tuple[float, float]) -> np.ndarray:
    """As many axes in rows of a figure, or those given."""
    if ax is not None:
        given = np.atleast_1d(np.asarray(ax, dtype=object)).ravel()
        if len(given) != count:
            raise UsageError(f"ax must be {count} axes, one for each picture, but is {len(given)}")
        for axis in given:
            if not hasattr(axis, "get_xaxis"):
                raise WrongTypeError("ax must be matplotlib axes, as plt.subplots() makes them, "
                                     f"but is {type(axis).__name__}")
        return given
    width, height = size
    across = min(count, _IN_A_ROW)
    down = -(-count // across)
    figure, axes = _pyplot().subplots(down, across, figsize=(width * across, height * down),
                                      squeeze=False, layout="constrained")
    for unused in axes.ravel()[count:]:
        figure.delaxes(unused)
    return axes.ravel()[:count]


def _few_ticks(axis: Any) -> None:
    """Few enough to be read, with a common power of ten where numbers are small or large."""
    from matplotlib.ticker import ScalarFormatter

    from ._ticks import RoomyLocator

    axis.set_major_locator(RoomyLocator())
    formatter = ScalarFormatter(useMathText=True)
    formatter.set_powerlimits((-3, 4))
    axis.set_major_formatter(formatter)
    formatter.format_ticks(axis.get_majorticklocs())
    if formatter.get_offset():  # which matplotlib would write on the same line as a name
        axis.labelpad += 1.5 * axis.get_offset_text().get_fontsize()


def _chosen(fit: Fit, names: Sequence[str] | None, most: int | None = None) -> list[str]:
    """The parameters to show."""
    if names is None:
        if most is not None and len(fit.names) > most:
            warnings.warn(f"of {len(fit.names)} parameters the first {most} are shown: names= "
                          "chooses others", SurefootWarning, stacklevel=4)
        return list(fit.names[:most])
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise WrongTypeError(f"names must be parameters in a list, such as [{fit.names[0]!r}], but "
                             f"are {names!r}")
    chosen = list(names)
    if not chosen:
        raise UsageError(f"names must be at least one of {', '.join(fit.names)}, but are none")
    for name in chosen:
        if not isinstance(name, str) or name not in fit.names:
            raise UnknownNameError(f"{name!r} is none of the parameters, which are "
                                   f"{', '.join(fit.names)}")
    return chosen


def _marks(truth: Mapping[str, float] | None) -> dict[str, float]:
    """Where values are marked, by parameter."""
    if truth is None:
        return {}
    if not isinstance(truth, Mapping):
        raise WrongTypeError("truth must be a dict, {\"name\": value, ...}, but is "
                             f"{type(truth).__name__}")
    return {name: as_number(value, f"truth of {name!r}") for name, value in truth.items()}


def posterior(fit: Fit, truth: Mapping[str, float] | None, names: Sequence[str] | None, ax: Any):
    shown, draws, marks = _chosen(fit, names), _usable(fit), _marks(truth)
    axes = _axes(len(shown), ax, (2.6, 2.4))
    for name, axis in zip(shown, axes):
        axis.hist(draws[:, fit.names.index(name)], bins="auto", density=True, color="C0", alpha=0.6)
        if name in marks:
            axis.axvline(marks[name], color="C3")
        axis.set_xlabel(name)
        axis.set_yticks([])
        _few_ticks(axis.xaxis)
    return axes


def pair(fit: Fit, truth: Mapping[str, float] | None, names: Sequence[str] | None):
    shown, draws, marks = _chosen(fit, names, _MOST_PAIRED), _usable(fit), _marks(truth)
    count = len(shown)
    columns = {name: draws[:, fit.names.index(name)] for name in shown}
    _, axes = _pyplot().subplots(count, count, figsize=(2.0 * count, 2.0 * count), squeeze=False,
                                 layout="constrained")
    for row, below in enumerate(shown):
        for column, along in enumerate(shown):
            axis = axes[row, column]
            if row < column:
                axis.set_axis_off()
            elif row == column:
                axis.hist(columns[below], bins="auto", color="C0", alpha=0.6)
                axis.set_yticks([])
            else:
                axis.plot(columns[along], columns[below], ".", markersize=2, alpha=0.5)
                if along in marks and below in marks:
                    axis.plot(marks[along], marks[below], "x", color="C3")
                _few_ticks(axis.yaxis)
            _few_ticks(axis.xaxis)
            if row == count - 1:
                axis.set_xlabel(along)
            if column == 0 and row > 0:
                axis.set_ylabel(below)
    return axes


def _chosen_columns(fit: Fit, columns: Any) -> list[int]:
    labels = fit._data.columns
    if columns is not None:
        return _core.choose_columns(len(labels), labels, as_words(columns))
    if len(labels) > _MOST_COLUMNS:
        warnings.warn(f"of {len(labels)} columns the first {_MOST_COLUMNS} are shown: columns= "
                      "chooses others", SurefootWarning, stacklevel=4)
    return list(range(len(labels)))[:_MOST_COLUMNS]


def predictive(fit: Fit, columns: Any, ax: Any):
    fit._with_data("pictures of predictions")
    chosen = _chosen_columns(fit, columns)
    axes = _axes(len(chosen), ax, (4.0, 2.8))
    free = fit.settings.get("mass") == "free"
    # Of each simulated data set; the model explains so much of the data.
    mass = fit["mass"][fit._data.predictive_rows] if free else None
    for k, axis in zip(chosen, axes):
        data, simulated = fit.observations[:, k], fit._data.predictive[..., k]
        edges = bin_edges(data, simulated)
        heights, _ = np.histogram(data, edges)
        beyond = len(data) - heights.sum()
        name = "data" + (f" ({beyond} of {len(data)} beyond)" if beyond else "")
        axis.stairs(heights / (len(data) * np.diff(edges)), edges, fill=True, color="0.75",
                    label=name)
        if simulated.size:
            middle, low, high = band(simulated, edges, len(data), mass)
            told = f"predicted ({np.nanmean(mass):.0%} of the data)" if mass is not None \
                else "predicted"
            axis.stairs(high, edges, baseline=low, fill=True, color="C0", alpha=0.3)
            axis.stairs(middle, edges, color="C0", label=told)
        axis.set_xlabel(fit._data.columns[k])
        axis.set_yticks([])
        _few_ticks(axis.xaxis)
        axis.legend(fontsize="small")
    return axes
