"""The Python package with models that are built in, as its users meet it."""

import doctest
import inspect
import json
import sys
import warnings

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


@pytest.fixture(scope="module")
def g_and_k():
    return surefoot.simulate("g-and-k", observations=100)


@pytest.fixture(scope="module")
def short(g_and_k):
    return surefoot.fit(g_and_k, "g-and-k", draws=40, seed=1)


# The same as the command line

@pytest.mark.parametrize("keywords", [
    {},
    {"mass": "free", "fixed": {"g": 1}, "bounds": {"a": (0, 10), "b": (0.1, 5)}, "seed": 2**64 - 1},
    {"preset": "paper", "steps": 30, "concentration": 2.5, "noise": "shared", "resample": False},
], ids=["default", "mass free", "paper"])
def test_draws_are_those_of_the_command_line_bit_for_bit(keywords, done, g_and_k_data, tmp_path):
    output = tmp_path / "fit.nc"
    words = []
    for name, value in {"draws": 24, **keywords}.items():
        if isinstance(value, dict):
            value = ",".join(f"{k}={':'.join(map(str, v)) if isinstance(v, tuple) else v}"
                             for k, v in value.items())
        if isinstance(value, bool):
            value = str(value).lower()
        words += [f"--{name.replace('_', '-')}={value}"]
    done("fit", "g-and-k", g_and_k_data, *words, "--quiet", "--output", output)
    data = np.loadtxt(g_and_k_data, skiprows=1)
    here = surefoot.fit(data, "g-and-k", draws=24, **keywords)
    there = surefoot.load(output)
    assert here.draws.tobytes() == there.draws.tobytes()
    assert here.settings == there.settings


def test_simulated_observations_are_those_of_the_command_line(done):
    printed = done("simulate", "g-and-k", "--observations", 30, "--seed", 5, "--contaminate",
                   "cluster:0.1:20")
    here = surefoot.simulate("g-and-k", observations=30, seed=5, contaminate="cluster:0.1:20")
    np.testing.assert_array_equal(np.array(printed.split()[1:], dtype=float), here[:, 0])


def test_errors_are_those_of_the_command_line(g_and_k, refused, g_and_k_data):
    printed = refused(64, "fit", "g-and-k", g_and_k_data, "--lengthscale=-0.5")
    with pytest.raises(ValueError) as error:
        surefoot.fit(g_and_k, "g-and-k", lengthscale=-0.5)
    assert printed == f"surefoot: {error.value}\n"


# Keywords

def test_every_setting_is_a_keyword_with_its_help():
    parameters = inspect.signature(surefoot.fit).parameters
    documented = surefoot.fit.__doc__
    for doc in surefoot._core.setting_docs():
        name = doc.name.replace("-", "_")
        assert name in parameters
        assert f"\n{name} : {doc.values}" in documented and doc.help in documented
        assert f"{name} : {doc.values}, default: {doc.fallback}\n" in documented
    assert parameters["draws"].default == 1000
    assert parameters["chains"].default == 4
    assert parameters["kernel"].default is None


def test_a_given_default_is_no_default(g_and_k):
    settings = {"method": "wabc", "max_simulations": 1000, "progress": False}
    with pytest.warns(surefoot.SurefootWarning):
        assert len(surefoot.fit(g_and_k, "g-and-k", draws=1000, **settings).draws) == 1000
        assert len(surefoot.fit(g_and_k, "g-and-k", **settings).draws) == 500
    with pytest.raises(ValueError, match="mass is not a setting of method wabc"):
        surefoot.fit(g_and_k, "g-and-k", mass="fixed", **settings)


def test_unknown_keyword_names_the_nearest(g_and_k):
    with pytest.raises(TypeError, match="'lenghtscale'; did you mean 'lengthscale'"):
        surefoot.fit(g_and_k, "g-and-k", lenghtscale=1)


