"""What `surefoot fit` and `surefoot summary` print and write when all is well, or interrupted."""

import csv
import io
import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import time

import numpy as np
import pytest
import xarray as xr

from background import Running

INTERRUPTED, TERMINATED = 130, 143


@pytest.fixture
def fit(done, g_and_k_data):
    """A short fit of the g-and-k model; gives the summary."""
    return lambda *words, **how: done("fit", "g-and-k", g_and_k_data, *words, **how)


@pytest.fixture
def fit_csv(fit, tmp_path):
    """A short fit of the g-and-k model; gives the bytes of the draws' CSV file."""

    def run(*words):
        output = tmp_path / "draws.csv"
        fit("--quiet", "--output", output, *words)
        return output.read_bytes()

    return run


# Reproducibility

def test_threads_do_not_change_a_byte(fit_csv):
    one = fit_csv("--draws", 60, "--threads", 1)
    assert one == fit_csv("--draws", 60, "--threads", 2)
    assert one == fit_csv("--draws", 60, "--threads", 2)


def test_first_draws_do_not_depend_on_how_many_follow(fit_csv):
    many = fit_csv("--draws", 500).splitlines()
    few = fit_csv("--draws", 100).splitlines()
    assert len(few) == 101
    assert many[:101] == few


def test_seed_changes_the_draws(fit_csv):
    assert fit_csv("--draws", 5) != fit_csv("--draws", 5, "--seed", 1)


def toml(value):
    return json.dumps(value)  # numbers, text and booleans are written alike


@pytest.mark.parametrize("words", [
    (),
    ("--mass", "free", "--fixed", "g=1", "--bounds", "a=0:10,b=0.1:5", "--seed", 2**64 - 1),
    ("--preset", "paper", "--steps", 30, "--concentration", 2.5, "--noise", "shared"),
], ids=["default", "mass free", "paper"])
def test_run_can_be_repeated_from_its_recorded_settings(fit, fit_csv, words, tmp_path):
    words = ("--draws", 12, *words)
    settings = json.loads(fit(*words, "--summary", "json"))["settings"]
    config = tmp_path / "again.toml"
    # TOML's integers have 63 bits, so a seed may be text.
    config.write_text("".join(f"{name} = {toml(str(value) if name == 'seed' else value)}\n"
                              for name, value in settings.items()))
    assert fit_csv("--config", config) == fit_csv(*words)


def test_run_can_be_repeated_from_its_netcdf_file(fit, fit_csv, done, tmp_path):
    words = ("--draws", 12, "--mass", "free", "--seed", 3)
    output = tmp_path / "fit.nc"
    fit(*words, "--output", output)
    with xr.open_dataset(output, group="posterior") as posterior:
        attributes = dict(posterior.attrs)
    names = json.loads(fit(*words, "--summary", "json"))["settings"]
    again = [f"--{name}={attributes[name]}" for name in names if name != "resample"]
    assert fit_csv(*again) == fit_csv(*words)


# Config file

def test_command_line_wins_over_the_config_file(done, write, g_and_k_data, tmp_path):
    config = write("run.toml", f"""
        model = "g-and-k"
        data = "{g_and_k_data}"
        output = "{tmp_path / 'fit.csv'}"
        summary = "json"
        draws = 7
        seed = 5
        quiet = true
        start = {{a = 3, b = 1.5, g = 0.5, log_k = -1}}
        bounds = {{a = [0, 10], b = [0.1, 5]}}
    """)
    summary = json.loads(done("fit", "--config", config, "--draws", 4))
    assert summary["draws"] == 4
    assert summary["seed"] == 5
    assert summary["settings"]["start"] == "a=3,b=1.5,g=0.5,log_k=-1"
    assert summary["settings"]["bounds"] == "a=0:10,b=0.1:5"
    assert len((tmp_path / "fit.csv").read_text().splitlines()) == 5


def test_columns_of_a_config_file_may_be_an_array(done, write):
    data = write("wide.csv", "u,v,w\n" + "".join(f"{i},{i % 7},{i % 5}\n" for i in range(40)))
    config = write("run.toml", 'columns = ["w", 2]\n')
    summary = json.loads(done("fit", "gaussian-location", data, "--config", config, "--draws", 4,
                              "--summary", "json"))
    assert summary["dimension"] == 2


