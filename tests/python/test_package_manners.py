"""What people who know Python expect of a package: errors, frames, samples, notebooks, progress."""

import io
import os
import pathlib
import sys
import tempfile
import types

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


@pytest.fixture(scope="module")
def data():
    return surefoot.simulate("g-and-k", observations=80, seed=1, contaminate="cluster:0.1:20")


@pytest.fixture(scope="module")
def fit(data):
    return surefoot.fit(data, "g-and-k", draws=12, seed=1, mass="free")


def no_compiler():
    """A header, where there is nothing that could compile it."""
    os.environ.update(CXX="/nowhere/compiler", SUREFOOT_CACHE=tempfile.mkdtemp())
    return str(pathlib.Path(__file__).parents[2] / "examples" / "two_stages.hpp")


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in ("CXX", "SUREFOOT_CACHE"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
        monkeypatch.delenv(name)


def located(theta, noise):
    return theta[0] + noise


@pytest.mark.parametrize("call, kind, built_in", [
    (lambda d: surefoot.fit(d, "g-and-k", draws=0), "UsageError", ValueError),
    (lambda d: surefoot.fit(d, "g-and-k", draw=3), "WrongTypeError", TypeError),
    (lambda d: surefoot.fit(["a"], "g-and-k"), "DataError", ValueError),
    (lambda d: surefoot.fit(d * np.nan, "g-and-k"), "DataError", ValueError),
    (lambda d: surefoot.fit(d, "nothing-such"), "UsageError", ValueError),
    (lambda d: surefoot.load("nowhere.nc"), "DataError", ValueError),
    (lambda d: surefoot.fit(d, "g-and-k", draws=4).save("/nowhere/fit.nc"), "OutputError",
     RuntimeError),
    (lambda d: surefoot.fit(d, "g-and-k", draws=4)["mu"], "UnknownNameError", KeyError),
    (lambda d: surefoot.fit(d, "exec:false", parameters={"a": (0, 1)}, draws=2), "DataError",
     ValueError),
    (lambda d: surefoot.compile(no_compiler()), "RunError", RuntimeError),
])
def test_every_error_is_a_surefoot_error_and_its_built_in_kind(data, call, kind, built_in):
    with pytest.raises(surefoot.SurefootError) as caught:
        call(data)
    assert type(caught.value) is getattr(surefoot, kind)
    assert isinstance(caught.value, built_in)
    assert not str(caught.value).startswith('"')  # a text, and not its repr


def test_errors_of_a_simulator_are_its_own(data):
    def broken(theta, noise):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        surefoot.fit(data, broken, parameters={"a": (0, 1)}, draws=2)


def test_forgotten_dimension_is_named():
    def two(theta, noise):
        return theta[0] + np.stack([noise[:, 0], noise[:, 1]], axis=1)

    pairs = np.random.default_rng(1).standard_normal((50, 2))
    own = surefoot.Simulator(two, {"mu": (-5, 5)})
    with pytest.raises(surefoot.DataError, match=r"have 2 columns.*dimension=2"):
        surefoot.fit(pairs, own, draws=2)
    with pytest.raises(surefoot.UsageError, match="dimension= says.*noise_dimension="):
        surefoot.fit(pairs[:, 0], own, draws=2)
    wide = surefoot.Simulator(lambda theta, noise: theta[0] + np.tile(noise, 2), {"mu": (-5, 5)})
    with pytest.raises(surefoot.UsageError, match=r"shape \(7, 2\): dimension=2"):
        surefoot.fit(pairs[:, 0], wide, draws=2)
    assert len(surefoot.fit(pairs, two, parameters={"mu": (-5, 5)}, draws=2)) == 2


def test_draws_are_a_data_frame(fit):
    pytest.importorskip("pandas")
    frame = fit.to_dataframe()
    assert list(frame.columns) == ["a", "b", "g", "log_k", "mass"] and frame.index.name == "draw"
    np.testing.assert_array_equal(frame["g"], fit["g"])
    with_all = fit.to_dataframe(statistics=True)
    assert {"status", "objective", "converged"} <= set(with_all.columns)
    assert list(with_all.columns).count("mass") == 1


def test_samples_are_draws(fit):
    few = fit.sample(5, seed=2)
    assert few.shape == (5, 4) and len(np.unique(few, axis=0)) == 5
    assert all(row.tolist() in fit.draws.tolist() for row in few)
    np.testing.assert_array_equal(few, fit.sample((5,), seed=2))
    assert (few != fit.sample(5, seed=3)).any()
    assert fit.sample(100).shape == (100, 4)
    with pytest.raises(surefoot.UsageError, match="n must be a whole number"):
        fit.sample(0)


def test_notebooks_show_tables(fit):
    page = fit._repr_html_()
    assert page.count("<tr>") == 6 and "<th>log_k</th>" in page and "12 draws" in page
    assert fit.summary()._repr_html_().count("<tr>") == 6
    compared = surefoot.Comparison({"a<b": fit})
    assert compared._repr_html_().startswith("<pre>")


def test_names_in_tables_are_escaped(data):
    fit = surefoot.fit(data, surefoot.Simulator(located, {"<b>": (-50, 50)}), draws=4)
    assert "<b>&" not in fit._repr_html_() and "&lt;b&gt;" in fit._repr_html_()


def test_columns_of_a_data_frame_keep_their_names(tmp_path):
    pandas = pytest.importorskip("pandas")
    values = np.random.default_rng(1).standard_normal((60, 3))
    frame = pandas.DataFrame(values, columns=["height", "weight", "age"])
    model = surefoot.model("gaussian-location", dimension=2)
    fit = surefoot.fit(frame, model, columns=["age", "height"], draws=8)
    assert fit.columns == ("age", "height")
    assert list(fit.observations_table().columns[:2]) == ["age", "height"]
    fit.save(tmp_path / "fit.nc")
    again = surefoot.load(tmp_path / "fit.nc")
    assert again.columns == ("age", "height") and again.more(12).columns == ("age", "height")
    assert surefoot.fit(values[:, :2], model, draws=4).columns == ("x1", "x2")
    assert surefoot.fit(frame["age"], "gaussian-location", draws=4).columns == ("age",)
    assert fit.to_arviz().observed_data["column"].values.tolist() == ["age", "height"]


def test_columns_of_a_file_keep_their_names(done, write, tmp_path):
    file = write("data.csv", "when,size\n" + "".join(f"{k},{k % 7}\n" for k in range(40)))
    done("fit", "gaussian-location", file, "--columns", "size", "--draws", 4, "--output",
         tmp_path / "fit.nc")
    assert surefoot.load(tmp_path / "fit.nc").columns == ("size",)


def test_comparisons_keep_methods_whatever_settings_are_given(data):
    fits = surefoot.compare(data, "g-and-k", ["npl-mmd", "wabc"], draws=8, particles=16,
                            max_simulations=200, seed=1)
    assert list(fits) == ["npl-mmd", "wabc"]
    assert [len(f) for f in fits.values()] == [8, 16]


class Bar:
    """As much of tqdm as is used."""

    made: list["Bar"] = []

    def __init__(self, total, desc, unit, leave):
        self.total, self.unit, self.n, self.closed = total, unit, 0, False
        Bar.made.append(self)

    def update(self, by):
        self.n += by

    def set_postfix(self, told):
        self.told = told

    def close(self):
        self.closed = True


def test_progress_is_by_tqdm_where_it_is(monkeypatch, data):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    Bar.made.clear()
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))
    surefoot.fit(data, "g-and-k", draws=8)
    assert Bar.made and all(bar.closed for bar in Bar.made)
    assert (Bar.made[-1].n, Bar.made[-1].total, Bar.made[-1].unit) == (8, 8, " draws")
    monkeypatch.setitem(sys.modules, "tqdm", None)
    surefoot.fit(data, "g-and-k", draws=8)
    assert "8 of 8 draws" in sys.stderr.getvalue()


