"""Simulators that are programs, as a user runs them: exec:COMMAND."""

import json
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "programs"
BOXES = "mean=0.1:100:log,ratio=0:1"
FEW = ["--simulations", "200", "--predictive-draws", "0"]


@pytest.fixture(scope="module")
def times(tmp_path_factory):
    """150 jobs of two stages: mean 2, ratio .5."""
    path = tmp_path_factory.mktemp("times") / "times.csv"
    noise = np.random.default_rng(1)
    np.savetxt(path, 2.0 * (noise.exponential(size=150) + 0.5 * noise.exponential(size=150)))
    return path


@pytest.fixture
def simulator(tmp_path):
    """Writes a program of Python and gives its exec: name."""

    def make(body):
        path = tmp_path / "simulator.py"
        path.write_text("import random, sys\n" + body)
        return f"exec:{sys.executable} {path}"

    return make


def mean_of(summary, name="mean"):
    return json.loads(summary)["parameters"][name]["mean"]


def test_examples_in_all_languages_and_protocols_agree(done, times, tmp_path):
    built = tmp_path / "two_stages"
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("c++")
    subprocess.run([compiler, "-x", "c", "-O2", EXAMPLES / "two_stages.c", "-o", built, "-lm"], check=True)
    words = [times, "--parameters", BOXES, *FEW, "--draws", 12, "--seed", 1, "--summary", "json"]
    text = done("fit", f"exec:{sys.executable} {EXAMPLES / 'two_stages.py'}", *words)
    binary = done("fit", f"exec:{built}", *words, "--protocol", "binary")
    summaries = [text, binary]
    if shutil.which("Rscript"):
        summaries.append(done("fit", f"exec:Rscript {EXAMPLES / 'two_stages.R'}", *words))
    for summary in summaries:
        assert abs(mean_of(summary) - 2.0) < 0.8
        assert json.loads(summary)["failed"] == 0
    sd = json.loads(text)["parameters"]["mean"]["sd"]
    assert abs(mean_of(text) - mean_of(binary)) < 3 * sd


def test_draws_do_not_depend_on_threads(done, times, tmp_path):
    files = []
    for threads in (1, 3):
        output = tmp_path / f"{threads}.csv"
        done("fit", f"exec:{sys.executable} {EXAMPLES / 'two_stages.py'}", times, "--parameters", BOXES,
             *FEW, "--draws", 4, "--threads", threads, "--output", output)
        files.append(output.read_text())
    assert files[0] == files[1]


def test_calls_can_be_capped(surefoot, times, tmp_path):
    result = surefoot("fit", f"exec:{sys.executable} {EXAMPLES / 'two_stages.py'}", times, "--parameters",
                      BOXES, *FEW, "--draws", 12, "--max-calls", 300, "--output", tmp_path / "fit.nc")
    assert "all 300 calls are used up" in result.stderr
    assert result.returncode == 130


ANSWER = """
for line in sys.stdin:
    m, seed, *theta = line.split()
    m, theta = int(m), list(map(float, theta))
    random.seed(int(seed))
    {}
    sys.stdout.flush()
"""


@pytest.mark.parametrize("body, says", [
    ("sys.exit(3)\n", "ended with status 3 before it gave an answer"),
    ("raise ValueError('no such table')\n", "ValueError: no such table"),
    ("print('welcome')\nsys.stdout.flush()\n", "must print 1 number a row, but printed 'welcome'"),
    (ANSWER.format("[print('1,5') for _ in range(m)]"), "decimal commas"),
    (ANSWER.format("[print(1, 2) for _ in range(m)]"), "but printed '1 2'"),
    (ANSWER.format("[print(1) for _ in range(m - 1)]"), "gave 4 of 5 rows in 2 s"),
    (ANSWER.format("[print(1) for _ in range(m + 1)]"), "printed more than it was asked for"),
    (ANSWER.format("[print(random.SystemRandom().random()) for _ in range(m)]"),
     "the same request must have the same answer"),
    (ANSWER.format("sys.stdout.buffer.write(bytes(8 * m))"), "gave 0 of 5 rows"),
    (ANSWER.format("a, b, c = theta"), "not enough values to unpack"),
    ("import time\ntime.sleep(100)\n", "gave 0 of 5 rows in 2 s"),
    (ANSWER.format("[print('loading', file=sys.stderr) for _ in range(99999)]; [print('?') for _ in range(m)]"),
     "on standard error it wrote 'loading'"),
])
def test_mistakes_of_programs_are_said(refused, simulator, times, body, says):
    refused(65, "fit", simulator(body), times, "--parameters", BOXES, "--time-limit", 2, "--quiet", says=says)


@pytest.mark.parametrize("name, arguments, status, says", [
    ("exec:./no-such-simulator", ["--parameters", BOXES], 65, "was not found"),
    ("exec:/etc/passwd", ["--parameters", BOXES], 65, "cannot be run"),
    ("exec:", ["--parameters", BOXES], 64, "needs a command"),
    ("exec:cat", [], 64, "needs its parameters"),
    ("exec:cat", ["--parameters", "mean"], 64, "parameters must be NAME=LO:HI"),
    ("exec:cat", ["--parameters", "mean=2:1"], 64, "lower end below its upper end"),
    ("exec:cat", ["--parameters", "mean=-1:1:log"], 64, "must be positive"),
    ("exec:cat", ["--parameters", "mean=0:1:cube"], 64, "parameters must be NAME=LO:HI"),
    ("exec:cat", ["--parameters", "a=0:1,a=0:1"], 64, "a"),
    ("g-and-k", ["--parameters", BOXES], 64, "parameters describe a program, exec:COMMAND"),
    ("./simulator", [], 64, "or a program, exec:COMMAND, but is './simulator'"),
    ("my_model.cpp", [], 64, "a header such as my_model.hpp"),
])
def test_mistakes_of_the_command_line_are_said(refused, times, name, arguments, status, says):
    refused(status, "fit", name, times, "--quiet", *arguments, says=says)


def test_a_program_that_dies_on_the_third_call_is_started_again(surefoot, simulator, times):
    result = surefoot("fit", simulator("calls = 0" + ANSWER.format(
        "calls += 1; calls < 3 or sys.exit(1); [print(theta[0] * random.expovariate(1)) for _ in range(m)]")),
        times, "--parameters", BOXES, *FEW, "--draws", 2, "--screening", 4, "--fixed", "ratio=0.5",
        "--optimiser", "sbplx", "--steps", 12, "--lengthscale", "median", "--check", "none")
    assert result.returncode == 0, result.stderr
    assert "started again" in result.stderr