@pytest.mark.parametrize("keywords, error, says", [
    ({"draws": 0}, ValueError, "draws must be"),
    ({"draws": 2.5}, ValueError, "draws must be"),
    ({"draws": object()}, TypeError, "draws: a setting must be"),
    ({"method": "abc"}, ValueError, "method must be"),
    ({"fixed": {"z": 1}}, ValueError, "z"),
    ({"bounds": {"a": (3, 1)}}, ValueError, "a"),
    ({"noise": "fresh", "optimiser": "bfgs"}, ValueError, "noise fresh"),
    ({"parameters": {"a": (0, 1)}}, ValueError, "parameters describe a program"),
])
def test_wrong_settings_are_refused(g_and_k, keywords, error, says):
    with pytest.raises(error, match=says):
        surefoot.fit(g_and_k, "g-and-k", **{"draws": 5, **keywords})


@pytest.mark.parametrize("data, says", [
    ([], "no observations"),
    ([1.0, float("nan")], "2"),
    ([1.0, float("inf")], "2"),
    (["a", "b"], "real numbers"),
    ([1j], "real numbers"),
    (np.zeros((2, 2, 2)), "dimensions"),
    (np.zeros((5, 2)), "column"),
    ([1e200, 1.0], "between"),
    ([[1.0], [2.0, 3.0]], "rows of several lengths"),
])
def test_wrong_data_are_refused(data, says):
    with pytest.raises(ValueError, match=says):
        surefoot.fit(data, "g-and-k", draws=5)


def test_unknown_model_names_the_nearest(g_and_k):
    with pytest.raises(ValueError, match="g-and-k"):
        surefoot.fit(g_and_k, "g-and-j")
    with pytest.raises(TypeError, match="surefoot.Simulator"):
        surefoot.fit(g_and_k, 3)


@pytest.mark.parametrize("how", [
    lambda x: x[:, 0],
    lambda x: x.tolist(),
    lambda x: np.asfortranarray(np.hstack([x, x]))[:, ::2],
    lambda x: __import__("pandas").DataFrame(x),
], ids=["vector", "list", "strided", "pandas"])
def test_data_may_come_in_any_form(g_and_k, short, how):
    np.testing.assert_array_equal(surefoot.fit(how(g_and_k), "g-and-k", draws=4, seed=1).draws,
                                  short.draws[:4])


def test_contiguous_doubles_are_not_copied(g_and_k):
    data = np.array(g_and_k)
    fit = surefoot.fit(data, "g-and-k", draws=4)
    assert np.shares_memory(fit.observations, data)
    kept = data.copy()
    del data
    np.testing.assert_array_equal(fit.observations, kept)


# The result

def test_draws_are_a_read_only_view_that_outlives_the_fit(g_and_k):
    fit = surefoot.fit(g_and_k, "g-and-k", draws=8)
    assert fit.draws.shape == (8, 4) and fit.draws.dtype == np.float64
    with pytest.raises(ValueError):
        fit.draws[0, 0] = 0.0
    draws, copy = fit.draws, fit.draws.copy()
    del fit
    np.testing.assert_array_equal(draws, copy)


def test_summary_is_that_of_the_command_line(short, done, tmp_path):
    short.save(tmp_path / "fit.nc")
    assert str(short.summary()) + "\n" == done("summary", tmp_path / "fit.nc")
    summary = short.summary()
    assert summary["parameters"]["a"]["mean"] == pytest.approx(short["a"].mean())
    assert list(summary.to_frame().index) == [*short.names, "mass"]
    assert summary["converged"] == short.converged == 40 - short.on_edge and short.failed == 0
    json.dumps(summary)


