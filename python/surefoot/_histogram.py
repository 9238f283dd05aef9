"""Histograms of data and of what a fit predicts."""

from __future__ import annotations

import math

import numpy as np

_BINS = 40  # about as many


def _reach(data: np.ndarray, simulated: np.ndarray) -> tuple[float, float]:
    """Where both are: outliers further out would flatten the rest."""
    low, high = np.quantile(data, [0.25, 0.75])
    room = 1.5 * (high - low)
    ends = [max(low - room, data.min()), min(high + room, data.max())]
    if simulated.size:
        ends += np.quantile(simulated, [0.005, 0.995]).tolist()
    return min(ends), max(ends)


def bin_edges(data: np.ndarray, simulated: np.ndarray) -> np.ndarray:
    """Of bins of one width; for whole numbers, bins that hold as many of these each."""
    simulated = simulated[np.isfinite(simulated)]
    lower, upper = _reach(data, simulated)
    if np.all(data == np.rint(data)):
        width = max(1, math.ceil((upper - lower + 1) / _BINS))
        first = math.floor(lower)
        count = math.floor((upper - first) / width) + 1
        return first - 0.5 + width * np.arange(count + 1)
    return np.histogram_bin_edges([], _BINS, range=(lower, upper))


def band(simulated: np.ndarray, edges: np.ndarray, observations: int,
         mass: np.ndarray | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean and ends of a band that holds nine of ten predicted densities, in each bin.

    `simulated` has a data set in each row.  The band is that of so many observations: where the
    data sets have another size, the part of their variance that stems from it is replaced.
    """
    whole = simulated[np.isfinite(simulated).all(axis=1)]
    if len(whole) == 0:
        nothing = np.zeros(len(edges) - 1)
        return nothing, nothing, nothing
    shares = np.stack([np.histogram(row, edges)[0] / len(row) for row in whole])
    if mass is not None:
        kept = np.isfinite(simulated).all(axis=1)
        shares = shares * mass[kept, np.newaxis]
    middle = shares.mean(axis=0)
    seen = shares.var(axis=0)
    of_size = middle * (1 - middle)
    wanted = np.maximum(seen - of_size / whole.shape[1], 0.0) + of_size / observations
    stretch = np.sqrt(np.divide(wanted, seen, out=np.ones_like(seen), where=seen > 0))
    shares = np.maximum(middle + (shares - middle) * stretch, 0.0)
    low, high = np.quantile(shares, [0.05, 0.95], axis=0)
    widths = np.diff(edges)
    return middle / widths, low / widths, high / widths
