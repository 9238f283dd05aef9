"""Pictures of a fit can be read: no number along an axis lies on another."""

import itertools

import matplotlib
import matplotlib.pyplot
import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")
matplotlib.use("Agg")

SPREADS = {  # place and width of draws
    "ones": (0, 1),
    "small": (0, 1e-5),
    "around a hundredth": (-0.012, 0.01),
    "two decimals": (-0.75, 0.1),
    "thousandths": (0.5, 0.004),
    "large": (0, 1e5),
    "far from 0": (1234.5, 1e-6),
}


class Drawn:
    """What pictures of parameters need of a fit."""

    def __init__(self, names, place, width):
        self.names = names
        self.draws = place + width * np.random.default_rng(1).normal(size=(100, len(names)))

    def __len__(self):
        return len(self.draws)


def texts_along(axis):
    low, high = sorted(axis.get_view_interval())
    ticks = zip(axis.get_majorticklocs(), axis.get_ticklabels())
    numbers = [label for place, label in ticks if low <= place <= high]
    return [text for text in (*numbers, axis.label, axis.get_offset_text()) if text.get_text()]


def overlapping(figure):
    """The pairs of texts along all axes of a picture that lie on each other."""
    figure.canvas.draw()
    boxes = [(text.get_text(), text.get_window_extent()) for axes in figure.axes if axes.axison
             for axis in (axes.xaxis, axes.yaxis) for text in texts_along(axis)]
    matplotlib.pyplot.close(figure)
    assert len(boxes) > 1
    return [(one, other) for (one, a), (other, b) in itertools.combinations(boxes, 2)
            if a.overlaps(b)]


@pytest.mark.parametrize("names", [("a",), ("theta", "lengthscale"), ("a", "b", "g", "log_k")])
@pytest.mark.parametrize("spread", SPREADS)
def test_numbers_of_parameters_do_not_overlap(spread, names):
    fit = Drawn(names, *SPREADS[spread])
    assert overlapping(surefoot._plots.pair(fit, {}, None)[0, 0].figure) == []
    assert overlapping(surefoot._plots.posterior(fit, {}, None, None)[0].figure) == []


@pytest.mark.filterwarnings("ignore::surefoot.SurefootWarning")  # of so few simulations
@pytest.mark.parametrize("spread", SPREADS)
def test_numbers_of_predictions_do_not_overlap(spread):
    place, width = SPREADS[spread]
    data = place + width * np.random.default_rng(1).normal(size=(40, 4))
    own = surefoot.Simulator(lambda theta, noise: place + width * (theta[0] + noise),
                             {"shift": (-2, 2)}, dimension=4)
    fit = surefoot.fit(data, own, draws=5, simulations=20, seed=1, lengthscale=width, check="none",
                       progress=False)
    assert overlapping(fit.plot_predictive()[0].figure) == []


def test_narrow_axes_keep_a_number():
    _, axes = matplotlib.pyplot.subplots(figsize=(0.9, 2.0))
    surefoot._plots.posterior(Drawn(("a",), -0.75, 0.1), {}, None, axes)
    figure = axes.figure
    figure.canvas.draw()
    assert len(texts_along(axes.xaxis)) == 2  # a number, and the name
    assert overlapping(figure) == []
