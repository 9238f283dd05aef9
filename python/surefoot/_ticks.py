"""Ticks of matplotlib's axes as far as there is room for their numbers."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from matplotlib.axis import XAxis
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator

_MOST = 4
_GAP = 0.6  # between two numbers, in font sizes


class RoomyLocator(MaxNLocator):
    """As many ticks, up to four, as have room for their numbers beside each other.

    It measures the numbers when the picture is drawn, since the size of the axes and the digits of
    the numbers are not known before.  Where even two numbers collide, it leaves one.
    """

    def __init__(self) -> None:
        super().__init__(_MOST)

    def tick_values(self, vmin: float, vmax: float) -> Any:
        for count in range(_MOST, 0, -1):
            self.set_params(nbins=count)
            ticks = np.asarray(super().tick_values(vmin, vmax))
            shown = (ticks >= min(vmin, vmax)) & (ticks <= max(vmin, vmax))
            if not self._collide(ticks, shown):
                return ticks
        return ticks[shown][:1]

    def _collide(self, ticks: np.ndarray, shown: np.ndarray) -> bool:
        axis: Any = self.axis
        along = 0 if isinstance(axis, XAxis) else 1
        size = axis.get_major_ticks(1)[0].label1.get_fontsize()
        labels = np.array(axis.get_major_formatter().format_ticks(ticks))[shown]
        lengths = np.array([_extent(label, size)[along] for label in labels])
        places = np.zeros((shown.sum(), 2))
        places[:, along] = ticks[shown]
        points = axis.axes.transData.transform(places)[:, along] * 72.0 / axis.axes.figure.dpi
        room = (lengths[1:] + lengths[:-1]) / 2 + _GAP * size
        return bool((np.abs(np.diff(points)) < room).any())


@functools.lru_cache(maxsize=1024)
def _extent(label: str, size: float) -> tuple[float, float]:
    """Width and height of a text, in points."""
    width, height = TextPath((0, 0), label, size=size).get_extents().size
    return width, height
