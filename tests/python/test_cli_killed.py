"""Runs that are ended by kill -9 lose next to nothing, and go on to the same bits."""

import random
import time

from background import PROGRAM, Running
from fit_files import content, is_partial, journal_of


def kill_and_resume(program, words, output, delays):
    """Runs a fit to its end, killing it after each of the delays, which never leaves a half file."""
    for delay in delays:
        fit = Running(program, *words, "--output", output, "--resume", "--quiet")
        time.sleep(delay)
        fit.process.kill()
        fit.process.communicate()
        assert not output.exists() or not is_partial(output)
    fit = Running(program, *words, "--output", output, "--resume", "--quiet")
    status, _, said = fit.finish()
    assert status == 0, said


def test_kill_minus_nine_at_random_moments_changes_no_bit(program, done, g_and_k_data, slow_program,
                                                          tmp_path):
    moments = random.Random(15)
    toggle = tmp_path / "toggle.csv"
    done("simulate", "toggle-switch", "--observations", 50, "--output", toggle)
    runs = {
        "g-and-k": ("g-and-k", g_and_k_data, "--draws", 2_500, "--threads", 2),
        "toggle": ("toggle-switch", toggle, "--draws", 150, "--simulations", 32, "--screening", 16,
                   "--starts", 1, "--model-option", "transitions=10", "--threads", 2),
        "program": (slow_program, g_and_k_data, *PROGRAM, "--predictive-draws", 4, "--draws", 12, "--threads", 2),
    }
    for name, words in runs.items():
        whole, output = tmp_path / f"{name}-whole.nc", tmp_path / f"{name}.nc"
        began = time.monotonic()
        done("fit", *words, "--output", whole, "--quiet")
        seconds = min(time.monotonic() - began, 2.5)
        kill_and_resume(program, words, output,
                        [moments.uniform(0, seconds) for _ in range(7)])
        assert content(output) == content(whole)
        assert not journal_of(output).exists()


def test_no_finished_draw_older_than_a_few_seconds_is_lost(program, slow_program, g_and_k_data, tmp_path):
    output = tmp_path / "fit.nc"
    fit = Running(program, slow_program, g_and_k_data, *PROGRAM, "--draws", 10_000, "--output", output)
    fit.wait_for(journal_of(output), 1000)
    time.sleep(2)
    before = journal_of(output).stat().st_size
    time.sleep(1.2)
    fit.process.kill()
    fit.process.communicate()
    assert journal_of(output).stat().st_size > before
