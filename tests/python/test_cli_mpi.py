"""Runs that mpirun divides among processes: the bits of one process, one voice, one end."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

from background import PROGRAM
from fit_files import content, draws_in, is_partial, journal_of

USAGE, DATA = 64, 65
# Open MPI asks twice before it lets root start anything; the tests of CI run as root.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


@pytest.fixture(scope="module")
def mpirun(program):
    """How to start a program as so many processes."""
    path = shutil.which("mpirun")
    if path is None or "libmpi" not in subprocess.run(["ldd", program], capture_output=True,
                                                      text=True).stdout:
        pytest.skip("there is no mpirun, or the program was built without MPI")
    return lambda ranks: [path, "--oversubscribe", "-n", str(ranks)]


@pytest.fixture(scope="module")
def by_ranks(mpirun, program):
    def run(ranks, *words):
        return subprocess.run([*mpirun(ranks), program, *map(str, words)], env=ENVIRONMENT,
                              timeout=120, capture_output=True, text=True)

    return run


def ours(result):
    """What the ranks said, without mpirun's own lines."""
    return [line for line in result.stderr.splitlines() if line.startswith("surefoot: ")
            and not line.startswith("surefoot: note: no CUDA device")]


@pytest.mark.parametrize("ranks, threads, words", [
    (1, 2, ()),
    (2, 1, ()),
    (3, 2, ("--mass", "free")),
    (5, 4, ("--optimiser", "adam", "--steps", 30)),
    (2, 2, ("--method", "npl-wll")),
    (3, 1, ("--method", "npl-wasserstein", "--simulations", 50)),
    (3, 2, ("--budget", 20_000)),
])
def test_any_number_of_ranks_gives_the_bits_of_one(by_ranks, done, g_and_k_data, tmp_path, ranks,
                                                   threads, words):
    words = ("fit", "g-and-k", g_and_k_data, "--draws", 41, "--seed", 5, *words)
    alone, together = tmp_path / "alone.nc", tmp_path / "together.nc"
    done(*words, "--output", alone)
    result = by_ranks(ranks, *words, "--threads", threads, "--output", together)
    assert result.returncode == 0, result.stderr
    assert content(together) == content(alone)
    assert result.stdout.count("lengthscale") <= 1  # one table
    assert not journal_of(together).exists()


def test_parts_and_more_draws_are_divided_too(by_ranks, done, g_and_k_data, tmp_path):
    words = ("fit", "g-and-k", g_and_k_data, "--seed", 5)
    whole, output = tmp_path / "whole.nc", tmp_path / "fit.nc"
    done(*words, "--draws", 40, "--output", whole)
    done(*words, "--draws", 10, "--output", output)
    result = by_ranks(2, *words, "--draws", 40, "--resume", "--output", output)
    assert result.returncode == 0, result.stderr
    assert content(output) == content(whole)
    part = tmp_path / "part.nc"
    result = by_ranks(2, *words, "--draws", 40, "--part", "2/2", "--output", part)
    assert result.returncode == 0 and draws_in(part) == 20, result.stderr


def test_ranks_simulate_an_embedding_together(by_ranks, done, write, g_and_k_data, tmp_path):
    """Each of them a part, and all of it is kept once."""
    simulator = write("simulator.py", """
import os, random, sys
rank = os.environ.get("OMPI_COMM_WORLD_RANK", "alone")
for line in sys.stdin:
    m, seed, mean = line.split()
    with open(f"{sys.argv[1]}/{rank}.rows", "a") as file:
        file.write(f"{m}\\n")
    random.seed(int(seed))
    for i in range(int(m)):
        print(float(mean) + random.gauss(0, 1))
    sys.stdout.flush()
""")
    words = ("fit", f"exec:{sys.executable} {simulator} {tmp_path}", g_and_k_data,
             "--parameters", "mean=-10:10", "--draws", 20, "--budget", 4000, "--predictive-draws", 0, "--check", "none")

    def simulated(who):
        return sum(map(int, (tmp_path / f"{who}.rows").read_text().split()))

    alone, together = tmp_path / "alone.nc", tmp_path / "together.nc"
    words += ("--keep-simulations", tmp_path / "kept.nc")
    done(*words, "--output", alone)
    (tmp_path / "kept.nc").unlink()
    result = by_ranks(3, *words, "--output", together)
    assert result.returncode == 0, result.stderr
    assert content(together) == content(alone)
    whole, parts = simulated("alone"), [simulated(rank) for rank in range(3)]
    trial = 32  # of each process, before the fit
    assert sum(parts) <= whole + 2 * trial
    assert all(part < 0.45 * whole for part in parts)
    rest = by_ranks(3, *words)
    assert " 0 simulated anew" in rest.stderr, rest.stderr


