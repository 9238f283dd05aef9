"""Fits that simulate once for all draws, as their users meet them."""

import json
import sys
import textwrap

import pytest

USAGE = 64


@pytest.fixture(scope="module")
def slow_program(tmp_path_factory):
    """A normal distribution with two parameters that takes a fifth of a millisecond for each value."""
    path = tmp_path_factory.mktemp("programs") / "slow.py"
    path.write_text(textwrap.dedent("""
        import random, sys, time
        for line in sys.stdin:
            count, seed, location, scale = line.split()
            random.seed(int(seed))
            time.sleep(0.0002 * int(count))
            for _ in range(int(count)):
                print(random.gauss(float(location), float(scale)))
            sys.stdout.flush()
    """))
    return f"exec:{sys.executable} {path}"


@pytest.fixture(scope="module")
def data(tmp_path_factory, done):
    path = tmp_path_factory.mktemp("data") / "data.csv"
    done("simulate", "gaussian-location", "--observations", 200, "--model-option", "dimension=1",
         "--theta", "theta1=1", "--output", path)
    return path


PARAMETERS = "location=-10:10,scale=0.1:10:log"


def test_a_slow_program_is_asked_for_its_budget_and_no_more(done, slow_program, data):
    words = ("fit", slow_program, data, "--parameters", PARAMETERS, "--budget", 20000, "--draws",
             200, "--summary", "json", "--quiet")
    summary = json.loads(done(*words))
    assert 17000 < summary["simulator_calls"] <= 20000
    location, scale = (summary["parameters"][name] for name in ("location", "scale"))
    # 200 observations of N(1, 1): standard errors of 0.07 and 0.05.
    assert abs(location["mean"] - 1) < 0.3 and 0.05 < location["sd"] < 0.15
    assert abs(scale["mean"] - 1) < 0.25 and 0.03 < scale["sd"] < 0.15
    assert summary["settings"]["budget"] == 20000
    assert summary["settings"]["embedding"] == "emulated"


def test_time_is_a_budget_too(done, slow_program, data):
    summary = json.loads(done("fit", slow_program, data, "--parameters", PARAMETERS, "--budget",
                              "4s", "--draws", 50, "--summary", "json", "--quiet"))
    assert 2000 < summary["simulator_calls"] < 60000
    assert summary["seconds"] < 20


@pytest.fixture(scope="module")
def few_data(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("data") / "few.csv"
    path.write_text("".join(data.read_text().splitlines(keepends=True)[:41]))
    return path


def test_a_slow_program_needs_no_budget(surefoot, done, slow_program, few_data, tmp_path):
    fit = tmp_path / "fit.nc"
    words = ("fit", slow_program, few_data, "--parameters", PARAMETERS, "--output", fit)
    first = surefoot(*words, "--draws", 40)
    assert first.returncode == 0
    assert "embedding direct simulates for every draw" in first.stderr
    # What the clock decided holds for those who go on, whatever it says then.
    resumed = surefoot(*words, "--draws", 60, "--resume")
    assert resumed.returncode == 0
    assert "going on from 40 of 60 draws" in resumed.stderr
    assert "embedding direct" not in resumed.stderr
    summary = json.loads(done("summary", fit, "--summary", "json"))
    assert summary["settings"]["embedding"] == "emulated"
    assert summary["settings"]["budget"] == 20000
    assert "embedding" not in summary["given"]


def test_what_was_bought_is_said(surefoot, data):
    result = surefoot("fit", "gaussian-location", data, "--budget", 20000, "--draws", 50)
    assert result.returncode == 0
    assert "the embedding was learnt from" in result.stderr
    assert "of the posterior variance" in result.stderr


def test_draws_are_those_of_one_run_when_it_is_resumed(done, data, tmp_path):
    words = ("fit", "gaussian-location", data, "--budget", 20000, "--quiet")
    done(*words, "--draws", 40, "--output", tmp_path / "some.nc")
    done(*words, "--draws", 80, "--output", tmp_path / "some.nc", "--resume")
    done(*words, "--draws", 80, "--output", tmp_path / "all.nc")
    assert done("summary", tmp_path / "some.nc", "--summary", "csv") == done(
        "summary", tmp_path / "all.nc", "--summary", "csv")


@pytest.mark.parametrize("words, says", [
    (("--budget", "soon"), "budget must be a whole number of simulated observations"),
    (("--budget", "12"), "budget must be a whole number of simulated observations"),
    (("--budget", 20000, "--embedding", "direct"), "embedding direct simulates for every draw"),
    (("--budget", 20000, "--kernel", "energy"), "needs a bounded kernel"),
    (("--budget", 20000, "--simulations", 100), "simulations belongs to draws that simulate"),
    (("--budget", 20000, "--method", "npl-wll"), "budget"),
    (("--embedding", "emulate"), "emulated"),
])
def test_what_cannot_be_is_refused(refused, data, words, says):
    refused(USAGE, "fit", "gaussian-location", data, *words, says=says)


def test_a_learnt_fit_can_be_checked_calibrated_and_repeated(done, data, tmp_path):
    fit = tmp_path / "fit.nc"
    done("fit", "gaussian-location", data, "--budget", 20000, "--draws", 60, "--quiet", "--output",
         fit)
    assert "the model" in done("check", fit, "--replicates", 19)
    assert "theta1" in done("calibrate", fit, "--datasets", 20)
    settings = json.loads(done("summary", fit, "--summary", "json"))["settings"]
    words = [word for name, value in settings.items()
             if value not in (None, "", {}, []) and not isinstance(value, (dict, list, bool))
             for word in (f"--{name}", value)]
    again = done("fit", "gaussian-location", data, *words, "--quiet", "--summary", "csv")
    assert again == done("summary", fit, "--summary", "csv")
