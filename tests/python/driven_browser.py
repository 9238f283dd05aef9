"""A browser that stays open and is told what to do."""

import json
import os
import subprocess
import time

from browser import chromium


class DrivenBrowser:
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