# Output

PARAMETER_KEYS = {"mean", "sd", "mcse", "q025", "q05", "q25", "q50", "q75", "q95", "q975"}


def test_json_summary_has_the_promised_fields(fit):
    summary = json.loads(
        fit("--draws", 12, "--seed", 4, "--summary", "json"))
    assert {"model": "g-and-k", "method": "npl-mmd", "draws": 12, "observations": 100,
            "dimension": 1, "seed": 4, "device": "cpu"}.items() <= summary.items()
    assert list(summary["parameters"]) == ["a", "b", "g", "log_k"]
    assert all(set(p) == PARAMETER_KEYS for p in summary["parameters"].values())
    assert summary["converged"] + summary["failed"] <= 12
    assert set(summary["mmd2"]) == {"mean", "sd"}
    assert set(summary["mass"]) == {"mean", "sd", "q05", "q95"}
    fixed = json.loads(fit("--draws", 2, "--mass", "fixed", "--summary", "json"))
    assert "mass" not in fixed
    for name in ("lengthscale", "simulations_per_draw", "simulator_calls", "seconds", "threads",
                 "settings", "version"):
        assert name in summary


def test_json_summary_has_the_mass_where_it_is_free(fit):
    summary = json.loads(fit("--draws", 12, "--mass", "free", "--summary", "json"))
    assert set(summary["mass"]) == {"mean", "sd", "q05", "q95"}


def test_summary_is_that_of_the_draws(fit, tmp_path):
    output = tmp_path / "draws.csv"
    summary = json.loads(fit("--draws", 40, "--output", output, "--summary", "json"))
    rows = list(csv.DictReader(io.StringIO(output.read_text())))
    for name, p in summary["parameters"].items():
        values = np.array([float(row[name]) for row in rows])
        assert p["mean"] == pytest.approx(values.mean())
        assert p["sd"] == pytest.approx(values.std(ddof=1))
        assert p["q95"] == pytest.approx(np.quantile(values, 0.95))


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_summary_verb_repeats_what_fit_printed(fit, done, tmp_path, form):
    output = tmp_path / "fit.nc"
    printed = fit("--draws", 8, "--output", output, "--summary", form)
    assert done("summary", output, "--summary", form) == printed


def test_quiet_silences_notes_but_not_the_result(surefoot, write):
    data = write("long.txt", " ".join(str(i % 17) for i in range(80)) + "\n")
    fit = ("fit", "g-and-k", data, "--draws", 4)
    loud, quiet = surefoot(*fit), surefoot(*fit, "--quiet")
    assert "one long row is read as 80 observations" in loud.stderr
    assert quiet.stderr == ""
    assert quiet.returncode == 0 and "parameter" in quiet.stdout


def test_dropped_rows_are_counted(surefoot, write):
    data = write("gaps.csv", "x\n" + "nan\n" * 3 + "".join(f"{i % 13}\n" for i in range(50)))
    result = surefoot("fit", "g-and-k", data, "--draws", 4, "--drop-nonfinite", "--summary", "json")
    assert "3 rows with missing or non-finite values left out" in result.stderr
    assert json.loads(result.stdout)["observations"] == 50


def test_observations_may_come_from_standard_input(surefoot, g_and_k_data):
    with open(g_and_k_data) as data:
        result = surefoot("fit", "g-and-k", "-", "--draws", 4, "--summary", "json", stdin=data)
    assert json.loads(result.stdout)["observations"] == 100


# Interruption

