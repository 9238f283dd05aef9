"""Fixtures for tests of the program, which the environment variable SUREFOOT names."""

import os
import subprocess

import pytest
from watching import LONG, Watched

TIMEOUT = 120  # seconds; what takes longer hangs


@pytest.fixture(scope="session")
def program():
    path = os.environ.get("SUREFOOT")
    if not path:
        pytest.skip("SUREFOOT does not name the program")
    return os.path.abspath(path)


@pytest.fixture(scope="session")
def surefoot(program):
    """Runs the program and returns what it did; keywords go to subprocess.run."""

    def run(*words, **how):
        how = {"timeout": TIMEOUT, "stdin": subprocess.DEVNULL, "capture_output": True,
               "text": True, **how}
        return subprocess.run([program, *map(str, words)], **how)

    return run


@pytest.fixture(scope="session")
def done(surefoot):
    """Runs the program, which must succeed, and returns its standard output."""

    def run(*words, **how):
        result = surefoot(*words, **how)
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


@pytest.fixture(scope="session")
def refused(surefoot):
    """Runs the program, which must refuse with the status and one line that says all of `says`."""

    def run(status, *words, says=(), **how):
        result = surefoot(*words, **how)
        assert result.returncode == status, result.stderr
        assert result.stdout == ""
        assert result.stderr.startswith("surefoot: ")
        assert result.stderr.count("\n") == 1 and result.stderr.endswith("\n"), result.stderr
        for fragment in says if isinstance(says, (list, tuple)) else [says]:
            assert str(fragment) in result.stderr
        return result.stderr

    return run


@pytest.fixture
def write(tmp_path):
    """Writes a file into the test's own folder and returns its path."""

    def make(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make


@pytest.fixture(scope="session")
def normal_data(tmp_path_factory, done):
    """Sixty observations of two columns: a fit of the Gaussian location takes milliseconds."""
    path = tmp_path_factory.mktemp("normal") / "normal.csv"
    done("simulate", "gaussian-location", "--observations", 60, "--model-option", "dimension=2",
         "--output", path)
    return path


@pytest.fixture(scope="session")
def g_and_k_data(tmp_path_factory, done):
    path = tmp_path_factory.mktemp("g-and-k") / "g-and-k.csv"
    done("simulate", "g-and-k", "--observations", 100, "--output", path)
    return path


@pytest.fixture(scope="session")
def slow_program(tmp_path_factory):
    """A program that takes its time: 20 ms an answer."""
    path = tmp_path_factory.mktemp("program") / "slow.py"
    path.write_text("""
import random, sys, time
for line in sys.stdin:
    m, seed, mean = line.split()
    draw = random.Random(int(seed))
    time.sleep(0.02)
    print("\\n".join(str(float(mean) + draw.gauss(0, 1)) for _ in range(int(m))), flush=True)
""")
    return f"exec:python3 -S {path}"


@pytest.fixture
def watched(program, tmp_path):
    """Starts fits that are watched, and ends those that are left."""
    runs = []

    def start(*words, **how):
        runs.append(Watched(program, *words, **{"cwd": tmp_path, **how}))
        return runs[-1]

    yield start
    for run in runs:
        run.process.kill()
        run.process.communicate()


@pytest.fixture
def long_fit(watched, g_and_k_data):
    return watched("g-and-k", g_and_k_data, *LONG)


@pytest.fixture
def patient_program(tmp_path):
    """A simulator that takes its time until a file is there, and that file."""
    go, path = tmp_path / "go", tmp_path / "patient.py"
    path.write_text(f"""
import os, random, sys, time
for line in sys.stdin:
    m, seed, mean = line.split()
    draw = random.Random(int(seed))
    if not os.path.exists({str(go)!r}): time.sleep(0.005)
    print("\\n".join(str(float(mean) + draw.gauss(0, 1)) for _ in range(int(m))), flush=True)
""")
    return f"exec:python3 -S {path}", go
