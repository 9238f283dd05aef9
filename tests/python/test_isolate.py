"""Headers that run in processes of their own: crashes, exits and hangs cost evaluations, not the run."""

import json
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

from background import ends

USAGE, DATA = 64, 65

# A normal distribution that does something else where its mean is above 5, chosen by the variable DEED;
# processes that hang leave their numbers in the folder that PIDS names.
HEADER = """
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>
#include <surefoot/surefoot.hpp>
inline std::string variable(const char* name) {
  const char* text = std::getenv(name);
  return text ? text : "";
}
inline void do_it() {
  const std::string deed = variable("DEED");
  if (deed == "null") *static_cast<volatile int*>(nullptr) = 1;
  if (deed == "exit") std::exit(0);
  if (deed == "_exit") ::_exit(3);
  if (deed == "hang") {
    if (!variable("PIDS").empty()) std::ofstream(variable("PIDS") + "/" + std::to_string(::getpid()));
    for (;;) ::pause();
  }
}
struct Mine {
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  surefoot::Vec<double, 1> operator()(const surefoot::Vec<double, 1>& theta, auto& latent) const {
    if (theta[0] > 5.0) do_it();
    return {{theta[0] + latent.normal()}};
  }
  static std::vector<surefoot::Parameter> box() { return {{"mean", -10.0, 10.0}}; }
};
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A header and data for it, and the plug-in's cache, which the header has not crashed in yet."""
    path = tmp_path_factory.mktemp("isolate")
    (path / "mine.hpp").write_text(HEADER)
    (path / "data.csv").write_text("".join(f"{i / 10}\n" for i in range(40)))
    return path


@pytest.fixture
def fit_words(folder):
    """The words of a fit of the header, and its environment, for a header that has not crashed."""
    cache = folder / "cache"
    for mark in cache.glob("*.crashed"):
        mark.unlink()

    def words(*more, deed="none", **variables):
        env = {**os.environ, "SUREFOOT_CACHE": str(cache), "DEED": deed, **variables}
        return ("fit", folder / "mine.hpp", folder / "data.csv", "--draws", 20, *more), \
            {"env": env, "timeout": 600}

    return words


@pytest.fixture
def fit(surefoot, fit_words):
    def run(*more, **how):
        words, environment = fit_words(*more, **how)
        return surefoot(*words, **environment)

    return run


def test_draws_are_the_same_bit_for_bit(fit, tmp_path):
    for name, more in (("here", []), ("apart", ["--isolate"])):
        assert fit("--output", tmp_path / f"{name}.csv", "--quiet", *more).returncode == 0
    assert (tmp_path / "here.csv").read_text() == (tmp_path / "apart.csv").read_text()


@pytest.mark.parametrize("deed, says", [
    ("null", "crashed: it used memory that is not its own"),
    ("exit", "ended its process (exit)"),
    ("_exit", "ended its process (exit)"),
    ("hang", "did not return within 0.05 s (time-limit)"),
])
def test_what_goes_wrong_costs_evaluations_and_is_counted(fit, done, tmp_path, deed, says):
    output = tmp_path / "fit.nc"
    result = fit("--isolate", "--time-limit", 0.05, "--summary", "json", "--output", output,
                 deed=deed)
    assert result.returncode == 0, result.stderr
    summary = json.loads(result.stdout)
    assert summary["draws"] == 20 and summary["failed"] == 0
    warning, = [text for text in summary["warnings"] if "code of the header" in text]
    assert "mine.hpp: in " in warning and ", with mean from 5." in warning and says in warning
    assert warning in done("summary", output) + result.stderr


def test_a_header_that_has_crashed_is_isolated_from_then_on(fit):
    first = fit(deed="null")
    assert first.returncode == -signal.SIGSEGV
    again = fit(deed="null")
    assert again.returncode == 0, again.stderr
    assert "in an earlier run the code of the header crashed: it used memory" in again.stderr
    assert "warning: " in again.stderr and "calls, with mean from 5." in again.stderr
    assert fit("--isolate=false", deed="null").returncode == -signal.SIGSEGV


def test_a_header_that_exited_or_crashed_apart_is_isolated_too(fit):
    assert fit(deed="exit").returncode == DATA
    assert fit(deed="exit").returncode == 0


def test_an_isolated_crash_is_remembered(fit):
    assert fit("--isolate", deed="null").returncode == 0
    assert fit(deed="null").returncode == 0


def test_a_header_that_never_returns_ends_the_run(fit):
    result = fit("--isolate", "--bounds", "mean=6:10", deed="null")
    assert result.returncode == DATA
    # Calls of other threads may be under way when it is noticed.
    assert re.search("returned from none of its first 10[0-9] calls; the last time it crashed",
                     result.stderr.splitlines()[-1])


def processes_that_hang(pids, process):
    for _ in range(600):
        if list(pids.iterdir()):
            return [int(path.name) for path in pids.iterdir()]
        assert process.poll() is None
        time.sleep(0.1)
    raise AssertionError("nothing hangs")


@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT", "SIGTERM"])
def test_no_process_outlives_the_run(program, fit_words, tmp_path, name):
    pids = tmp_path / "pids"
    pids.mkdir()
    words, how = fit_words("--isolate", deed="hang", PIDS=str(pids))
    running = subprocess.Popen([program, *map(str, words)], env=how["env"],
                               stderr=subprocess.DEVNULL)
    workers = processes_that_hang(pids, running)
    parent = pathlib.Path(f"/proc/{workers[0]}/stat").read_text().rsplit(")", 1)[1].split()[1]
    running.send_signal(getattr(signal, name))
    running.wait(timeout=10)
    assert all(ends(worker) for worker in workers) and ends(int(parent))


def test_it_is_refused_where_there_is_no_header(refused, folder, normal_data):
    refused(USAGE, "fit", "gaussian-location", normal_data, "--isolate", "--quiet",
            says="isolate is for the code of a header such as my_model.hpp, but the model is "
                 "'gaussian-location'")
    program = "exec:while read m seed a; do for i in $(seq $m); do echo $a; done; done"
    refused(USAGE, "fit", program, folder / "data.csv", "--parameters", "a=0:1", "--isolate",
            "--quiet", says="which has a process of its own already")
    refused(USAGE, "fit", folder / "mine.hpp", folder / "data.csv", "--isolate", "--device", "cuda",
            "--quiet", says="isolate must go with device cpu or auto")
