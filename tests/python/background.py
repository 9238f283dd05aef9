"""Programs that run in the background, for tests of how they end."""

import pathlib
import subprocess
import time

# Settings for the fixture slow_program.
PROGRAM = ("--parameters", "mean=-10:10", "--simulations", 8, "--optimiser", "sbplx", "--steps", 12,
           "--screening", 4, "--starts", 1, "--start", "mean=3")


class Running:
    """A fit, or what another verb does, in the background."""

    def __init__(self, program, *words, verb=("fit",), **how):
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how}
        self.process = subprocess.Popen([program, *verb, *map(str, words)], **how)

    def wait_for(self, path, bytes_=1, timeout=60):
        until = time.monotonic() + timeout
        while not (path.exists() and path.stat().st_size >= bytes_):
            assert self.process.poll() is None, self.process.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.01)

    def finish(self):
        try:
            stdout, stderr = self.process.communicate(timeout=60)
        finally:
            self.process.kill()
        return self.process.returncode, stdout, stderr


def ends(process):
    """Whether the process of this number does, soon; the dead whom nobody has buried count as such."""
    for _ in range(50):
        try:
            state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False
