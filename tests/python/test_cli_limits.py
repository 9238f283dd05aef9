"""What the machine, the file system and the user's patience end."""

import os
import resource
import signal
import subprocess
import time

import pytest

from background import ends

USAGE, DATA, MISSING, OUTPUT, INTERRUPTED = 64, 65, 69, 73, 130


def seconds_to_stop(program, *words, after=2.0, expect=INTERRUPTED, **how):
    """Runs the program, interrupts it, and returns how long it took to end, and what it said."""
    running = subprocess.Popen([program, *map(str, words)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, **how)
    try:
        time.sleep(after)
        assert running.poll() is None, running.communicate()
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=100)
        assert running.returncode == expect, said
        return time.monotonic() - began, said
    finally:
        running.kill()


HANGS_LATER = """#!/bin/sh
asked=0
while read rows rest; do
  asked=$((asked + 1))
  [ $asked -gt 2 ] && exec sleep 1000
  for i in $(seq $rows); do echo 1; done
done
"""


def test_a_program_that_hangs_does_not_keep_us(program, write, g_and_k_data):
    script = write("hangs.sh", HANGS_LATER)
    seconds, _ = seconds_to_stop(program, "fit", f"exec:sh {script}", g_and_k_data, "--parameters",
                                 "a=0:1")
    assert seconds < 5


def test_a_program_that_never_answers_is_not_left_behind(program, g_and_k_data, tmp_path):
    started = tmp_path / "pid"
    seconds, _ = seconds_to_stop(program, "fit", f"exec:echo $$ > {started}; exec sleep 1000",
                                 g_and_k_data, "--parameters", "a=0:1")
    assert seconds < 5
    assert ends(int(started.read_text()))


def test_many_threads_stop_soon(program, g_and_k_data):
    seconds, _ = seconds_to_stop(program, "fit", "g-and-k", g_and_k_data, "--threads", 4096,
                                 "--draws", 100_000, after=3.0)
    assert seconds < 5


def test_threads_without_a_use_are_not_started(done, g_and_k_data, tmp_path):
    summary = done("fit", "g-and-k", g_and_k_data, "--threads", 4096, "--draws", 20)
    most = max(64, 8 * os.cpu_count())
    assert f"{most} threads" in summary


def test_a_pipe_that_nobody_reads_is_refused(refused, g_and_k_data, tmp_path):
    pipe = tmp_path / "pipe.nc"
    os.mkfifo(pipe)
    result = refused(OUTPUT, "simulate", "g-and-k", "--observations", 5, "--output", pipe,
                     timeout=30)
    assert str(pipe) in result


def limited(limit, value):
    return {"preexec_fn": lambda: resource.setrlimit(limit, (value, value))}


def test_too_many_open_files_are_no_fault_of_ours(surefoot, g_and_k_data):
    result = surefoot("fit", "exec:cat", g_and_k_data, "--parameters", "a=0:1",
                      **limited(resource.RLIMIT_NOFILE, 6))
    assert result.returncode == MISSING, result.stderr
    assert "Too many open files" in result.stderr and "internal" not in result.stderr


def test_no_memory_is_no_fault_of_ours(surefoot):
    result = surefoot("simulate", "gaussian-location", "--model-option", "dimension=50",
                      "--observations", 10_000_000, **limited(resource.RLIMIT_AS, 2 << 30))
    assert result.returncode == MISSING, result.stderr
    assert "not enough memory" in result.stderr


def test_no_threads_are_no_fault_of_ours(surefoot, g_and_k_data):
    result = surefoot("fit", "g-and-k", g_and_k_data, "--threads", 64, "--draws", 200,
                      **limited(resource.RLIMIT_AS, 400 << 20))
    assert result.returncode == MISSING, result.stderr
    assert "threads" in result.stderr or "memory" in result.stderr


@pytest.fixture
def loop(tmp_path):
    path = tmp_path / "loop"
    path.symlink_to(path)
    return path


