"""The page on which a running fit is watched: what it shows, whom it answers, how it ends."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.parse

import pytest
from background import PROGRAM, Running
from browser import chromium

USAGE, DEVICE, OUTPUT, INTERRUPTED = 64, 69, 73, 130
LONG = ("--draws", 1_000_000, "--threads", 1)  # nobody waits for its end
# What precedes and follows the draws of a program is kept short.
BRIEF = (*PROGRAM, "--lengthscale", "median", "--mass", "fixed", "--check", "none")


class Watched(Running):
    """A fit that is watched, in the background; its address is known when it has said it."""

    def __init__(self, program, *words, **how):
        super().__init__(program, *words, "--watch", **how)
        line = self.process.stderr.readline()
        found = re.fullmatch(r"surefoot: watch this fit at (http://127\.0\.0\.1:\d+/[0-9a-f]{32,}/)\n",
                             line)
        assert found, line
        self.address = found[1]
        parts = urllib.parse.urlsplit(self.address)
        self.port, self.path = parts.port, parts.path

    def ask(self, name="", method="GET", path=None, headers=None):
        """An answer and its body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request(method, self.path + name if path is None else path,
                               headers=headers or {})
            answer = connection.getresponse()
            return answer, answer.read()

    def state(self):
        answer, body = self.ask("state.json")
        assert answer.status == 200
        return json.loads(body)

    def state_when(self, holds, timeout=30):
        until = time.monotonic() + timeout
        while not holds(state := self.state()):
            assert time.monotonic() < until, state
            time.sleep(0.05)
        return state

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)


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


# Whom it answers

def test_headers_keep_the_page_to_itself(long_fit):
    for name in ("", "state.json", "nothing"):
        answer, _ = long_fit.ask(name)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'") and "unsafe" not in policy


def test_whatever_else_is_asked_for_is_not_there(long_fit):
    token = long_fit.path.strip("/")
    answers = []
    for path in ("/", "/favicon.ico", f"/{token}", f"/{token[:-1]}/", f"/{token}0/",
                 f"/{token[:-1]}g/", f"//{token}/", f"/{token}/nothing", f"/{token}/report.html",
                 f"/{token}/../", f"/x{token}/state.json", f"/{'0' * len(token)}/state.json"):
        answer, body = long_fit.ask(path=path)
        answers.append((answer.status, dict(answer.headers), body))
    assert answers[0][0] == 404 and all(answer == answers[0] for answer in answers)


def test_only_get_and_head_are_answered(long_fit):
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "get"):
        answer, _ = long_fit.ask(method=method)
        assert answer.status == 405 and answer.headers["Allow"] == "GET, HEAD"
    answer, body = long_fit.ask(method="HEAD")
    assert answer.status == 200 and body == b"" and int(answer.headers["Content-Length"]) > 1000


@pytest.mark.parametrize("host, status", [
    ("127.0.0.1", 200), ("localhost:9999", 200), ("LOCALHOST", 200),
    ("evil.example", 403), ("127.0.0.1.evil.example", 403), ("localhost:x", 403), ("", 403),
    ("127.0.0.1:80:80", 403),
])
def test_other_names_of_the_machine_are_refused(long_fit, host, status):
    answer, _ = long_fit.ask("state.json", headers={"Host": host})
    assert answer.status == status


@pytest.mark.parametrize("request_, status", [
    (b"GET %s HTTP/1.1\r\n\r\n", b"403"),
    (b"GET %s HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", b"403"),
    (b"GET %s HTTP/1.1\r\nHost: localhost\r\nX: " + 9000 * b"x" + b"\r\n\r\n", b"431"),
    (b"GET %s HTTP/1.1\r\nHost: localhost\r\nX: " + 2_000_000 * b"x", b"431"),
    (b"GET http://evil.example%s HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
    (b"\x16\x03\x01\x02\x00\r\n\r\n", b"400"),
    (b"GET %s\r\n\r\n", b"400"),
    (b"\r\n\r\n", b"400"),
])
def test_strange_requests_are_refused(long_fit, request_, status):
    with long_fit.connect() as client:
        with contextlib.suppress(ConnectionError):  # nobody reads the rest of what is too large
            client.sendall(request_.replace(b"%s", long_fit.path.encode()))
        assert client.recv(4096).startswith(b"HTTP/1.1 " + status)
    assert long_fit.state()["model"] == "g-and-k"


def test_only_this_machine_can_connect(long_fit):
    rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = [row[1] for row in rows if row[3] == "0A"]
    assert f"0100007F:{long_fit.port:04X}" in listening
    assert f"00000000:{long_fit.port:04X}" not in listening


def test_silent_and_slow_clients_keep_nobody_waiting(long_fit):
    silent = [long_fit.connect() for _ in range(50)]
    silent[-1].sendall(b"GET ")
    began = time.monotonic()
    long_fit.state()
    assert time.monotonic() - began < 3
    greedy = long_fit.connect()  # asks, and never reads
    greedy.sendall(f"GET {long_fit.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    done_before = long_fit.state()["done"]
    long_fit.state_when(lambda state: state["done"] > done_before)
    for client in (*silent, greedy):
        client.close()


def test_silent_clients_are_left_after_a_while(long_fit):
    with long_fit.connect() as client:
        assert client.recv(1) == b""  # within the ten seconds that the socket waits


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

class Browser:
    """Headless Chromium, told what to do through a pipe."""

    def __init__(self, folder):
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        options = [word for word in chromium() if "virtual-time" not in word]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "browser", *options,
             "--remote-debugging-pipe", f"--user-data-dir={folder / 'profile'}"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.rest = b""
        self.number = 0
        self.session = None

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                part = os.read(self.answers, 1 << 20)
                assert part, "Chromium has ended"
                self.rest += part
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                return answer.get("result", {})

    def open(self, address, width):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=1000,
                  deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url=address)

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True).get(
            "result", {}).get("value")

    def value_when(self, expression, timeout=30):
        until = time.monotonic() + timeout
        while not (value := self.value(expression)):
            assert time.monotonic() < until, self.value("document.body.innerText")
            time.sleep(0.05)
        return value

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)


@pytest.fixture
def browser(tmp_path):
    if shutil.which("chromium") is None:
        pytest.skip("chromium is missing; scripts/setup test installs it")
    running = Browser(tmp_path)
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
