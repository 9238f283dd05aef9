"""Code of README and docs does what the pages say."""

import contextlib
import io
import pathlib
import re
import warnings

import matplotlib
import matplotlib.pyplot
import numpy as np
import pytest
from code_blocks import assert_says, blocks_of

surefoot = pytest.importorskip("surefoot")
matplotlib.use("Agg")

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PYTHON = [page for page in PAGES
          if any(block.language == "python" for block in blocks_of(page.read_text()))]


def name_of(page):
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PYTHON, ids=name_of)
def test_python_blocks_run_and_print_what_is_shown(page, tmp_path, monkeypatch):
    """All blocks of a page, one after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SUREFOOT_CACHE", str(tmp_path / "cache"))
    for name in ("two_stages.hpp",):
        (tmp_path / name).write_text((ROOT / "examples" / name).read_text())
    names = {}
    for block in blocks_of(page.read_text()):
        if block.language != "python":
            continue
        printed = io.StringIO()
        code = compile("\n" * block.line + block.text, name_of(page), "exec")
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore", surefoot.SurefootWarning)
            exec(code, names)
        if block.output is not None:
            assert_says(block.output, printed.getvalue())
    matplotlib.pyplot.close("all")


def test_pages_with_python_are_found():
    assert {"README.md", "docs/python.md"} <= set(map(name_of, PYTHON))


COMMAND = re.compile(r"^ {4}(?:\$surefoot|surefoot) ([a-z]+)(.*)$", re.M)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_have_only_options_that_there_are(page, done, program):
    """Every line `surefoot VERB ...` of a page; many of them would take hours."""
    known = {}
    for verb, rest in COMMAND.findall(page.read_text().replace("\\\n", " ")):
        if verb == "reproduce" and not pathlib.Path(program).with_name("surefoot-paper").exists():
            continue  # built without the program that does this
        if verb not in known:
            known[verb] = set(re.findall(r"--[a-z][a-z-]*", done(verb, "--help")))
        rest = re.sub(r'"[^"]*"|#.*', "", rest)  # commands of users, and comments
        for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", rest):
            assert option in known[verb], f"{option} of surefoot {verb}"


def test_a_wrong_number_or_word_is_noticed():
    shown = "a 3.02 (sd 0.03)\n0.1 seconds\n"
    assert_says(shown, "a 3.01 (sd 0.03)\n0.7 seconds\n")
    for printed in ("a 3.40 (sd 0.03)", "b 3.02 (sd 0.03)", "a 3.02", "a 3.02 (sd 0.09)"):
        with pytest.raises(AssertionError):
            assert_says(shown, printed)


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#|<)([^)#\s]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{name_of(page)}: {target}"
    assert np.all([page.exists() for page in PAGES])
