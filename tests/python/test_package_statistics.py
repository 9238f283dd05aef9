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
    assert statistics["converged"].dtype == bool and statistics["converged"].all()
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