def test_hints_name_packages_that_there_are(fit, monkeypatch):
    for module in ("arviz", "pandas", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, module, None)
    for call, package in ((fit.to_arviz, "pip install arviz netCDF4"),
                          (fit.to_dataframe, "pip install pandas"),
                          (fit.plot_pair, "pip install matplotlib")):
        with pytest.raises(surefoot.MissingPackageError, match=package) as caught:
            call()
        assert "surefoot[" not in str(caught.value)


def test_data_can_stay_out_of_files(fit, tmp_path):
    fit.save(tmp_path / "fit.nc", without_data=True)
    fit.report(tmp_path / "fit.html", without_data=True)
    bare = surefoot.load(tmp_path / "fit.nc")
    np.testing.assert_array_equal(bare.draws, fit.draws)
    assert bare.observations.size == 0 and "80 observations" in str(bare.summary())
    for call in (lambda: bare.more(20), lambda: bare.calibrate(20), lambda: bare.check(replicates=19),
                 bare.plot_predictive):
        with pytest.raises(surefoot.DataError, match="saved without"):
            call()
    assert bare.predict(3).shape == (12, 3, 1)
    shown = (tmp_path / "fit.html").read_text()
    assert not [value for value in fit.observations.ravel() if f"{value:.5g}" in shown
                and abs(value) > 15]
