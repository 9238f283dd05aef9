"""Runs that are ended by signals or full disks lose nothing, and go on to the same bits."""

import pathlib
import signal
import time

import pytest

from background import PROGRAM, Running
from fit_files import content, draws_in, is_partial, journal_of


@pytest.fixture(scope="module")
def data(tmp_path_factory, done):
    path = tmp_path_factory.mktemp("resume") / "data.csv"
    done("simulate", "g-and-k", "--observations", 60, "--output", path)
    return path


def stopped(program, output, *words, by=signal.SIGINT, size=3000):
    """A fit that a signal ends once its journal has some draws."""
    fit = Running(program, *words, "--output", output)
    fit.wait_for(journal_of(output), size)
    fit.process.send_signal(by)
    return fit.finish()


LONG = ("--draws", 100_000)


# Signals

@pytest.mark.parametrize("by, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143),
                                        (signal.SIGHUP, 129)])
def test_a_signal_saves_the_draws_and_is_told_by_the_status(program, data, tmp_path, by, status):
    output = tmp_path / "fit.nc"
    found, summary, said = stopped(program, output, "g-and-k", data, *LONG, by=by)
    assert found == status
    assert summary.startswith("PARTIAL")
    assert f"interrupted after {draws_in(output)} of 100000 draws; they are in {output}" in said
    assert is_partial(output)
    assert list(tmp_path.iterdir()) == [output]


