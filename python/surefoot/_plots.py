"""Pictures of a fit, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ._result import Fit


def _pyplot():
    try:
        import matplotlib.pyplot
    except ImportError:
        raise ImportError("pictures need matplotlib: pip install surefoot[plot]") from None
    return matplotlib.pyplot


def _usable(fit: Fit) -> np.ndarray:
    return fit.draws[~np.isnan(fit.draws).any(axis=1)]


def posterior(fit: Fit, truth: dict[str, float]):
    count = len(fit.names)
    _, axes = _pyplot().subplots(1, count, figsize=(2.6 * count, 2.4), squeeze=False,
                                 layout="constrained")
    for column, name, axis in zip(_usable(fit).T, fit.names, axes[0]):
        axis.hist(column, bins="auto", density=True, color="C0", alpha=0.6)
        if name in truth:
            axis.axvline(truth[name], color="C3")
        axis.set_xlabel(name)
        axis.set_yticks([])
    return axes[0]


def pair(fit: Fit, truth: dict[str, float]):
    count, draws = len(fit.names), _usable(fit)
    _, axes = _pyplot().subplots(count, count, figsize=(2.0 * count, 2.0 * count), squeeze=False,
                                 layout="constrained")
    for row, below in enumerate(fit.names):
        for column, along in enumerate(fit.names):
            axis = axes[row, column]
            if row < column:
                axis.set_axis_off()
            elif row == column:
                axis.hist(draws[:, row], bins="auto", color="C0", alpha=0.6)
                axis.set_yticks([])
            else:
                axis.plot(draws[:, column], draws[:, row], ".", markersize=2, alpha=0.5)
                if along in truth and below in truth:
                    axis.plot(truth[along], truth[below], "x", color="C3")
            if row == count - 1:
                axis.set_xlabel(along)
            if column == 0 and row > 0:
                axis.set_ylabel(below)
    return axes


def _reach(data: np.ndarray, simulated: np.ndarray) -> tuple[float, float]:
    """Where both are: outliers further out would flatten the rest."""
    low, high = np.quantile(data, [0.25, 0.75])
    room = 1.5 * (high - low)
    ends = [max(low - room, data.min()), min(high + room, data.max())]
    if simulated.size:
        ends += np.quantile(simulated, [0.005, 0.995]).tolist()
    return min(ends), max(ends)


def predictive(fit: Fit):
    """Histograms of each column, of all data and all that is predicted, but cut to their bulk."""
    dimension = fit.observations.shape[1]
    _, axes = _pyplot().subplots(1, dimension, figsize=(4.0 * dimension, 2.8), squeeze=False,
                                 layout="constrained")
    for k, axis in enumerate(axes[0]):
        data, simulated = fit.observations[:, k], fit._data.predictive[..., k].ravel()
        simulated = simulated[~np.isnan(simulated)]
        bins = np.histogram_bin_edges([], 40, range=_reach(data, simulated))
        for values, fill, color, name in ((data, True, "0.7", "data"),
                                          (simulated, False, "C0", "predicted")):
            if values.size == 0:
                continue
            heights, _ = np.histogram(values, bins)
            beyond = values.size - heights.sum()
            if fill and beyond:
                name += f" ({beyond} of {values.size} beyond)"
            axis.stairs(heights / (values.size * np.diff(bins)), bins, fill=fill, color=color,
                        label=name)
        axis.set_xlabel(f"x{k + 1}" if dimension > 1 else "x")
        axis.set_yticks([])
        axis.legend()
    return axes[0]