def test_loops_and_long_names_are_the_users(surefoot, loop, g_and_k_data, tmp_path):
    long = tmp_path / ("x" * 300)
    for bad in (loop, loop / "in", long, long / "in"):
        for words in (["fit", "g-and-k", bad], ["fit", "g-and-k", g_and_k_data, "--config", bad],
                      ["summary", bad], ["report", bad, "-o", tmp_path / "r.html"],
                      ["fit", f"{bad}.hpp", g_and_k_data], ["compile", f"{bad}.hpp"],
                      ["simulate", "g-and-k", "--observations", 3, "--output", bad, "--labels",
                       bad.with_name("l.csv")],
                      ["compare", "g-and-k", g_and_k_data, "--methods", "npl-mmd", "--out", bad],
                      ["reproduce", "--config", bad, "--out", tmp_path / "o"],
                      ["reproduce", "figure-loss", "--data", bad, "--out", tmp_path / "o"],
                      ["reproduce", "figure-loss", "--smoke", "--out", bad]):
            result = surefoot(*words)
            # A link to itself may be replaced by an output.
            fine = (0, OUTPUT) if words[0] == "simulate" else (USAGE, DATA, OUTPUT)
            assert result.returncode in fine, (words, result.stderr)
            assert "internal error" not in result.stderr


FAILS = """#!/bin/sh
asked=0
while read rows rest; do
  asked=$((asked + 1))
  answer=1
  [ $asked -gt 2 ] && answer=nan
  for i in $(seq $rows); do echo $answer; done
done
"""


def test_a_fit_without_a_draw_does_not_succeed(surefoot, write, g_and_k_data, tmp_path):
    script = write("fails.sh", FAILS)
    report = tmp_path / "report.html"
    result = surefoot("fit", f"exec:sh {script}", g_and_k_data, "--parameters", "a=0:1", "--draws",
                      4, "--threads", 1, "--report", report, "--start", "a=0.5", "--optimiser",
                      "nelder-mead", "--starts", 1)
    assert result.returncode == DATA, (result.stdout, result.stderr)
    assert not report.exists()


@pytest.fixture
def header(done, tmp_path):
    path = tmp_path / "my.hpp"
    done("new", path)
    return path


def test_no_output_replaces_an_input(refused, header, g_and_k_data, write, tmp_path):
    text = header.read_text()
    link = tmp_path / "link.csv"
    link.symlink_to(header)
    for output in (header, link, tmp_path / ".." / tmp_path.name / "my.hpp"):
        refused(USAGE, "simulate", header, "--observations", 5, "--output", output,
                says="the output would replace the model")
        refused(USAGE, "simulate", header, "--observations", 5, "--labels", output,
                says="the labels would replace the model")
    refused(USAGE, "fit", header, g_and_k_data, "--report", header,
            says="the report would replace the model")
    config = write("config.csv", "draws = 5\n")
    refused(USAGE, "fit", "g-and-k", g_and_k_data, "--config", config, "--output", config,
            says="the output would replace the config")
    measure = write("measure.csv", "1\n2\n")
    refused(USAGE, "fit", "g-and-k", g_and_k_data, "--base-measure", f"file:{measure}", "--output",
            measure, says="the output would replace the base measure")
    new = tmp_path / "new.csv"
    refused(USAGE, "fit", "g-and-k", g_and_k_data, "--output", new, "--report",
            tmp_path / "." / "new.csv", says="output and report must be two files")
    assert header.read_text() == text and config.read_text() == "draws = 5\n"


def test_compare_does_not_replace_its_data(refused, g_and_k_data, tmp_path):
    data = tmp_path / "npl-mmd.nc"
    data.write_bytes(g_and_k_data.read_bytes())
    refused(USAGE, "compare", "g-and-k", data, "--methods", "npl-mmd", "--out", tmp_path,
            says="would replace the data")


def test_what_a_config_runs_and_writes_is_said(surefoot, write, g_and_k_data, tmp_path):
    config = write("config.toml", f'model = "g-and-k"\noutput = "{tmp_path}/fit.csv"\ndraws = 4\n'
                                  f'data = "{g_and_k_data}"\n')
    result = surefoot("fit", "--config", config)
    assert result.returncode == 0, result.stderr
    assert f"{config} names the model g-and-k" in result.stderr
    assert f"{config} names the output {tmp_path}/fit.csv" in result.stderr


@pytest.mark.parametrize("name", ["...toml", "..toml", ".hidden.toml"])
def test_an_item_stays_in_its_folder(refused, write, tmp_path, name):
    config = write(name, 'title = "x"\n')
    refused(USAGE, "reproduce", "--config", config, "--out", tmp_path / "out" / "in",
            says="begin with a dot")