def test_nohup_is_heard(program, data, tmp_path):
    output = tmp_path / "fit.nc"
    fit = Running(program, "g-and-k", data, *LONG, "--output", output,
                  preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    fit.wait_for(journal_of(output), 3000)
    fit.process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert fit.process.poll() is None
    fit.process.send_signal(signal.SIGTERM)
    assert fit.finish()[0] == 143


def test_after_a_signal_nothing_is_simulated_before_the_draws_are_saved(program, slow_program,
                                                                        data, tmp_path):
    output = tmp_path / "fit.nc"
    began = []
    fit = Running(program, slow_program, data, *PROGRAM, "--predictive-draws", 200,
                  "--predictive-observations", 60, "--draws", 500, "--output", output)
    fit.wait_for(journal_of(output), 1500)
    began.append(time.monotonic())
    fit.process.send_signal(signal.SIGTERM)
    assert fit.finish()[0] == 143
    assert time.monotonic() - began[0] < 2.5  # 200 simulations would take 4 s
    assert is_partial(output)


# Resuming

@pytest.mark.parametrize("words", [
    ("--method", "npl-mmd", "--draws", 3000),
    ("--method", "npl-mmd", "--mass", "free", "--design", "iid", "--simulations", 64, "--draws",
     3000),
    ("--method", "npl-wll", "--draws", 600),
    ("--method", "npl-wasserstein", "--simulations", 30, "--draws", 20000),
], ids=["npl-mmd", "free mass", "npl-wll", "npl-wasserstein"])
def test_a_stopped_run_goes_on_to_the_same_bits(program, done, data, tmp_path, words):
    words = ("g-and-k", data, *words, "--seed", 5)
    output, whole = tmp_path / "fit.nc", tmp_path / "whole.nc"
    assert stopped(program, output, *words, "--threads", 2)[0] == 130
    done("fit", *words, "--output", output, "--resume", "--threads", 1)
    done("fit", *words, "--output", whole)
    assert content(output) == content(whole)
    assert not journal_of(output).exists()


def test_a_finished_fit_takes_more_draws(done, surefoot, data, tmp_path):
    output, whole = tmp_path / "fit.nc", tmp_path / "whole.nc"
    done("fit", "g-and-k", data, "--draws", 30, "--output", output)
    result = surefoot("fit", "g-and-k", data, "--draws", 50, "--output", output, "--resume")
    assert "going on from 30 of 50 draws" in result.stderr
    done("fit", "g-and-k", data, "--draws", 50, "--output", whole)
    assert content(output) == content(whole)


def test_a_finished_fit_can_be_resumed_for_nothing(done, data, tmp_path):
    output = tmp_path / "fit.nc"
    done("fit", "g-and-k", data, "--draws", 20, "--output", output)
    before = content(output)
    done("fit", "g-and-k", data, "--draws", 20, "--output", output, "--resume")
    assert content(output) == before


def test_without_anything_to_resume_a_run_begins_anew(surefoot, data, tmp_path):
    output = tmp_path / "fit.nc"
    result = surefoot("fit", "g-and-k", data, "--draws", 20, "--output", output, "--resume")
    assert result.returncode == 0
    assert f"note: {output}: there is nothing to resume, so the run begins anew" in result.stderr
    assert draws_in(output) == 20


def test_a_table_is_resumed_from_its_journal(program, done, data, tmp_path):
    output, whole = tmp_path / "fit.csv", tmp_path / "whole.csv"
    words = ("g-and-k", data, "--draws", 3000)
    assert stopped(program, output, *words)[0] == 130
    assert output.read_text().startswith("# partial")
    done("fit", *words, "--output", output, "--resume")
    done("fit", *words, "--output", whole)
    assert output.read_bytes() == whole.read_bytes()
    assert not journal_of(output).exists()


@pytest.mark.parametrize("words, told", [
    (("--seed", 4), "seed: 3 there, 4 here"),
    (("--seed", 3, "--simulations", 100), "simulations: "),
    (("--seed", 3, "--bounds", "a=0:9"), "bounds: none there, a=0:9 here"),
    (("--seed", 3, "--method", "npl-wll"), "method: npl-mmd there, npl-wll here"),
])
def test_other_settings_are_refused(done, refused, data, tmp_path, words, told):
    output = tmp_path / "fit.nc"
    done("fit", "g-and-k", data, "--draws", 20, "--seed", 3, "--output", output)
    before = output.read_bytes()
    refused(64, "fit", "g-and-k", data, "--draws", 30, *words, "--output", output, "--resume",
            "--quiet", says=[f"{output}: its draws are of another run", told])
    assert output.read_bytes() == before


def test_other_data_models_processors_and_fewer_draws_are_refused(done, refused, data, tmp_path):
    output, other = tmp_path / "fit.nc", tmp_path / "other.csv"
    done("simulate", "g-and-k", "--observations", 60, "--seed", 2, "--output", other)
    rest = ("--output", output, "--quiet")
    done("fit", "g-and-k", data, "--draws", 20, *rest, env={"SUREFOOT_ISA": "baseline"})
    rest += ("--resume",)

    def refused_here(*words, says, isa="baseline"):
        refused(64, "fit", *words, *rest, says=says, env={"SUREFOOT_ISA": isa})

    refused_here("g-and-k", other, "--draws", 20, says="data: 60 x 1, ")
    refused_here("gaussian-location", data, "--draws", 20,
                 says="model: g-and-k there, gaussian-location here")
    refused_here("g-and-k", data, "--draws", 10, says=["draw 11", "1 to 10", "it would be lost"])
    if "instruction set: baseline" not in done("--version"):
        refused_here("g-and-k", data, "--draws", 20, isa="", says="instruction set: baseline there")
    refused(64, "fit", "g-and-k", data, "--resume", says="--resume needs --output FILE")


def test_a_changed_header_is_refused(done, refused, data, tmp_path):
    header = tmp_path / "shift.hpp"
    done("new", header)
    wide = tmp_path / "wide.csv"
    done("simulate", header, "--theta", "mean=1,sd=2", "--observations", 40, "--output", wide)
    output = tmp_path / "fit.nc"
    fit = ("fit", header, wide, "--draws", 10, "--output", output)
    done(*fit)
    before = content(output)
    done(*fit, "--resume")
    assert content(output) == before
    header.write_text(header.read_text() + "\ninline int another_line = 1;\n")
    refused(64, *fit, "--resume", "--quiet", says=["code of the model: "])


def test_a_changed_program_is_noticed_by_what_the_search_finds(done, refused, data, tmp_path):
    program = tmp_path / "normal.py"
    text = """
import random, sys
for line in sys.stdin:
    m, seed, mean = line.split()
    draw = random.Random(int(seed))
    print("\\n".join(str(float(mean) + draw.gauss(0, 1)) for _ in range(int(m))), flush=True)
"""
    program.write_text(text)
    output = tmp_path / "fit.nc"
    fit = ("fit", f"exec:python3 -S {program}", data, "--parameters", "mean=-10:10", "--simulations",
           16, "--draws", 6, "--screening", 8, "--lengthscale", "median", "--predictive-draws", 0,
           "--output", output)
    done(*fit)
    before = content(output)
    done(*fit, "--resume")
    assert content(output) == before
    program.write_text(text.replace("gauss(0, 1)", "gauss(0, 2)"))
    refused(64, *fit, "--resume", "--quiet", says="minima that the search found: ")


@pytest.mark.parametrize("method", ["wabc", "mmd-abc", "mmd-bayes", "bayes"])
def test_draws_that_depend_on_each_other_begin_anew(surefoot, refused, normal_data, tmp_path,
                                                    method):
    size = {"wabc": ("--particles", 8, "--max-simulations", 40),
            "mmd-abc": ("--particles", 8, "--max-simulations", 40),
            "mmd-bayes": ("--draws", 8, "--warmup", 10, "--thin", 1, "--score-weight", 1),
            "bayes": ("--draws", 8, "--warmup", 10, "--thin", 1)}[method]
    output = tmp_path / "fit.nc"
    fit = ("fit", "gaussian-location", normal_data, "--method", method, *size, "--output", output)
    for _ in range(2):
        result = surefoot(*fit, "--resume")
        assert result.returncode == 0, result.stderr
        assert f"the draws of {method} depend on each other" in result.stderr
        assert list(tmp_path.iterdir()) == [output]
    refused(64, *fit, "--part", "1/2", says=f"part is not a setting of method {method}")


# What is already there

def test_an_interrupted_run_leaves_a_better_fit_alone(program, done, data, tmp_path):
    output, partial = tmp_path / "fit.nc", tmp_path / "fit.partial.nc"
    done("fit", "g-and-k", data, "--draws", 20, "--seed", 9, "--output", output)
    before = output.read_bytes()
    status, _, said = stopped(program, output, "g-and-k", data, *LONG)
    assert status == 130
    assert output.read_bytes() == before
    assert is_partial(partial) and draws_in(partial) > 0
    assert f"{output}: left as it was, since it has all 20 draws" in said
    assert f"they are in {partial}" in said
    assert journal_of(output).exists()


def test_a_run_that_was_not_resumed_puts_the_old_journal_aside(program, done, surefoot, data,
                                                               tmp_path):
    output = tmp_path / "fit.nc"
    fit = Running(program, "g-and-k", data, *LONG, "--output", output)
    fit.wait_for(journal_of(output), 3000)
    fit.process.kill()
    fit.process.wait()
    result = surefoot("fit", "g-and-k", data, "--draws", 5, "--output", output)
    old = pathlib.Path(f"{journal_of(output)}.old")
    assert f"are now in {old}" in result.stderr
    assert old.exists() and not journal_of(output).exists()
    again = tmp_path / "again.nc"
    old.rename(journal_of(again))
    fit = Running(program, "g-and-k", data, *LONG, "--output", again, "--resume")
    assert "going on from" in fit.process.stderr.readline()
    fit.process.send_signal(signal.SIGINT)
    assert fit.finish()[0] == 130


def test_two_runs_need_two_outputs(program, refused, data, tmp_path):
    output = tmp_path / "fit.nc"
    fit = Running(program, "g-and-k", data, *LONG, "--output", output)
    fit.wait_for(journal_of(output))
    for more in ((), ("--resume",)):
        refused(64, "fit", "g-and-k", data, *LONG, "--output", output, "--quiet", *more,
                says=[f"{journal_of(output)}: another run", "two runs need two outputs"])
    fit.process.send_signal(signal.SIGINT)
    assert fit.finish()[0] == 130


# Disks

def test_a_fit_that_cannot_be_written_is_kept_in_its_journal(program, done, data, tmp_path):
    folder = tmp_path / "there"
    folder.mkdir()
    output = folder / "fit.nc"
    fit = Running(program, "g-and-k", data, "--draws", 4_000, "--output", output)
    fit.wait_for(journal_of(output), 3000)
    output.mkdir()  # nothing can take its name any more
    status, summary, said = fit.finish()
    assert status in (73, 74)
    assert "parameter" in summary
    assert f"the draws are in {journal_of(output)}, from which the run can be resumed" in said
    output.rmdir()
    done("fit", "g-and-k", data, "--draws", 4_000, "--output", output, "--resume")
    assert not is_partial(output) and draws_in(output) == 4_000


def test_a_full_disk_is_told_at_once_and_the_draws_are_kept_elsewhere(program, data, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    output = tmp_path / "fit.nc"
    journal_of(output).symlink_to("/dev/full")
    fit = Running(program, "g-and-k", data, "--draws", 4_000, "--output", output,
                  env={"TMPDIR": str(other), "PATH": "/usr/bin:/bin"})
    time.sleep(0.4)
    output.mkdir()
    status, summary, said = fit.finish()
    assert status in (73, 74)
    assert "parameter" in summary
    assert said.count("draws cannot be kept there as they come: No space left on device") == 1
    kept, = other.iterdir()
    assert f"the draws are in {kept}" in said
    assert draws_in(kept) == 4_000


# Comparisons

def test_a_comparison_is_resumed_method_by_method(program, done, surefoot, data, tmp_path):
    words = ("compare", "g-and-k", data, "--methods", "npl-wll,npl-mmd", "--draws", 900, "--seed", 5,
             "--out")
    out, whole = tmp_path / "compare", tmp_path / "whole"
    running = Running(program, *words, out, verb=())
    running.wait_for(journal_of(out / "npl-wll.nc"), 3000)
    running.process.kill()
    running.finish()
    assert not (out / "npl-wll.nc").exists()
    said = surefoot(*words, out, "--resume").stderr
    assert "going on from" in said and "of 900 draws" in said
    done(*words, whole)
    for method in ("npl-wll", "npl-mmd"):
        assert content(out / f"{method}.nc") == content(whole / f"{method}.nc")
    assert sorted(path.name for path in out.iterdir()) == ["npl-mmd.nc", "npl-wll.nc"]


def test_parts_of_a_comparison_are_merged(done, surefoot, data, tmp_path):
    words = ("compare", "g-and-k", data, "--methods", "npl-mmd,bayes", "--check", "none", "--draws", 30,
             "--chains", 1, "--warmup", 20)
    done(*words, "--out", tmp_path / "whole")
    said = [surefoot(*words, "--part", f"{k}/2", "--out", tmp_path / f"part{k}") for k in (1, 2)]
    assert [result.returncode for result in said] == [0, 0], said
    assert "method bayes is not divided: part 1 has it" in said[1].stderr
    assert (tmp_path / "part1" / "bayes.nc").exists()
    assert not (tmp_path / "part2" / "bayes.nc").exists()
    merged = tmp_path / "merged.nc"
    done("merge", *(tmp_path / f"part{k}" / "npl-mmd.nc" for k in (2, 1)), "-o", merged)
    assert content(merged) == content(tmp_path / "whole" / "npl-mmd.nc")
