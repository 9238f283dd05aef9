"""Runs in parts: `surefoot fit --part`, `surefoot merge`, and the examples for clusters."""

import os
import pathlib
import random
import shutil
import signal
import subprocess

import pytest

from fit_files import content, draws_in

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "cluster"


@pytest.fixture(scope="module")
def data(tmp_path_factory, done):
    path = tmp_path_factory.mktemp("merge") / "data.csv"
    done("simulate", "g-and-k", "--observations", 60, "--output", path)
    return path


def make_parts(done, folder, count, *words, only=None):
    parts = [folder / f"part-{k}.nc" for k in range(1, count + 1)]
    for k, part in enumerate(parts, 1):
        if only is None or k in only:
            done("fit", *words, "--part", f"{k}/{count}", "--output", part, "--quiet")
    return parts


@pytest.mark.parametrize("words", [
    ("--method", "npl-mmd", "--check", "none"),
    ("--method", "npl-mmd", "--check", "none", "--design", "iid", "--simulations", 20,
     "--predictive-draws", 30),
    ("--method", "npl-wll"),
    ("--method", "npl-wasserstein", "--simulations", 30),
], ids=["npl-mmd", "too few simulations", "npl-wll", "npl-wasserstein"])
def test_sevenths_in_any_order_are_the_whole(done, data, tmp_path, words):
    words = ("g-and-k", data, *words, "--draws", 45, "--seed", 2)
    parts = make_parts(done, tmp_path, 7, *words)
    assert [draws_in(part) for part in parts] == [6, 6, 7, 6, 7, 6, 7]
    whole, merged = tmp_path / "whole.nc", tmp_path / "merged.nc"
    summary = done("fit", *words, "--output", whole, "--summary", "csv")
    random.Random(4).shuffle(parts)
    assert done("merge", *parts, "-o", merged, "--summary", "csv") == summary
    assert content(merged) == content(whole)
    table, merged_table = tmp_path / "whole.csv", tmp_path / "merged.csv"
    done("fit", *words, "--output", table)
    done("merge", *parts, "--output", merged_table)
    assert merged_table.read_bytes() == table.read_bytes()


def test_what_is_missing_is_listed_as_a_job_array_takes_it(done, refused, data, tmp_path):
    words = ("g-and-k", data, "--draws", 20)
    parts = make_parts(done, tmp_path, 10, *words, only={1, 2, 4, 5, 6, 10})
    assert done("merge", "--missing", *parts) == "3,7-9\n"
    there = [part for part in parts if part.exists()]
    assert done("merge", "--missing", *there) == "3,7-9\n"
    refused(65, "merge", *there, "-o", tmp_path / "fit.nc",
            says="of 10 parts these are missing or not finished: 3,7-9")
    make_parts(done, tmp_path, 10, *words, only={3, 7, 8, 9})
    assert done("merge", "--missing", *parts) == ""


