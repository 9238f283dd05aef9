"""The page on which a running fit is watched: what it shows, and how it ends."""

import json
import resource
import shutil
import signal
import threading
import time

import pytest
from background import PROGRAM
from driven_browser import DrivenBrowser
from watching import LONG

USAGE, DEVICE, OUTPUT, INTERRUPTED = 64, 69, 73, 130
# What precedes and follows the draws of a program is kept short.
BRIEF = (*PROGRAM, "--lengthscale", "median", "--mass", "fixed", "--check", "none")


# What it shows

def test_the_state_follows_the_run(long_fit):
    state = long_fit.state_when(lambda state: state["usable"] > 50)
    assert state["model"] == "g-and-k" and state["method"] == "npl-mmd"
    assert state["observations"] == 100 and state["report_file"] == "surefoot-report.html"
    assert state["phase"] == "counting" and state["unit"] == "draws"
    assert 0 < state["done"] < state["total"] == 1_000_000
    assert state["seconds"] > 0 and state["seconds_left"] > 0
    assert [p["name"] for p in state["parameters"]][:4] == ["a", "b", "g", "log_k"]
    for parameter in state["parameters"]:
        assert min(parameter["values"]) <= parameter["mean"] <= max(parameter["values"])
    assert sum(state["statuses"].values()) >= state["usable"]
    assert long_fit.state_when(lambda later: later["done"] > state["done"])


def test_many_draws_are_thinned(watched, normal_data):
    run = watched("gaussian-location", normal_data, *LONG)
    state = run.state_when(lambda state: state["usable"] > 5000)
    assert 1000 <= state["shown"] <= 2000
    for parameter in state["parameters"]:
        assert len(parameter["values"]) == state["shown"]


def test_draws_on_an_edge_are_shown_where_they_are(watched, g_and_k_data):
    run = watched("g-and-k", g_and_k_data, *LONG, "--bounds", "a=0:2")
    state = run.state_when(lambda state: len(state["unsettled"]) > 5)
    assert state["statuses"]["box-edge"] > 0
    assert state["parameters"][0]["upper"] == 2
    on_edge = [draw for draw in state["unsettled"] if draw["status"] == "box-edge"]
    assert on_edge and all(abs(draw["values"][0] - 2) < 1e-4 for draw in on_edge)


def test_draws_of_an_earlier_run_are_among_those_shown(watched, done, g_and_k_data, tmp_path):
    words = ("g-and-k", g_and_k_data, "--output", tmp_path / "fit.nc")
    done("fit", *words, "--draws", 300)
    run = watched(*words, "--draws", 1_000_000, "--threads", 1, "--resume")
    state = run.state_when(lambda state: state["usable"] > 0)
    assert state["usable"] >= 300
    assert any("going on from 300 of 1000000 draws" in note for note in state["notes"])


def test_a_quiet_run_says_where_it_can_be_watched_and_nothing_else(watched, g_and_k_data):
    run = watched("g-and-k", g_and_k_data, "--draws", 20, "--quiet")
    assert run.finish()[::2] == (0, "")


# How it ends

def test_an_open_page_is_given_the_report(watched, g_and_k_data, tmp_path):
    run = watched("g-and-k", g_and_k_data, "--draws", 1500, "--output", tmp_path / "fit.nc")
    seen = {}

    def watch(page):
        while True:
            _, body = run.ask(f"state.json?{page}")
            if json.loads(body)["phase"] == "ended":
                break
            time.sleep(0.2)
        answer, seen[page] = run.ask(f"report.html?{page}")
        assert answer.status == 200

    pages = [threading.Thread(target=watch, args=(name,)) for name in ("one", "two")]
    for page in pages:
        page.start()
    status, stdout, _ = run.finish()
    for page in pages:
        page.join(timeout=10)
    assert status == 0 and stdout.startswith("g-and-k by npl-mmd")
    assert seen["one"] == seen["two"] == (tmp_path / "fit.html").read_bytes()


def test_nobody_is_waited_for_unless_a_page_is_open(watched, done, g_and_k_data, tmp_path):
    began = time.monotonic()
    done("fit", "g-and-k", g_and_k_data, "--draws", 20)
    unwatched = time.monotonic() - began
    began = time.monotonic()
    run = watched("g-and-k", g_and_k_data, "--draws", 20)
    assert run.finish()[0] == 0
    assert time.monotonic() - began < 2 * unwatched + 2.5  # three seconds if a page is open
    assert "surefoot</title>" in (tmp_path / "surefoot-report.html").read_text()


