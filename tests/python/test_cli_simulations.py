"""Simulations that are kept and taken up again, as users of the program meet them."""

import json
import re

import pytest

USAGE, DATA = 64, 65


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("simulations")


def simulated(done, path, model="gaussian-location", seed=0, count=150, options=()):
    done("simulate", model, "--observations", count, "--seed", seed, *options, "--output", path)
    return path


@pytest.fixture(scope="module")
def data(folder, done):
    return simulated(done, folder / "data.csv", options=("--model-option", "dimension=2"))


@pytest.fixture(scope="module")
def other_data(folder, done):
    return simulated(done, folder / "other.csv", seed=7, options=("--model-option", "dimension=2"))


def reused(stderr):
    """Observations and places that were taken, and observations that were simulated."""
    found = re.search(r"(\d+) observations at (\d+) places taken from \S+; (\d+) simulated anew", stderr)
    return tuple(map(int, found.groups())) if found else None


def words(data, kept, *more, summary="csv"):
    return ("fit", "gaussian-location", data, "--budget", 20000, "--draws", 60, "--summary", summary,
            "--keep-simulations", kept, *more)


@pytest.fixture(scope="module")
def first(folder, surefoot, data):
    """A fit that has kept what it simulated."""
    kept = folder / "kept.nc"
    result = surefoot(*words(data, kept, "--output", folder / "first.nc"))
    assert result.returncode == 0, result.stderr
    assert "what was simulated is kept in" in result.stderr
    return kept, result.stdout


def copy_of(kept, tmp_path):
    path = tmp_path / "copy.nc"
    path.write_bytes(kept.read_bytes())
    return path


def test_keeping_changes_no_draw(first, done, data):
    without = done("fit", "gaussian-location", data, "--budget", 20000, "--draws", 60, "--summary",
                   "csv", "--quiet")
    assert first[1] == without


def test_the_same_fit_again_simulates_nothing(first, surefoot, data, tmp_path):
    kept = copy_of(first[0], tmp_path)
    before = kept.read_bytes()
    again = surefoot(*words(data, kept))
    assert again.stdout == first[1]
    assert reused(again.stderr)[2] == 0
    assert kept.read_bytes() == before


def test_other_data_take_up_what_was_kept(first, surefoot, done, other_data, tmp_path):
    kept = copy_of(first[0], tmp_path)
    size = kept.stat().st_size
    result = surefoot(*words(other_data, kept, "--seed", 3, summary="json"))
    assert result.returncode == 0, result.stderr
    taken, places, anew = reused(result.stderr)
    assert taken > 4000 and places > 50 and anew < 14000
    assert kept.stat().st_size > size  # the file has both by now
    summary = json.loads(result.stdout)
    assert summary["simulator_calls"] <= anew + 3000  # with predictive data
    direct = json.loads(done("fit", "gaussian-location", other_data, "--draws", 200, "--quiet",
                             "--seed", 3, "--summary", "json"))
    for name, one in direct["parameters"].items():
        other = summary["parameters"][name]
        assert abs(one["mean"] - other["mean"]) < 0.4 * one["sd"]
        assert 0.7 < other["sd"] / one["sd"] < 1.5


def test_another_kernel_and_a_smaller_box_take_it_up_too(first, surefoot, data, tmp_path):
    kept = copy_of(first[0], tmp_path)
    result = surefoot(*words(data, kept, "--kernel", "laplace", "--bounds", "theta1=-3:3"))
    assert result.returncode == 0, result.stderr
    assert reused(result.stderr)[0] > 4000


def test_a_fixed_parameter_is_part_of_a_place(first, surefoot, data, tmp_path):
    kept = copy_of(first[0], tmp_path)
    result = surefoot(*words(data, kept, "--fixed", "theta2=0.123"))
    assert result.returncode == 0, result.stderr
    assert reused(result.stderr) is None  # nothing of it was simulated there
    again = surefoot(*words(data, kept, "--fixed", "theta2=0.123"))
    assert again.stdout == result.stdout and reused(again.stderr)[2] == 0


def test_the_file_is_netcdf(first):
    xarray = pytest.importorskip("xarray")
    try:
        kept = xarray.open_dataset(first[0], engine="netcdf4")
    except ValueError:
        pytest.skip("xarray cannot read netCDF-4 here")
    with kept:
        assert list(kept["parameter"].values) == ["theta1", "theta2"]
        assert kept["x"].sizes["observation"] == kept["place_of"].size
        assert kept["theta"].shape == (kept.sizes["place"], 2)
        assert kept.attrs["simulator"] == "gaussian-location"