def test_saved_fit_is_loaded_as_it_was(short, tmp_path):
    short.save(tmp_path / "fit.nc")
    loaded = surefoot.load(tmp_path / "fit.nc")
    np.testing.assert_array_equal(loaded.draws, short.draws)
    np.testing.assert_array_equal(loaded.observations, short.observations)
    assert loaded.settings == short.settings and loaded.names == short.names
    assert str(loaded.summary()) == str(short.summary())
    np.testing.assert_array_equal(loaded.predict(3, seed=2), short.predict(3, seed=2))
    short.save(tmp_path / "fit.csv")
    assert np.loadtxt(tmp_path / "fit.csv", delimiter=",", skiprows=1, usecols=1)[3] == short["a"][3]


def test_files_that_cannot_be_are_refused(short, tmp_path):
    with pytest.raises(ValueError, match="fit.txt"):
        short.save(tmp_path / "fit.txt")
    with pytest.raises(RuntimeError, match="nowhere"):
        short.save(tmp_path / "nowhere" / "fit.nc")
    with pytest.raises(ValueError, match="missing.nc"):
        surefoot.load(tmp_path / "missing.nc")


def test_arviz_takes_it(short):
    import matplotlib

    matplotlib.use("Agg")
    az = pytest.importorskip("arviz")
    data = short.to_arviz()
    assert set(az.summary(data).index) == {*short.names, "mass"}
    az.plot_pair(data)
    np.testing.assert_array_equal(data.posterior["a"].values.ravel(), short["a"])
    assert data["posterior_predictive"]["x"].shape == (4, 10, 100)


@pytest.mark.parametrize("opened", ["InferenceData", "DataTree"])
def test_both_lines_of_arviz_get_their_own_kind(short, opened, monkeypatch):
    """What ArviZ 1.x calls from_netcdf is xarray's open_datatree."""
    az, xarray = pytest.importorskip("arviz"), pytest.importorskip("xarray")
    if opened == "DataTree":
        monkeypatch.setattr(az, "from_netcdf", xarray.open_datatree)
    elif not hasattr(az, "InferenceData"):
        pytest.skip("ArviZ 1.x has no InferenceData")
    data = short.to_arviz()
    assert type(data).__name__ == opened
    np.testing.assert_array_equal(data["posterior"]["a"].values.ravel(), short["a"])
    np.testing.assert_array_equal(data["observed_data"]["x"].values, short.observations[:, 0])


