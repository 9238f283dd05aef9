"""The page on which a running fit is watched: what it shows, and how it ends."""

import json
import re
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

@pytest.fixture
def outlying_data(write):
    """Ninety numbers around 3, and ten around 40."""
    return write("outlying.csv", "\n".join(
        [*(str(3 + (k % 19 - 9) / 6) for k in range(90)), *(str(40 + k / 10) for k in range(10))]))


@pytest.fixture
def failing_fit(watched, write):
    """Only a + b is determined, and where b is above 1.5 the simulator fails now and then."""
    path = write("failing.py", """
import random, sys
for line in sys.stdin:
    m, seed, a, b = line.split()
    draw = random.Random(int(seed))
    lost = float(b) > 1.5 and draw.random() < 0.4
    rows = [str(float(a) + float(b) + draw.gauss(0, 1)) for _ in range(int(m))]
    print("\\n".join(["nan", *rows[1:]] if lost else rows), flush=True)
""")
    data = write("data.csv", "\n".join(str(1 + (k % 19 - 9) / 6) for k in range(60)))
    return watched(f"exec:python3 -S {path}", data, *LONG, "--parameters", "a=-3:3,b=-3:3",
                   "--embedding", "direct", "--simulations", 32, "--lengthscale", "median",
                   "--mass", "fixed")


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


def test_observations_are_scored_before_the_draws(watched, outlying_data):
    run = watched("gaussian-location", outlying_data, *LONG)
    state = run.state_when(lambda state: state["usable"] > 0)
    scores = state["scores"]
    assert state["no_scores"] == "" and state["ends_with_scores"]
    assert scores["observations"] == 100 and scores["below_half"] == 10
    assert [row["inlier"] for row in scores["rows"]] == sorted(
        row["inlier"] for row in scores["rows"])
    assert {row["observation"] for row in scores["rows"][:10]} == set(range(91, 101))
    assert all(row["values"][0] > 30 for row in scores["rows"][:10])


@pytest.mark.parametrize("words, reason", [
    (("--kernel", "energy"), "Kernel energy is not bounded"),
    (("--method", "npl-wll"), "Method npl-wll does not score"),
    (("--optimiser", "adam"), "Optimiser adam looks for no best fit")])
def test_a_fit_without_scores_says_why(watched, outlying_data, words, reason):
    run = watched("gaussian-location", outlying_data, *LONG, *words)
    state = run.state_when(lambda state: state["usable"] > 0)
    assert state["scores"] is None and state["no_scores"].startswith(reason)


@pytest.mark.parametrize("words", [("--check", "none"), ("--without-data",),
                                   ("--part", "2/3", "--output", "part.nc")])
def test_no_final_scores_are_promised_where_there_are_none(watched, outlying_data, words):
    if words == ("--without-data",):
        words = (*words, "--output", "fit.nc")
    run = watched("gaussian-location", outlying_data, *LONG, *words)
    state = run.state_when(lambda state: state["usable"] > 0)
    assert state["scores"] is not None and not state["ends_with_scores"]


def test_draws_that_failed_are_shown_where_they_began(failing_fit):
    state = failing_fit.state_when(lambda state: state["statuses"].get("simulator-failed", 0) > 9)
    assert state["placed"]["simulator-failed"] == state["statuses"]["simulator-failed"]
    failed = [draw for draw in state["unsettled"] if draw["status"] == "simulator-failed"]
    assert failed and all(draw["values"][1] > 1.2 for draw in failed)


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


# Whether nothing is wider than the page; what lies in a picture is cut off by it.
FITS = """(() => [...document.querySelectorAll('main *')].every((one) =>
    one.closest('svg *') || one.getBoundingClientRect().right <= innerWidth + 1) &&
  document.documentElement.scrollWidth <= innerWidth)()"""


@pytest.mark.parametrize("width", [400, 1600])
def test_a_page_says_where_draws_failed(failing_fit, browser, width):
    failing_fit.state_when(lambda state: state["statuses"].get("simulator-failed", 0) > 12)
    browser.open(failing_fit.address, width)
    failed = "[...document.querySelectorAll('tr[data-status=simulator-failed]')]"
    browser.value_when(f"{failed}.length > 0")
    said = browser.value(f"{failed}[0].innerText")
    assert "the simulator failed where they began" in said
    assert re.search(r"(of the \d+|of them|All) began with b above 1\.\d", said)
    assert browser.value(f"{failed}[0].querySelectorAll('li[data-parameter=b] svg').length") == 1
    assert browser.value("document.getElementById('strips').hidden") is False
    assert browser.value(FITS) and browser.value("innerWidth") == width


