"""The running example of docs/own-simulator.md: one model in C++, as a header, in Python and as a program."""

import pathlib
import re
import subprocess
import sys

import pytest

pytest.importorskip("surefoot")

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
DRAWS = ("--draws", 200, "--quiet")
AS_IN_THE_EXAMPLES = ("--simulations", 4096)


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setenv("SUREFOOT_CACHE", str(tmp_path_factory.mktemp("cache")))
    yield
    patch.undo()


@pytest.fixture(scope="module")
def times(tmp_path_factory, done):
    path = tmp_path_factory.mktemp("times") / "times.csv"
    done("simulate", EXAMPLES / "two_stages.hpp", "--theta", "mean=5,ratio=0.3", "--observations",
         500, "--seed", 1, "--output", path, timeout=300)
    return path


def output_of(*words):
    return subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True,
                          timeout=300).stdout


def table(text):
    """Mean and standard deviation of each parameter, as a summary prints them."""
    rows = {name: re.search(rf"^ *{name} +(\S+) +(\S+)", text, re.MULTILINE)
            for name in ("mean", "ratio")}
    return {name: (float(row[1]), float(row[2])) for name, row in rows.items()}


@pytest.fixture(scope="module")
def header(done, times):
    return table(done("fit", EXAMPLES / "two_stages.hpp", times, *DRAWS, *AS_IN_THE_EXAMPLES,
                      timeout=300))


def apart(one, other):
    """The largest distance of two posterior means, in posterior standard deviations."""
    return max(abs(one[name][0] - other[name][0]) / other[name][1] for name in other)


def test_the_truth_is_within_reach(header):
    for name, truth in (("mean", 5.0), ("ratio", 0.3)):
        mean, sd = header[name]
        assert abs(mean - truth) < 3 * sd


def test_in_cpp(header, times, program):
    own = pathlib.Path(program).parent / "examples" / "own_simulator"
    assert apart(table(output_of(own, times)), header) < 0.01


def test_in_python(header, times):
    assert apart(table(output_of(sys.executable, EXAMPLES / "own_simulator.py", times)),
                 header) < 0.05


def test_as_a_program(header, times, done, tmp_path):
    """Its noise is its own, so draws differ: 200 of them make two means differ by 0.1 sd."""
    output_of("cc", "-O2", EXAMPLES / "programs" / "two_stages.c", "-o", tmp_path / "own", "-lm")
    fit = done("fit", f"exec:{tmp_path / 'own'}", times, "--protocol", "binary", "--parameters",
               "mean=0.1:100:log,ratio=0:1", *DRAWS, timeout=300)
    assert apart(table(fit), header) < 0.35