def test_a_page_that_was_closed_is_waited_for_only_briefly(watched, patient_program, write):
    simulator, go = patient_program
    data = write("data.csv", "\n".join(str(value / 10) for value in range(30)))
    run = watched(simulator, data, *BRIEF, "--draws", 20)
    run.state()
    go.touch()
    began = time.monotonic()
    assert run.finish()[0] == 0
    assert time.monotonic() - began < 20  # of which the fit may take most on a busy machine


def test_an_interrupt_ends_the_page_with_the_run(long_fit, tmp_path):
    long_fit.state_when(lambda state: state["usable"] > 10)
    long_fit.process.send_signal(signal.SIGINT)
    began = time.monotonic()
    status, _, stderr = long_fit.finish()
    assert status == INTERRUPTED and "interrupted after" in stderr
    assert time.monotonic() - began < 10
    assert (tmp_path / "surefoot-report.html").exists()
    with pytest.raises(ConnectionError):
        long_fit.connect()


def test_the_draws_and_what_is_printed_are_those_of_a_run_that_nobody_watches(
        watched, done, g_and_k_data):
    words = ("g-and-k", g_and_k_data, "--draws", 50, "--summary", "csv")
    assert watched(*words).finish()[1] == done("fit", *words)


# What is refused

def test_no_other_file_is_replaced_by_a_report_that_nobody_named(refused, done, g_and_k_data,
                                                                 tmp_path):
    words = ("fit", "g-and-k", g_and_k_data, "--draws", 20, "--output", tmp_path / "fit.nc",
             "--watch", "--quiet")
    (tmp_path / "fit.html").write_text("<title>My own page</title>")
    refused(USAGE, *words, says=[tmp_path / "fit.html", "--report"])
    assert (tmp_path / "fit.html").read_text() == "<title>My own page</title>"
    done(*words, "--report", tmp_path / "other.html")
    (tmp_path / "fit.html").unlink()
    done(*words)
    done(*words)  # replaces its own


def test_inputs_are_not_replaced_and_folders_are_no_place(refused, write, tmp_path):
    data = write("fit.html", "1\n2\n3\n4\n5\n6\n")
    words = ("gaussian-location", data, "--output", tmp_path / "fit.nc", "--watch")
    refused(USAGE, "fit", *words, says="the report would replace the data")
    data = write("data.csv", "1\n2\n3\n4\n5\n6\n")
    (tmp_path / "out.html").mkdir()
    refused(OUTPUT, "fit", "gaussian-location", data, "--output", tmp_path / "out.nc", "--watch",
            says=tmp_path / "out.html")


def test_a_machine_without_a_free_descriptor_says_so(surefoot, normal_data, tmp_path):
    """Whether it is the page's socket that is missing depends on what else is open."""
    said = []
    for most in range(3, 16):
        result = surefoot("fit", "gaussian-location", normal_data, "--draws", 20, "--watch",
                          cwd=tmp_path, preexec_fn=lambda most=most: resource.setrlimit(
                              resource.RLIMIT_NOFILE, (most, most)))
        if "--watch: no port" in result.stderr:
            assert result.returncode == DEVICE and result.stdout == ""
            said.append(most)
    assert said


# In a browser

@pytest.fixture
def browser(tmp_path):
    if shutil.which("chromium") is None:
        pytest.skip("chromium is missing; scripts/setup test installs it")
    running = DrivenBrowser(tmp_path)
    yield running
    running.close()


def test_a_browser_shows_the_posterior_and_then_the_report(watched, browser, patient_program,
                                                           write):
    simulator, go = patient_program
    data = write("data.csv", "\n".join(str(value / 10) for value in range(30)))
    run = watched(simulator, data, *BRIEF, "--draws", 2000)
    browser.open(run.address, 400)
    browser.value_when("document.querySelector('figure[data-parameter=mean] rect') !== null")
    assert "draws are made" in browser.value("document.getElementById('phase').textContent")
    assert browser.value("document.documentElement.scrollWidth <= innerWidth && innerWidth == 400")
    assert browser.value("document.getElementById('gone').hidden") is True
    go.touch()
    browser.value_when("document.documentElement.dataset.ready")
    assert browser.value("location.pathname").endswith("/report.html")
    assert browser.value("document.querySelectorAll('figure svg').length") > 0
    assert browser.value("document.getElementById('problems').textContent") == ""
    assert run.finish()[0] == 0


def test_a_page_says_that_its_fit_has_gone_and_keeps_what_it_shows(long_fit, browser):
    browser.open(long_fit.address, 1600)
    browser.value_when("document.querySelectorAll('figure').length >= 4")
    long_fit.process.kill()
    said = browser.value_when("document.getElementById('gone').textContent")
    assert "no longer answers" in said and "surefoot-report.html" in said
    assert browser.value("document.querySelectorAll('figure rect').length") > 4