@pytest.mark.parametrize("width", [400, 1600])
def test_a_page_shows_observations_that_stand_out(watched, browser, outlying_data, width):
    run = watched("gaussian-location", outlying_data, *LONG)
    run.state_when(lambda state: state["usable"] > 0)
    browser.open(run.address, width)
    browser.value_when("document.querySelectorAll('#lowest tbody tr').length === 10")
    assert browser.value("document.querySelectorAll('circle.outlying').length") == 10
    assert browser.value("document.querySelectorAll('circle').length") == 100
    said = browser.value("document.getElementById('scores-note').textContent")
    assert "explains 10 of 100 observations by less than half" in said
    assert "the report has the final ones" in said
    # None failed, and of that nothing is said.
    assert browser.value("document.querySelectorAll('.regions').length") == 0
    assert browser.value("document.getElementById('strips').hidden") is True
    assert browser.value(FITS) and browser.value("innerWidth") == width


def test_a_page_has_room_for_ten_parameters_and_columns(watched, browser, done, tmp_path):
    data = tmp_path / "ten.csv"
    done("simulate", "gaussian-location", "--observations", 100, "--model-option", "dimension=10",
         "--output", data)
    run = watched("gaussian-location", data, *LONG, "--model-option", "dimension=10")
    browser.open(run.address, 400)
    browser.value_when("document.querySelectorAll('#parameters figure').length >= 10")
    assert "The first 4 of 10 columns" in browser.value(
        "document.getElementById('scores-note').textContent")
    assert browser.value(FITS)


# What is said of draws of one parameter x from 0 to 1, where the simulator failed at `far`.
SENTENCES = """((values, far, total, placed) => regions({
    parameters: [{name: 'x', lower: 0, upper: 1, held: null, mean: 0.5, values}],
    statuses: {'simulator-failed': total}, placed: {'simulator-failed': placed},
    unsettled: far.map((x) => ({status: 'simulator-failed', values: [x]})),
  }, 'simulator-failed').map((one) => one.text).join(' '))"""


@pytest.mark.parametrize("far, total, placed, says", [
    ([0.85, 0.9, 0.95, 0.88, 0.99, 0.3], 6, 6,
     "5 of the 6 began with x above 0.80, where 19 % of all draws with values lie."),
    ([0.01, 0.02, 0.03, 0.04, 0.05], 5, 5, "All began with x below 0.10, where 10 % of all draws"),
    ([0.5 + k / 1000 for k in range(10)], 20, 20,
     "100 % of them began with x between 0.50 and 0.55, where"),
    ([0.85, 0.9, 0.95, 0.88, 0.99], 9, 5, "Of 5 it is known where they began. 5 of the 5 began"),
    ([k / 20 for k in range(20)], 20, 20, "no parameter tells them from other draws."),
    ([0.25], 1, 1, "It began at x 0.250."),
    ([0.25] * 7, 7, 7, "All began at x 0.250."),
    ([0.25] * 3 + [0.75], 4, 4, "3 of the 4 began at x 0.250. 1 of the 4 began at x 0.750."),
    ([], 7, 0, "It is not known where they began.")])
def test_regions_are_told_in_words(long_fit, browser, far, total, placed, says):
    browser.open(long_fit.address, 400)
    browser.value_when("document.querySelectorAll('figure').length >= 4")
    values = [k / 100 for k in range(100)]
    assert says in browser.value(f"{SENTENCES}({values}, {far}, {total}, {placed})")
    assert "values lie" not in browser.value(f"{SENTENCES}([], {far}, {total}, {placed})")


def test_a_page_says_that_its_fit_has_gone_and_keeps_what_it_shows(long_fit, browser):
    browser.open(long_fit.address, 1600)
    browser.value_when("document.querySelectorAll('figure').length >= 4")
    long_fit.process.kill()
    said = browser.value_when("document.getElementById('gone').textContent")
    assert "no longer answers" in said and "surefoot-report.html" in said
    assert browser.value("document.querySelectorAll('figure rect').length") > 4
