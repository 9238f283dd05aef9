"""Fits that are watched in the background, for tests of the page that shows them."""

import contextlib
import http.client
import json
import re
import socket
import time
import urllib.parse

from background import Running

LONG = ("--draws", 1_000_000, "--threads", 1)  # nobody waits for its end


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
