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
            else:
                axis.plot(draws[:, column], draws[:, row], ".", markersize=2, alpha=0.5)
                if along in truth and below in truth:
                    axis.plot(truth[along], truth[below], "x", color="C3")
            if row == count - 1:
                axis.set_xlabel(along)
            if column == 0:
                axis.set_ylabel(below)
    return axes


def predictive(fit: Fit):
    """Histograms of each column, cut to the middle of the data: outliers would flatten the rest."""
    simulated = fit._data.predictive
    dimension = fit.observations.shape[1]
    _, axes = _pyplot().subplots(1, dimension, figsize=(4.0 * dimension, 2.8), squeeze=False,
                                 layout="constrained")
    for k, axis in enumerate(axes[0]):
        data = fit.observations[:, k]
        lower, upper = np.quantile(data, [0.01, 0.99])
        room = 0.1 * (upper - lower)
        bins = np.linspace(lower - room, upper + room, 41)
        axis.hist(data, bins=bins, density=True, color="0.7", label="data")
        values = simulated[..., k].ravel()
        heights, _ = np.histogram(values, bins=bins)
        if values.size:
            axis.stairs(heights / (values.size * np.diff(bins)), bins, color="C0",
                        label="predicted")
        axis.set_xlabel(f"x{k + 1}" if dimension > 1 else "x")
        axis.set_yticks([])
    axes[0, 0].legend()
    return axes[0]
