"""What is known of each draw beside its parameters, in Python, files and documentation."""

import csv
import pathlib

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")
xarray = pytest.importorskip("xarray")

FILES = pathlib.Path(__file__).parents[2] / "docs" / "files.md"
DOCS = dict(surefoot._core.statistic_docs())


@pytest.fixture(scope="module", params=["fixed", "free"])
def fit(request):
    data = surefoot.simulate("g-and-k", observations=60, contaminate="cluster:0.1:20")
    return surefoot.fit(data, "g-and-k", draws=12, seed=1, mass=request.param)


def test_python_has_all_statistics(fit):
    statistics = fit.statistics
    assert list(statistics) == ["draw", *DOCS]
    assert all(len(values) == len(fit) for values in statistics.values())
    assert (statistics["remaining_move"] < 0.01).all()
    assert statistics["converged"].dtype == bool
    assert (statistics["converged"] == (statistics["status"] == "converged")).all()
    assert (statistics["mass"] == 1).all() == (fit.settings["mass"] == "fixed")


def test_files_have_the_same_statistics(fit, tmp_path):
    fit.save(tmp_path / "fit.nc")
    fit.save(tmp_path / "fit.csv")
    with open(tmp_path / "fit.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    there = [name for name in DOCS if name != "mass" or fit.settings["mass"] == "free"]
    assert list(rows[0]) == ["draw", *fit.names, *there]
    with xarray.open_dataset(tmp_path / "fit.nc", group="sample_stats") as stats:
        assert list(stats.data_vars) == there
        for name in there:
            if name != "status":
                np.testing.assert_array_equal(stats[name].values.ravel(), fit.statistics[name])
    loaded = surefoot.load(tmp_path / "fit.nc")
    for name, values in fit.statistics.items():
        np.testing.assert_array_equal(loaded.statistics[name], values, name)


def test_documentation_tells_all_of_them():
    page = " ".join(FILES.read_text().split())
    for name, meaning in DOCS.items():
        assert f"| `{name}` | {meaning} |" in page, name
        assert f"{name} : {meaning}" in surefoot.Fit.statistics.__doc__


# The mass

def test_mass_is_a_column_where_it_is_free(fit, tmp_path):
    fit.save(tmp_path / "fit.nc")
    with xarray.open_dataset(tmp_path / "fit.nc", group="posterior") as posterior:
        variables = {name: values.values.ravel() for name, values in posterior.items()}
    frame = fit.summary().to_frame()
    if fit.settings["mass"] == "fixed":
        with pytest.raises(KeyError, match="the mass is fixed; the parameters are a, b, g, log_k"):
            fit["mass"]
        assert list(variables) == list(frame.index) == list(fit.names)
        return
    np.testing.assert_array_equal(fit["mass"], fit.statistics["mass"])
    assert list(variables) == list(frame.index) == [*fit.names, "mass"]
    np.testing.assert_array_equal(variables["mass"], fit["mass"])
    assert frame.notna().all().all()
    assert frame.loc["mass", "q50"] == pytest.approx(np.median(fit["mass"]))
    assert frame.loc["a", "mean"] == fit.summary()["parameters"]["a"]["mean"]
    assert surefoot.load(tmp_path / "fit.nc").names == fit.names


def test_parameter_that_is_called_mass_keeps_its_name(tmp_path):
    own = surefoot.Simulator(lambda theta, noise: theta[0] + noise, {"mass": (-10, 10)})
    fit = surefoot.fit(np.arange(30.0) / 10, own, draws=8, mass="free")
    np.testing.assert_array_equal(fit["mass"], fit.draws[:, 0])
    fit.save(tmp_path / "fit.nc")
    with xarray.open_dataset(tmp_path / "fit.nc", group="posterior") as posterior:
        assert list(posterior.data_vars) == ["mass", "mass_"]
        np.testing.assert_array_equal(posterior["mass"].values.ravel(), fit["mass"])
    assert surefoot.load(tmp_path / "fit.nc").draws.tobytes() == fit.draws.tobytes()