def test_a_part_that_was_interrupted_is_missing_until_it_is_resumed(program, done, data, tmp_path):
    words = ("g-and-k", data, "--draws", 12_000)
    output = tmp_path / "part-2.nc"
    fit = subprocess.Popen([program, "fit", *map(str, words), "--part", "2/2", "--output", output],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    line = fit.stderr.readline()
    while "draws" not in line:
        line = fit.stderr.readline()
    fit.send_signal(signal.SIGTERM)
    fit.communicate(timeout=60)
    assert fit.returncode == 143
    assert done("merge", "--missing", output) == "1-2\n"
    done("fit", *words, "--part", "2/2", "--output", output, "--resume", "--quiet")
    assert done("merge", "--missing", output) == "1\n"


def test_parts_that_do_not_belong_together_are_refused(done, refused, data, tmp_path):
    words = ("g-and-k", data, "--draws", 20)
    first, second = make_parts(done, tmp_path, 2, *words)
    merged = tmp_path / "fit.nc"
    copy = tmp_path / "copy.nc"
    shutil.copy(first, copy)
    refused(65, "merge", first, second, copy, "-o", merged,
            says=f"{first} and {copy} are both part 1/2")
    done("fit", *words, "--seed", 1, "--part", "2/2", "--output", second)
    refused(65, "merge", first, second, "-o", merged, says="seed: 0 there, 1 here")
    done("fit", *words, "--output", second)
    refused(65, "merge", first, second, "-o", merged, says=f"{second}: this is a fit, but not a part")
    assert not merged.exists()


@pytest.mark.parametrize("words, told", [
    (("merge",), "merge needs the files of parts"),
    (("merge", "a.nc"), "merge needs either --output FILE or --missing"),
    (("merge", "a.nc", "--missing", "-o", "b.nc"), "merge needs either --output FILE or --missing"),
    (("fit", "g-and-k", "x.csv", "--part", "1/2"), "--part needs --output FILE"),
    (("fit", "g-and-k", "x.csv", "--part", "3/2"), "part must be K/N with K from 1 to N"),
    (("fit", "g-and-k", "x.csv", "--part", "1/30", "--draws", 20), "but is 1/30 of 20 draws"),
    (("fit", "g-and-k", "x.csv", "--part", "1/2", "--output", "x.txt.csv"), "must end in .nc"),
])
def test_wrong_words_are_refused(refused, words, told):
    refused(64, *words, says=told)


# The examples

def run_example(command, program, folder, data, **more):
    environment = {**os.environ, "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}",
                   "MODEL": "g-and-k", "DATA": str(data), "DRAWS": "40", "PARTS": "4",
                   "OUT": str(folder), **more}
    result = subprocess.run(list(map(str, command)), env=environment, cwd=folder, timeout=110,
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return result


@pytest.fixture
def whole(done, data, tmp_path):
    path = tmp_path / "whole.nc"
    done("fit", "g-and-k", data, "--draws", 40, "--check", "none", "--output", path)
    return path


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make")
def test_makefile(program, data, tmp_path, whole):
    folder = tmp_path / "run"
    folder.mkdir()
    run_example(["make", "-j2", "-f", EXAMPLES / "Makefile"], program, folder, data)
    assert content(folder / "fit.nc") == content(whole)


def test_gnu_parallel(program, data, tmp_path, whole):
    """With a program of our own in place of GNU parallel where that is not installed."""
    folder, tools = tmp_path / "run", tmp_path / "tools"
    folder.mkdir()
    tools.mkdir()
    if not shutil.which("parallel"):
        (tools / "parallel").write_text(FAKE_PARALLEL)
        (tools / "parallel").chmod(0o755)
    path = f"{tools}:{pathlib.Path(program).parent}:{os.environ['PATH']}"
    run_example([EXAMPLES / "parallel.sh"], program, folder, data, PATH=path)
    assert content(folder / "fit.nc") == content(whole)


def test_slurm_array(program, data, tmp_path, whole):
    """With processes in place of nodes: an sbatch of our own, which starts each task in turn."""
    folder, tools = tmp_path / "run", tmp_path / "tools"
    folder.mkdir()
    tools.mkdir()
    sbatch = tools / "sbatch"
    sbatch.write_text(FAKE_SBATCH)
    sbatch.chmod(0o755)
    path = f"{tools}:{pathlib.Path(program).parent}:{os.environ['PATH']}"
    run_example([EXAMPLES / "submit.sh"], program, folder, data, PATH=path, KILL_TASK="3")
    assert content(folder / "fit.nc") == content(whole)
    assert (folder / "submitted").read_text().split() == ["1-4", "3"]


# Starts the command at once for each word behind `:::`, which takes the place of {}.
FAKE_PARALLEL = r"""#!/usr/bin/env python3
import subprocess, sys
words = sys.argv[3:]  # behind --halt never
command, values = words[:words.index(":::")], words[words.index(":::") + 1:]
started = [subprocess.Popen([word.replace("{}", value) for word in command]) for value in values]
sys.exit(sum(one.wait() != 0 for one in started))
"""

# Runs the tasks of --array=LIST one after the other; kills task $KILL_TASK the first time.
FAKE_SBATCH = r"""#!/usr/bin/env python3
import os, subprocess, sys
script = sys.argv[-1]
array = next((w.split("=")[1] for w in sys.argv if w.startswith("--array=")), None)
if array is None:
    sys.exit(subprocess.run(["bash", script]).returncode)
with open("submitted", "a") as log:
    log.write(array + "\n")
tasks = []
for one in array.split(","):
    low, _, high = one.partition("-")
    tasks += range(int(low), int(high or low) + 1)
for task in tasks:
    if str(task) == os.environ.get("KILL_TASK") and array != str(task):
        continue  # as if its node had died
    subprocess.run(["bash", script], check=True,
                   env={**os.environ, "SLURM_ARRAY_TASK_ID": str(task)})
"""