@pytest.mark.parametrize("status, words, says", [
    (DATA, ("fit", "g-and-k", "none.csv"), "none.csv: cannot be read"),
    (USAGE, ("fit", "g-and-q", "none.csv"), "did you mean"),
    (USAGE, ("fit", "g-and-k", "DATA", "--method", "bayes"), "cannot be divided among 3 processes"),
    (USAGE, ("models",), "surefoot models is not divided"),
])
def test_wrong_input_is_told_once(by_ranks, g_and_k_data, status, words, says):
    result = by_ranks(3, *[g_and_k_data if word == "DATA" else word for word in words])
    assert result.returncode == status, result.stderr
    (line,) = ours(result)
    assert says in line


def test_what_only_one_rank_lacks_is_told_with_its_number(by_ranks, write, g_and_k_data):
    simulator = write("simulator.py", """
import os, random, sys
if os.environ["OMPI_COMM_WORLD_RANK"] == "1":
    sys.exit("no licence here")
for line in sys.stdin:
    m, seed, mean = line.split()
    random.seed(int(seed))
    for i in range(int(m)):
        print(float(mean) + random.gauss(0, 1))
    sys.stdout.flush()
""")
    result = by_ranks(3, "fit", f"exec:{sys.executable} {simulator}", g_and_k_data, *PROGRAM,
                      "--draws", 5)
    assert result.returncode == DATA, result.stderr
    (line,) = ours(result)[-1:]
    assert "rank 1: " in line and "no licence here" in line


FAILING = """
#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <surefoot/surefoot.hpp>
inline const bool second = std::string(std::getenv("OMPI_COMM_WORLD_RANK")) == "1";
inline std::atomic<int> calls = 0;
struct Failing {
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  surefoot::Vec<double, 1> operator()(const surefoot::Vec<double, 1>& theta, auto& latent) const {
    if (second && ++calls > 3'000'000) throw std::runtime_error("the licence has run out");
    return {{theta[0] + latent.normal()}};
  }
  static std::vector<surefoot::Parameter> box() { return {{"mean", -10.0, 10.0}}; }
};
"""


def test_a_failure_among_the_draws_ends_all_ranks(by_ranks, write, g_and_k_data, tmp_path):
    """The simulator of one rank fails when the search is long done."""
    output = tmp_path / "fit.nc"
    result = by_ranks(2, "fit", write("failing.hpp", FAILING), g_and_k_data, "--draws", 200_000,
                      "--simulations", 100, "--threads", 1, "--output", output)
    assert result.returncode == DATA, result.stderr
    assert "the licence has run out" in ours(result)[-1]
    assert is_partial(output) and draws_in(output) > 0


def pids_of_ranks(parent):
    children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in children]


def test_what_a_rank_that_is_stopped_alone_did_not_make_is_made_by_the_first(
        mpirun, program, done, g_and_k_data, tmp_path):
    words = ("g-and-k", g_and_k_data, "--draws", 3_000, "--threads", 1, "--quiet")
    whole, output = tmp_path / "whole.nc", tmp_path / "fit.nc"
    done("fit", *words, "--output", whole)
    running = subprocess.Popen([*mpirun(2), program, "fit", *map(str, words), "--output",
                                str(output)], env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    for _ in range(100_000):  # the journal appears just before the draws begin
        if journal_of(output).exists() or running.poll() is not None:
            break
        time.sleep(0.0003)
    os.kill(pids_of_ranks(running.pid)[1], signal.SIGTERM)
    assert running.wait(timeout=60) == 0
    assert content(output) == content(whole)


@pytest.mark.parametrize("kill", ["mpirun ends", "a rank is killed"])
def test_what_ends_a_run_costs_no_finished_draw(mpirun, program, done, g_and_k_data, tmp_path, kill):
    words = ("g-and-k", g_and_k_data, "--draws", 3_000, "--threads", 1, "--quiet")
    whole, output = tmp_path / "whole.nc", tmp_path / "fit.nc"
    done("fit", *words, "--output", whole)
    command = [*mpirun(2), program, "fit", *map(str, words), "--output", str(output)]
    running = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    journal = journal_of(output)
    for _ in range(3_000):
        if journal.exists() and journal.stat().st_size > 20_000 or running.poll() is not None:
            break
        time.sleep(0.01)
    if kill == "mpirun ends":
        running.send_signal(signal.SIGTERM)
    else:
        os.kill(pids_of_ranks(running.pid)[1], signal.SIGKILL)
    running.wait(timeout=60)
    result = subprocess.run([*command, "--resume"], env=ENVIRONMENT, timeout=120,
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert content(output) == content(whole)
