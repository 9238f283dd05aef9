"""Simulations that are kept, taken up again, or come from elsewhere, as their users meet them."""

import json
import random
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
    found = re.search(r"(\d+) observations at (\d+) places taken from \S+; (\d+) simulated anew",
                      stderr)
    return tuple(map(int, found.groups())) if found else None


def words(data, kept, *more, summary="csv"):
    return ("fit", "gaussian-location", data, "--budget", 20000, "--draws", 60, "--summary",
            summary, "--keep-simulations", kept, *more)


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
    ("gaussian-location", ("--model-option", "dimension=1"),
     "(parameters: theta1,theta2 there, theta1 here)"),
])
def test_the_file_of_another_simulator_is_refused(first, surefoot, done, tmp_path, model, options,
                                                  says):
    data = simulated(done, tmp_path / "data.csv", model, options=options)
    before = first[0].read_bytes()
    result = surefoot("fit", model, data, "--budget", 20000, "--draws", 20, "--keep-simulations",
                      first[0])
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
    (("--embedding", "direct", "--keep-simulations", "x.nc"),
     "keep-simulations is for embedding emulated"),
    (("--keep-simulations", "no/such/folder/x.nc"), "cannot be created"),
    (("--method", "npl-wll", "--keep-simulations", "x.nc"),
     "keep-simulations is not a setting of method"),
    (("--keep-simulations", "x.nc", "--simulations-from", "y.csv"),
     "with simulations-from nothing is"),
    (("--budget", 20000, "--simulations-from", "y.csv"), "with simulations-from nothing is"),
    (("--embedding", "direct", "--simulations-from", "y.csv"),
     "simulations-from is for embedding emulated"),
])
def test_what_cannot_be_is_refused(surefoot, data, more, says):
    result = surefoot("fit", "gaussian-location", data, *more)
    assert result.returncode != 0 and says in result.stderr


def test_no_output_may_be_the_file(refused, data, tmp_path):
    both = tmp_path / "a.nc"
    refused(USAGE, *words(data, both, "--output", both), says="keep-simulations")


# Going on

def test_more_draws_are_made_without_simulating(first, folder, surefoot, done, data, tmp_path):
    fit = tmp_path / "fit.nc"
    fit.write_bytes((folder / "first.nc").read_bytes())
    # The file of the earlier run is taken up unasked.
    result = surefoot("fit", "gaussian-location", data, "--budget", 20000, "--draws", 90,
                      "--output", fit, "--resume", "--summary", "csv")
    assert result.returncode == 0, result.stderr
    assert "going on from 60 of 90 draws" in result.stderr
    assert reused(result.stderr)[2] == 0
    assert result.stdout == done("fit", "gaussian-location", data, "--budget", 20000, "--draws", 90,
                                 "--summary", "csv", "--quiet")


def test_a_larger_budget_goes_on_from_what_was_kept(first, folder, surefoot, done, data, tmp_path):
    kept, fit = copy_of(first[0], tmp_path), tmp_path / "fit.nc"
    fit.write_bytes((folder / "first.nc").read_bytes())
    result = surefoot(*words(data, kept)[:3], "--budget", 60000, "--draws", 60, "--output", fit,
                      "--resume", "--keep-simulations", kept)
    assert result.returncode == 0, result.stderr
    assert "all draws are made anew; what was simulated is in" in result.stderr
    taken, _, anew = reused(result.stderr)
    assert taken > 8000 and anew < 48000
    assert json.loads(done("summary", fit, "--summary", "json"))["settings"]["budget"] == 60000


def test_a_larger_budget_without_a_file_is_one_run_with_it(surefoot, done, data, tmp_path):
    fit = tmp_path / "fit.nc"
    line = ("fit", "gaussian-location", data, "--draws", 40, "--summary", "csv")
    done(*line, "--budget", 10000, "--output", fit)
    result = surefoot(*line, "--budget", 20000, "--output", fit, "--resume")
    assert result.returncode == 0, result.stderr
    assert "its simulations were not kept, so all are made again" in result.stderr
    assert result.stdout == done(*line, "--budget", 20000, "--quiet")


def test_a_smaller_budget_does_not_go_on(first, folder, surefoot, data):
    result = surefoot("fit", "gaussian-location", data, "--budget", 10000, "--draws", 60,
                      "--output", folder / "first.nc", "--resume")
    assert result.returncode == USAGE
    assert "it was learnt with a budget of 20000" in result.stderr
    assert "but has 10000" in result.stderr


# Tables

def table_of_normals(path, places, each, header="mean,sd,x", low=(-3, 0.3), high=(5, 4), seed=1):
    """Simulations of N(mean, sd^2) at places that are spread over a box."""
    chance = random.Random(seed)
    lines = [header] if header else []
    for _ in range(places):
        mean = chance.uniform(low[0], high[0])
        sd = low[1] * (high[1] / low[1])**chance.random()
        lines += [f"{mean!r},{sd!r},{chance.gauss(mean, sd)!r}" for _ in range(each)]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def normals(folder):
    """200 observations of N(1, 1)."""
    chance = random.Random(11)
    path = folder / "normals.csv"
    path.write_text("".join(f"{chance.gauss(1, 1)!r}\n" for _ in range(200)))
    return path


