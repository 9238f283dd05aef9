"""What type checkers are told of the compiled part is what it is."""

import pathlib
import subprocess
import sys

import pytest

surefoot = pytest.importorskip("surefoot")

STUB = pathlib.Path(__file__).parents[2] / "python" / "surefoot" / "_core.pyi"


def test_stub_is_the_one_that_nanobind_makes(tmp_path):
    """A change of the binding shows as a change of the stub, made by the command below."""
    made = tmp_path / "_core.pyi"
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "surefoot._core", "-o",
                    made], check=True)
    assert made.read_text() == STUB.read_text()
