"""What happens around a fit in Python: warnings, progress, interruption, threads."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
import types

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


@pytest.fixture(scope="module")
def g_and_k():
    return surefoot.simulate("g-and-k", observations=100)


def test_warnings_are_python_warnings():
    data = surefoot.simulate("gaussian-location", observations=40, model_option={"dimension": 2})
    data[:, 1] *= 1000
    with pytest.warns(surefoot.SurefootWarning) as told:
        fit = surefoot.fit(data, "gaussian-location", draws=8)
    assert [str(one.message) for one in told] == list(fit.warnings)
    assert told[0].filename == __file__


def test_nothing_is_printed_where_there_is_no_terminal(g_and_k, capfd, caplog):
    caplog.set_level(logging.INFO, "surefoot")
    surefoot.fit(g_and_k, "g-and-k", draws=8)
    assert capfd.readouterr() == ("", "")


def test_progress_is_one_line_in_a_terminal():
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    code = ("import sys; sys.modules['tqdm'] = None  # where it is installed, the bar is its own\n"
            "import surefoot; x = surefoot.simulate('g-and-k', observations=500)\n"
            "surefoot.fit(x, 'g-and-k', draws=20000)")
    child = subprocess.Popen([sys.executable, "-c", code], stderr=slave, stdout=subprocess.DEVNULL)
    os.close(slave)
    shown = b""
    while b" of 20000 draws" not in shown:
        shown += os.read(master, 1000)
    child.send_signal(signal.SIGINT)
    child.wait(30)
    os.close(master)
    assert b"\n" not in shown and b"\rsurefoot" not in shown


def test_progress_is_one_text_in_a_notebook(monkeypatch):
    shown = []

    class Handle:
        def update(self, content, raw):
            shown.append(content["text/plain"])

    class Shell:
        kernel = object()

    def display(content, raw, display_id):
        shown.append(content["text/plain"])
        return Handle()

    ipython, module = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    ipython.get_ipython, module.display = Shell, display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    data = surefoot.simulate("g-and-k", observations=500)
    surefoot.fit(data, "g-and-k", draws=3000)
    assert all("steps of the search" in text or "of 3000 draws" in text for text in shown)
    assert sum("of 3000 draws" in text for text in shown) > 1
    shown.clear()
    surefoot.fit(data, "g-and-k", draws=3000, progress=False)
    assert not shown


def run_and_interrupt(code, after, timeout=60):
    """Runs Python code that prints `ready`, and interrupts it a little later."""
    child = subprocess.Popen([sys.executable, "-W", "always", "-c", code], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(after)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=timeout)
    return child.returncode, out, err


def test_interrupt_keeps_the_finished_draws():
    status, out, err = run_and_interrupt("""
import sys, surefoot
class Line:
    shown = False
    def __call__(self, done, total, failed, unit, calls):  # so that some draws are finished
        if unit == "draws" and not self.shown:
            print("ready", flush=True)
            self.shown = True
    def close(self):
        pass
sys.modules["surefoot._fit"].progress_line = lambda wanted: Line()
x = surefoot.simulate("g-and-k", observations=500)
fit = surefoot.fit(x, "g-and-k", draws=1_000_000, predictive_draws=0)
print(0 < len(fit) < 1_000_000, fit.partial, flush=True)
""", after=0.2)
    assert status == 0, err
    assert out == "True True\n"
    assert "SurefootWarning: interrupted after" in err


def test_fits_run_side_by_side(g_and_k):
    alone = surefoot.fit(g_and_k, "g-and-k", draws=40, seed=1).draws
    found = {}

    def run(seed):
        found[seed] = surefoot.fit(g_and_k, "g-and-k", draws=40, seed=seed).draws

    threads = [threading.Thread(target=run, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(found[1], alone)
    assert (found[2] != alone).all()


def test_other_threads_go_on_while_it_fits():
    x = surefoot.simulate("g-and-k", observations=500)
    count, stop = 0, threading.Event()

    def tick():
        nonlocal count
        while not stop.wait(0.001):
            count += 1

    thread = threading.Thread(target=tick)
    thread.start()
    fit = surefoot.fit(x, "g-and-k", draws=1000)
    during = count
    stop.set()
    thread.join()
    assert during > 20 * fit.seconds