def test_report_is_a_page(short, tmp_path):
    short.report(tmp_path / "fit.html")
    page = (tmp_path / "fit.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and "g-and-k" in page and "log_k" in page
    with pytest.raises(RuntimeError, match="nowhere"):
        short.report(tmp_path / "nowhere" / "fit.html")


def test_pictures(short):
    import matplotlib

    matplotlib.use("Agg")
    assert len(short.plot_posterior({"a": 3.0})) == 4
    assert short.plot_pair({"a": 3.0, "b": 1.0}).shape == (4, 4)
    assert len(short.plot_predictive()) == 1


def test_pictures_say_what_is_missing(short, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        short.plot_posterior()


def test_predictions_follow_the_draws(short):
    predicted = short.predict(500, seed=3)
    assert predicted.shape == (40, 500, 1)
    assert np.abs(np.median(predicted, axis=(1, 2)) - short["a"]).max() < 0.5
    assert (short.predict(500, seed=4) != predicted).any()


def test_settings_in_force_repeat_the_run(short, g_and_k):
    again = surefoot.fit(g_and_k, "g-and-k", **short.settings)
    np.testing.assert_array_equal(again.draws, short.draws)


def test_statistics_have_an_entry_for_each_draw(short):
    assert all(len(values) == 40 for values in short.statistics.values())
    assert set(short.statistics["status"]) <= {"converged", "box-edge"}


# Models

def test_models_are_described():
    assert {"gaussian-location", "g-and-k", "toggle-switch", "sir"} <= set(surefoot.models())
    model = surefoot.model("gaussian-location", dimension=3)
    assert model.dimension == 3 and list(model.parameters) == ["theta1", "theta2", "theta3"]
    with pytest.raises(ValueError, match="g-and-k"):
        surefoot.model("g-and-q")


def test_a_described_model_is_taken_for_its_name(short, g_and_k):
    fit = surefoot.fit(g_and_k, surefoot.model("g-and-k"), draws=40, seed=1)
    np.testing.assert_array_equal(fit.draws, short.draws)
    model = surefoot.model("gaussian-location", dimension=3)
    assert surefoot.simulate(model, [1.0, 2.0, 3.0], 5).shape == (5, 3)
    with pytest.raises(ValueError, match="3 columns"):
        surefoot.fit(g_and_k, model, draws=4)


@pytest.mark.parametrize("theta, says", [
    ({"z": 1.0}, "'z'"), ([1.0], "4 values"), ([1.0] * 5, "4 values"),
    ({"b": -1.0}, "b between 0"), ({"b": float("nan")}, "b between 0")])
def test_wrong_theta_is_refused(theta, says):
    with pytest.raises(ValueError, match=says):
        surefoot.simulate("g-and-k", theta, 10)


@pytest.mark.parametrize("keywords, says", [
    ({"observations": 0}, "observations must be"), ({"observations": 2.5}, "but is 2.5"),
    ({"seed": -1}, "seed must be"), ({"seed": 2**64}, "seed must be")])
def test_wrong_numbers_are_refused(short, keywords, says):
    with pytest.raises(ValueError, match=says):
        surefoot.simulate("g-and-k", **keywords)
    with pytest.raises(ValueError, match=says):
        short.predict(**keywords)


def test_program_is_fitted():
    program = (f"exec:{sys.executable} -c 'import random, sys\nfor line in sys.stdin:\n"
               "  m, seed, a = line.split()\n  random.seed(int(seed))\n"
               "  for i in range(int(m)): print(float(a) + random.gauss(0, 1))\n"
               "  sys.stdout.flush()'")
    data = 2.0 + np.random.default_rng(1).standard_normal(60)
    fit = surefoot.fit(data, program, parameters={"a": (-5, 5)}, draws=4, simulations=100)
    assert fit.names == ("a",) and abs(fit.draws.mean() - 2.0) < 1.0
    with pytest.raises(ValueError, match="parameters"):
        surefoot.fit(data, program)


def test_methods_are_compared(g_and_k):
    fits = surefoot.compare(g_and_k, "g-and-k", ["npl-mmd"], draws=12)
    assert list(fits) == ["npl-mmd"] and "npl-mmd" in str(fits)


def test_a_method_that_cannot_serve_the_model_is_left_out_of_a_comparison(g_and_k):
    located = surefoot.Simulator(lambda theta, noise: theta[0] + noise, {"mu": (-10, 10)})
    with pytest.warns(surefoot.SurefootWarning, match="npl-wll: .*density"):
        fits = surefoot.compare(g_and_k, located, ["npl-wll", "npl-mmd"], draws=6, seed=1)
    assert list(fits) == ["npl-mmd"]
    alone = surefoot.fit(g_and_k, located, draws=6, seed=1)
    np.testing.assert_array_equal(fits["npl-mmd"].draws, alone.draws)


def test_an_error_in_the_simulator_ends_a_comparison(g_and_k):
    calls = []

    def simulate(theta, noise):
        calls.append(theta)
        if len(calls) > 20:
            raise ValueError("out of paper")
        return theta[0] + noise

    with pytest.raises(ValueError, match="out of paper"):
        surefoot.compare(g_and_k, surefoot.Simulator(simulate, {"mu": (-10, 10)}),
                         ["npl-mmd", "wabc"], draws=6)


def test_devices_begin_with_the_processor():
    assert surefoot.devices()[0] == "cpu"


@pytest.mark.parametrize("module", ["", "._fit", "._models", "._compare", "._simulator", ".adapters"])
def test_docstring_examples(module):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = doctest.testmod(sys.modules["surefoot" + module], raise_on_error=False)
    assert result.attempted > 0 and result.failed == 0
