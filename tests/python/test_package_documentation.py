"""Python of README and docs does what the pages say; links between pages lead somewhere."""

import contextlib
import io
import re
import warnings

import matplotlib
import matplotlib.pyplot
import numpy as np
import pytest
from code_blocks import PAGES, ROOT, assert_says, blocks_in, name_of, pages_with

surefoot = pytest.importorskip("surefoot")
matplotlib.use("Agg")


@pytest.mark.parametrize("page", pages_with("python"), ids=name_of)
def test_python_blocks_run_and_print_what_is_shown(page, tmp_path, monkeypatch):
    """All blocks of a page, one after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SUREFOOT_CACHE", str(tmp_path / "cache"))
    for name in ("two_stages.hpp",):
        (tmp_path / name).write_text((ROOT / "examples" / name).read_text())
    names = {}
    for block in blocks_in(page, "python"):
        printed = io.StringIO()
        code = compile("\n" * block.line + block.text, name_of(page), "exec")
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore", surefoot.SurefootWarning)
            exec(code, names)
        if block.output is not None:
            assert_says(block.output, printed.getvalue())
    matplotlib.pyplot.close("all")


def test_pages_with_python_are_found():
    assert {"README.md", "docs/python.md"} <= set(map(name_of, pages_with("python")))


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#|<)([^)#\s]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{name_of(page)}: {target}"
    assert np.all([page.exists() for page in PAGES])