TABLE = ("--parameters", "mean=-3:5,sd=0.3:4:log", "--draws", 100)


# One observation at each place, a few, and many.
@pytest.mark.parametrize("places, each", [(20000, 1), (4000, 5), (300, 100)])
def test_a_table_is_fitted_without_a_simulator(surefoot, normals, tmp_path, places, each):
    table = table_of_normals(tmp_path / "sims.csv", places, each)
    result = surefoot("fit", "table", normals, "--simulations-from", table, *TABLE, "--summary",
                      "json")
    assert result.returncode == 0, result.stderr
    assert "there are no predictive data" in result.stderr
    assert "lie beyond" not in result.stderr
    summary = json.loads(result.stdout)
    assert summary["simulator_calls"] == 0
    mean, sd = summary["parameters"]["mean"], summary["parameters"]["sd"]
    # Standard errors of 0.07 and 0.05, and some more for the error of the table.
    assert abs(mean["mean"] - 1) < 0.35 and 0.05 < mean["sd"] < 0.25
    assert abs(sd["mean"] - 1) < 0.3 and 0.03 < sd["sd"] < 0.25


def test_columns_may_come_in_any_order_or_without_names(done, normals, tmp_path):
    plain = table_of_normals(tmp_path / "plain.csv", 2000, 4)
    rows = [line.split(",") for line in plain.read_text().splitlines()]
    turned, bare = tmp_path / "turned.csv", tmp_path / "bare.csv"
    turned.write_text("\n".join(f"{x},{b},{a}" for a, b, x in rows) + "\n")
    bare.write_text("\n".join(",".join(row) for row in rows[1:]) + "\n")
    results = {done("fit", "table", normals, "--simulations-from", path, *TABLE, "--quiet",
                    "--summary", "csv") for path in (plain, turned, bare)}
    assert len(results) == 1


def test_what_a_fit_has_kept_is_a_table(first, done, other_data):
    table = json.loads(done("fit", "gaussian-location", other_data, "--simulations-from", first[0],
                            "--draws", 100, "--summary", "json", "--quiet"))
    nameless = json.loads(done("fit", "table", other_data, "--parameters",
                               "theta1=-50:50,theta2=-50:50", "--simulations-from", first[0],
                               "--draws", 100, "--summary", "json", "--quiet"))
    for summary in (table, nameless):
        assert summary["simulator_calls"] == 0
        for name in ("theta1", "theta2"):
            assert abs(summary["parameters"][name]["mean"] - 1) < 0.6


def test_draws_beyond_the_table_are_warned_of(surefoot, normals, tmp_path):
    table = table_of_normals(tmp_path / "sims.csv", 2000, 4, low=(1.2, 0.3))
    result = surefoot("fit", "table", normals, "--simulations-from", table, *TABLE)
    assert result.returncode == 0, result.stderr
    assert "of the draws lie beyond the simulations of" in result.stderr


def test_rows_outside_the_box_are_left_out(surefoot, normals, tmp_path):
    table = table_of_normals(tmp_path / "sims.csv", 4000, 2)
    result = surefoot("fit", "table", normals, "--simulations-from", table, "--parameters",
                      "mean=-1:3,sd=0.3:4:log", "--draws", 50)
    assert result.returncode == 0, result.stderr
    assert "of 8000 rows lie outside the box of the parameters, and are left out" in result.stderr


@pytest.mark.parametrize("content, says", [
    ("mean,scale,x\n1,1,1\n1,1,2\n", "none is named 'sd' among mean, scale, x"),
    ("mean,sd,x,y\n1,1,1,1\n1,1,2,1\n",
     "2 columns of parameters (mean, sd) and 1 of the observation"),
    ("1,1\n1,2\n", "without names, the parameters come first"),
    ("mean,sd,x\n1,1,1\n1,1,nan\n", "must be a finite number, but is 'nan'"),
    ("mean,sd,x\n9,1,1\n9,1,2\n", "but 2 of 2 rows lie outside"),
    ("mean,sd,x\n1,1,1\n1,1,2\n2,1,1\n2,1,3\n", "too few around the data"),
])
def test_tables_that_cannot_be_used_are_refused(refused, normals, write, content, says):
    path = write("sims.csv", content)
    refused(DATA, "fit", "table", normals, "--simulations-from", path, *TABLE, "--quiet", says=says)


def test_a_table_needs_its_file_and_its_parameters(refused, normals, write):
    path = write("sims.csv", "mean,sd,x\n1,1,1\n")
    refused(USAGE, "fit", "table", normals, *TABLE, says="--simulations-from FILE")
    refused(USAGE, "fit", "table", normals, "--simulations-from", path,
            says="needs its parameters")


def test_a_table_cannot_be_checked_by_simulating(done, refused, normals, tmp_path):
    table, fit = table_of_normals(tmp_path / "sims.csv", 2000, 4), tmp_path / "fit.nc"
    done("fit", "table", normals, "--simulations-from", table, *TABLE, "--output", fit, "--quiet")
    refused(USAGE, "check", fit, says="nothing more can be simulated from it")
