"""One model built in, as a header, in JAX, in NumPy and as a program: one posterior.

The full comparison, with times, is scripts/five-forms.
"""

import json
import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("surefoot")
pytest.importorskip("jax")

COMPARISON = pathlib.Path(__file__).parents[2] / "experiments" / "five_forms" / "five_forms.py"


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    env = {**os.environ, "SUREFOOT_CACHE": str(tmp_path_factory.mktemp("cache"))}
    printed = subprocess.run([sys.executable, "-W", "ignore", COMPARISON, "--observations", "300",
                              "--draws", "500", "--json"], check=True, capture_output=True,
                             text=True, timeout=600, env=env).stdout
    return json.loads(printed)


@pytest.mark.parametrize("form, most", [("header", 0.01), ("JAX", 0.01), ("NumPy", 0.01),
                                        ("program", 0.1)])
def test_means_agree(forms, form, most):
    """In posterior standard deviations; the noise of a program is its own."""
    assert forms[form]["apart"] < most
    assert forms[form]["converged"] >= 0.95 * 500
