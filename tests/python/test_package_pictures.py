"""Pictures of a fit show what there is and can be read: bins, predictions, axes, their numbers."""

import collections
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


def text_of(text):
    return text.get_text()


def texts_along(axis):
    low, high = sorted(axis.get_view_interval())
    ticks = zip(axis.get_majorticklocs(), axis.get_ticklabels())
    numbers = [label for place, label in ticks if low <= place <= high]
    return [text for text in (*numbers, axis.label, axis.get_offset_text()) if text.get_text()]


def overlapping(figure):
    """The pairs of texts along all axes of a picture that lie on each other, or say the same of two
    places."""
    figure.canvas.draw()
    along = [texts_along(axis) for axes in figure.axes if axes.axison
             for axis in (axes.xaxis, axes.yaxis)]
    boxes = [(text.get_text(), text.get_window_extent()) for texts in along for text in texts]
    matplotlib.pyplot.close(figure)
    assert len(boxes) > 1
    repeated = [(text, text) for texts in along
                for text, count in collections.Counter(map(text_of, texts)).items() if count > 1]
    return repeated + [(one, other) for (one, a), (other, b) in itertools.combinations(boxes, 2)
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


# What is drawn

@pytest.fixture(autouse=True)
def closed():
    yield
    matplotlib.pyplot.close("all")


def outline(axes, label):
    """The heights of the stairs of that label, and their edges."""
    stairs = [patch for patch in axes.patches if str(patch.get_label()).startswith(label)]
    assert len(stairs) == 1, [patch.get_label() for patch in axes.patches]
    heights, edges, _ = stairs[0].get_data()
    return heights, edges


@pytest.mark.filterwarnings("ignore::surefoot.SurefootWarning")  # of so few simulations
@pytest.mark.parametrize("most, width", [(7, 1), (90, 3)])
def test_bins_hold_as_many_whole_numbers_each(most, width):
    data = np.arange(200) % (most + 1.0)
    own = surefoot.Simulator(lambda theta, noise: theta[0] + np.rint(most * noise),
                             {"first": (-3, 3)}, noise="uniform")
    fit = surefoot.fit(data, own, draws=5, simulations=20, seed=1, check="none", progress=False)
    heights, edges = outline(fit.plot_predictive()[0], "data")
    assert set(np.diff(edges)) == {width}
    assert (edges % 1 == 0.5).all()
    counts = heights * width * len(data)
    np.testing.assert_allclose(counts, np.rint(counts), atol=1e-9)
    assert counts.sum() == pytest.approx(len(data))


def test_bins_of_other_numbers_reach_from_the_first_to_the_last():
    data = np.linspace(0.25, 9.75, 100)
    edges = surefoot._histogram.bin_edges(data, np.empty((0, 100)))
    assert (edges[0], edges[-1]) == (0.25, 9.75) and len(edges) == 41
    edges = surefoot._histogram.bin_edges(np.append(data, 1e6), np.empty((0, 100)))
    assert edges[-1] < 30  # one that is far out does not flatten the rest


def test_draws_at_an_edge_of_the_box_are_drawn_inside_of_it():
    fit = Drawn(("scale",), 0, 1)
    fit.draws = np.abs(fit.draws)
    axes = surefoot._plots.posterior(fit, {}, None, None)[0]
    bars = axes.patches
    assert min(bar.get_x() for bar in bars) >= fit.draws.min()
    assert max(bar.get_x() + bar.get_width() for bar in bars) <= fit.draws.max() * (1 + 1e-12)
    assert sum(bar.get_height() * bar.get_width() for bar in bars) == pytest.approx(1)


@pytest.fixture(scope="module")
def contaminated():
    data = surefoot.simulate("gaussian-location", observations=200, seed=1,
                             contaminate="cluster:0.2:8")
    return {mass: surefoot.fit(data, "gaussian-location", draws=100, mass=mass, seed=1,
                               check="none", progress=False) for mass in ("free", "fixed")}


def test_predictions_have_the_mass_as_their_area(contaminated):
    for mass, fit in contaminated.items():
        axes = fit.plot_predictive()[0]
        heights, edges = outline(axes, "predicted")
        area = (heights * np.diff(edges)).sum()
        shown = np.nanmean(fit["mass"]) if mass == "free" else 1.0
        assert area == pytest.approx(shown, abs=0.02), mass
        labels = [text.get_text() for text in axes.get_legend().get_texts()]
        assert (f"predicted ({shown:.0%} of the data)" in labels) == (mass == "free"), labels
        # At the good observations, data and prediction are as high as each other.
        seen, _ = outline(axes, "data")
        middle = (edges[1:] + edges[:-1]) / 2
        good = np.abs(middle - 1.0) < 2.5
        ratio = heights[good].sum() / seen[good].sum()
        assert (abs(ratio - 1.0) < 0.1) == (mass == "free"), (mass, ratio)


# Many of them

MANY = [f"theta{k}" for k in range(20)]


def rows_of(axes):
    return {round(axis.get_position().y0, 3) for axis in axes}


def test_many_parameters_go_into_rows_of_four():
    axes = surefoot._plots.posterior(Drawn(MANY, 0, 1), {}, None, None)
    assert [axis.get_xlabel() for axis in axes] == MANY
    axes[0].figure.canvas.draw()
    assert len(rows_of(axes)) == 5 and len(axes[0].figure.axes) == 20
    few = surefoot._plots.posterior(Drawn(MANY, 0, 1), {}, ["theta7", "theta2"], None)
    assert [axis.get_xlabel() for axis in few] == ["theta7", "theta2"]


def test_of_many_parameters_the_first_eight_are_paired():
    with pytest.warns(surefoot.SurefootWarning, match=r"of 20 parameters the first 8.*names= chooses"):
        axes = surefoot._plots.pair(Drawn(MANY, 0, 1), {}, None)
    assert axes.shape == (8, 8)
    chosen = surefoot._plots.pair(Drawn(MANY, 0, 1), {}, MANY[9:12])
    assert [axis.get_xlabel() for axis in chosen[-1]] == MANY[9:12]
    with pytest.raises(surefoot.UnknownNameError, match="'theta20' is none of the parameters"):
        surefoot._plots.pair(Drawn(MANY, 0, 1), {}, ["theta20"])


@pytest.mark.filterwarnings("ignore:data")  # of so few for so many columns
def test_of_many_columns_the_first_twelve_are_shown():
    data = np.random.default_rng(1).normal(size=(60, 20))
    fit = surefoot.fit(data, surefoot.model("gaussian-location", dimension=20), draws=4, seed=1,
                       check="none", progress=False)
    with pytest.warns(surefoot.SurefootWarning, match=r"of 20 columns the first 12.*columns= chooses"):
        axes = fit.plot_predictive()
    assert [axis.get_xlabel() for axis in axes] == [f"x{k}" for k in range(1, 13)]
    axes[0].figure.canvas.draw()
    assert len(rows_of(axes)) == 3
    assert [axis.get_xlabel() for axis in fit.plot_predictive(columns=[20, 3])] == ["x20", "x3"]


def test_pictures_go_where_they_are_wanted(contaminated):
    fit = contaminated["free"]
    figure, (left, right) = matplotlib.pyplot.subplots(1, 2)
    assert list(fit.plot_posterior(names=["theta2"], ax=left)) == [left]
    assert list(fit.plot_predictive(columns=3, ax=[right])) == [right]
    assert left.patches and right.patches and len(figure.axes) == 2
    assert matplotlib.pyplot.get_fignums() == [figure.number]
    assert (left.get_xlabel(), right.get_xlabel()) == ("theta2", "x3")
    with pytest.raises(surefoot.UsageError, match=r"ax must be 4 axes, .*but is 2"):
        fit.plot_posterior(ax=[left, right])