@pytest.mark.parametrize("model, options, says", [
    ("g-and-k", (), "(model: gaussian-location there, g-and-k here)"),
    ("gaussian-location", ("--model-option", "dimension=1"), "(parameters: theta1,theta2 there, theta1 here)"),
])
def test_the_file_of_another_simulator_is_refused(first, surefoot, done, tmp_path, model, options, says):
    data = simulated(done, tmp_path / "data.csv", model, options=options)
    before = first[0].read_bytes()
    result = surefoot("fit", model, data, "--budget", 20000, "--draws", 20, "--keep-simulations", first[0])
    assert result.returncode == DATA
    assert "its simulations are of another simulator" in result.stderr and says in result.stderr
    assert first[0].read_bytes() == before


@pytest.mark.parametrize("content, says", [
    (b"a,b\n1,2\n", "a file of simulations must be a netCDF-4 file, but this is not one"),
    (b"\x89HDF\r\n\x1a\n" + b"x" * 100, "the checksum at the end of the file is missing or wrong"),
])
def test_a_file_of_something_else_is_left_alone(surefoot, data, write, content, says):
    path = write("kept.nc", content)
    result = surefoot(*words(data, path))
    assert result.returncode == DATA and says in result.stderr
    assert path.read_bytes() == content


def test_a_fit_is_no_file_of_simulations(first, folder, surefoot, data):
    result = surefoot(*words(data, folder / "first.nc"))
    assert result.returncode == DATA and "not one of simulations" in result.stderr


@pytest.mark.parametrize("more, says", [
    (("--embedding", "direct", "--keep-simulations", "x.nc"), "keep-simulations is for embedding emulated"),
    (("--keep-simulations", "no/such/folder/x.nc"), "cannot be created"),
    (("--method", "npl-wll", "--keep-simulations", "x.nc"), "keep-simulations is not a setting of method"),
])
def test_what_cannot_be_is_refused(surefoot, data, more, says):
    result = surefoot("fit", "gaussian-location", data, *more)
    assert result.returncode != 0 and says in result.stderr


def test_no_output_may_be_the_file(refused, data, tmp_path):
    refused(USAGE, *words(data, tmp_path / "a.nc", "--output", tmp_path / "a.nc"), says="keep-simulations")


# Going on

def test_more_draws_are_made_without_simulating(first, folder, surefoot, done, data, tmp_path):
    fit = tmp_path / "fit.nc"
    fit.write_bytes((folder / "first.nc").read_bytes())
    # The file of the earlier run is taken up unasked.
    result = surefoot("fit", "gaussian-location", data, "--budget", 20000, "--draws", 90, "--output", fit,
                      "--resume", "--summary", "csv")
    assert result.returncode == 0, result.stderr
    assert "going on from 60 of 90 draws" in result.stderr
    assert reused(result.stderr)[2] == 0
    assert result.stdout == done("fit", "gaussian-location", data, "--budget", 20000, "--draws", 90,
                                 "--summary", "csv", "--quiet")


def test_a_larger_budget_goes_on_from_what_was_kept(first, folder, surefoot, done, data, tmp_path):
    kept, fit = copy_of(first[0], tmp_path), tmp_path / "fit.nc"
    fit.write_bytes((folder / "first.nc").read_bytes())
    result = surefoot(*words(data, kept)[:3], "--budget", 60000, "--draws", 60, "--output", fit, "--resume",
                      "--keep-simulations", kept)
    assert result.returncode == 0, result.stderr
    assert "all draws are made anew; what was simulated is in" in result.stderr
    taken, _, anew = reused(result.stderr)
    assert taken > 8000 and anew < 48000
    assert json.loads(done("summary", fit, "--summary", "json"))["settings"]["budget"] == 60000


def test_a_larger_budget_without_a_file_is_one_run_with_it(surefoot, done, data, tmp_path):
    fit, line = tmp_path / "fit.nc", ("fit", "gaussian-location", data, "--draws", 40, "--summary", "csv")
    done(*line, "--budget", 10000, "--output", fit)
    result = surefoot(*line, "--budget", 20000, "--output", fit, "--resume")
    assert result.returncode == 0, result.stderr
    assert "its simulations were not kept, so all are made again" in result.stderr
    assert result.stdout == done(*line, "--budget", 20000, "--quiet")


def test_a_smaller_budget_does_not_go_on(first, folder, surefoot, data):
    result = surefoot("fit", "gaussian-location", data, "--budget", 10000, "--draws", 60, "--output",
                      folder / "first.nc", "--resume")
    assert result.returncode == USAGE
    assert "it was learnt with a budget of 20000" in result.stderr and "but has 10000" in result.stderr
