"""Whom the page of a running fit answers, and what it answers."""

import contextlib
import pathlib
import time

import pytest


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