class LongFit(Running):
    """A fit that would take hours, running in the background."""

    def __init__(self, program, data, *words, **how):
        super().__init__(program, "g-and-k", data, "--draws", 1_000_000, *words, **how)

    def wait_for_progress(self):
        line = self.process.stderr.readline()
        while "draws" not in line:
            assert line, "the fit ended early"
            line = self.process.stderr.readline()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_fit_saves_its_draws_and_says_so(program, done, g_and_k_data, tmp_path, stop):
    output = tmp_path / "partial.nc"
    fit = LongFit(program, g_and_k_data, "--output", output)
    fit.wait_for_progress()
    fit.process.send_signal(stop)
    status, stdout, stderr = fit.finish()
    assert status == 128 + stop
    assert stdout.startswith("PARTIAL: ")
    assert "surefoot: interrupted after" in stderr
    with xr.open_dataset(output, group="posterior") as posterior:
        assert posterior.attrs["partial"] == 1
        draws = posterior.a.size
    assert 0 < draws < 1_000_000
    assert f"interrupted after {draws} of 1000000 draws" in stderr
    assert done("summary", output) == stdout
    assert list(tmp_path.iterdir()) == [output]


def test_interrupted_csv_begins_with_the_draws_of_a_whole_run(program, fit_csv, g_and_k_data,
                                                              tmp_path):
    output = tmp_path / "partial.csv"
    fit = LongFit(program, g_and_k_data, "--output", output)
    fit.wait_for_progress()
    fit.process.send_signal(signal.SIGINT)
    assert fit.finish()[0] == INTERRUPTED
    note, header, *rows = output.read_text().splitlines()
    assert note.startswith("# partial: ")
    whole = fit_csv("--draws", 10).decode().splitlines()
    assert header == whole[0]
    assert set(whole[1:]) & set(rows)


def test_second_signal_ends_at_once(program, g_and_k_data):
    fit = LongFit(program, g_and_k_data)
    fit.wait_for_progress()
    for _ in range(2):
        fit.process.send_signal(signal.SIGINT)
        time.sleep(0.6)  # sooner, it would count as the same signal
    assert fit.finish()[0] == INTERRUPTED


def test_signal_before_the_first_draw_has_the_same_status(program):
    waiting = subprocess.Popen([program, "fit", "g-and-k", "-"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    waiting.send_signal(signal.SIGINT)
    stdout, stderr = waiting.communicate(timeout=60)
    assert (waiting.returncode, stdout, stderr) == (INTERRUPTED, b"", b"")


def test_terminal_shows_a_bar(program, normal_data):
    ours, theirs = pty.openpty()
    fit = subprocess.Popen([program, "fit", "gaussian-location", normal_data, "--draws", "200"],
                           stdout=subprocess.DEVNULL, stderr=theirs,
                           env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            shown += os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
    assert fit.wait(timeout=60) == 0
    assert b"[" in shown and b"of 200 draws" in shown
    assert shown.endswith(b"\r\x1b[K")


def test_the_command_line_page_is_what_help_says():
    root = pathlib.Path(__file__).parents[2]
    subprocess.run([root / "scripts" / "command-line-docs", "--check"], check=True)


def test_a_signal_that_arrives_twice_in_a_moment_is_one_wish(program, g_and_k_data):
    # As timeout(1) sends it: to the process, and then to its group.
    fit = LongFit(program, g_and_k_data)
    fit.wait_for_progress()
    for _ in range(2):
        fit.process.send_signal(signal.SIGTERM)
        time.sleep(0.001)
    status, summary, said = fit.finish()
    assert status == TERMINATED
    assert summary.startswith("PARTIAL")
    assert "interrupted after" in said


@pytest.mark.parametrize("model, length", [("m-g-1", "customers"), ("sir", "times"),
                                           ("ricker", "length")])
def test_series_may_be_of_any_length(done, refused, tmp_path, model, length):
    data = tmp_path / "series.csv"
    done("simulate", model, "--observations", 30, "--model-option", f"{length}=7", "--output", data)
    # Any fit will do; one that looks for all minima simulates many series.
    short = ("--draws", 2, "--simulations", 64, "--screening", 8, "--lengthscale", "median",
             "--optimiser", "adam", "--steps", 5, "--check", "none", "--quiet")
    summary = json.loads(done("fit", model, data, *short, "--summary", "json"))
    assert summary["dimension"] == 7
    refused(65, "fit", model, data, *short, "--model-option", f"{length}=6", says=["6 columns", "7"])
