"""Python of README and docs does what the pages say; links between pages lead somewhere."""

import contextlib
import io
import json
import re
import sys
import warnings

import matplotlib
import matplotlib.pyplot
import pytest
from code_blocks import PAGES, ROOT, assert_says, blocks_in, name_of, pages_with
from page_links import LINKING, NOTEBOOKS, links_in, loose_links, pages_within, prose_of, section_of

surefoot = pytest.importorskip("surefoot")
matplotlib.use("Agg")
INCLUDE = ROOT / "include"
REVIEWERS = ROOT / "docs" / "reviewers.md"
TUTORIALS = ROOT / "docs" / "tutorials"


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


@pytest.mark.parametrize("page", LINKING, ids=name_of)
def test_links_between_pages_lead_somewhere(page):
    """To a file that there is, and where they name a heading of it, to that heading."""
    assert loose_links(page) == []


def test_pages_with_links_are_found():
    linking = {name_of(page) for page in LINKING if links_in(prose_of(page))}
    assert {"README.md", "docs/reviewers.md", "docs/tutorials/own-simulator.ipynb"} <= linking
    anchored = [link for page in LINKING for link in links_in(prose_of(page)) if "#" in link]
    assert len(anchored) > 100


# How a header declares what the reference of C++ describes.
DECLARED = {
    "function": r"^(?! *(?:return|///|//)\b)[^/\n]*\b{}\(",
    "struct": r"^struct {}\b[^;\n]*\{{",
    "class": r"^class {}\b[^;\n]*\{{",
    "enum": r"^enum class {}\b",
    "concept": r"^concept {}\b",
}


def brought_by(header, seen=()):
    """The header and all of surefoot's that it includes."""
    found = {header, *seen}
    for name in re.findall(r"^#include <(surefoot/.*)>$", (INCLUDE / header).read_text(), re.M):
        if name not in found and (INCLUDE / name).exists():
            found |= brought_by(name, found)
    return found


def test_headers_of_the_reference_declare_what_it_describes():
    """Surefoot's whole header and those of the table, none of which is there for nothing."""
    page = (ROOT / "docs" / "reference" / "cpp-api.md").read_text()
    described = re.findall(r"^```\{doxygen(\w+)\} surefoot::(\w+)", page, re.M)
    assert len(described) > 80
    usual, of_their_own = brought_by("surefoot/surefoot.hpp"), set(
        re.findall(r"`(surefoot/[\w/]+/\w+\.hpp|surefoot/version\.hpp)`", page))
    assert not usual & of_their_own
    needed = set()
    for kind, name in described:
        declaring = {header for header in usual | of_their_own if re.search(
            DECLARED[kind].format(name), (INCLUDE / header).read_text(), re.M)}
        assert declaring, f"{kind} {name}"
        if not declaring & usual:
            needed |= declaring
    assert needed == of_their_own


def questions():
    """The rows of the table of questions for reviewers: number, question, links of the answer."""
    table = section_of(REVIEWERS, "ten-questions")
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+) \|$", table, re.M)
    return [(int(number), question, links_in(answer)) for number, question, answer in rows]


def test_there_are_ten_questions():
    assert [number for number, _, _ in questions()] == list(range(1, 11))


@pytest.mark.parametrize("links", [links for _, _, links in questions()],
                         ids=[question for _, question, _ in questions()])
def test_questions_are_answered_within_two_clicks(links):
    """From the first page of the documentation."""
    assert links
    for link in links:
        name, _, anchor = link.partition("#")
        page = (REVIEWERS.parent / name).resolve() if name else REVIEWERS
        assert page in pages_within(2, ROOT / "docs" / "index.md")
        assert len(section_of(page, anchor).split()) > 8, "there is no answer"


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name_of)
def test_notebooks_say_what_they_need(notebook):
    """Every package that a cell imports, in the first cell or in that of all tutorials."""
    first, *_ = cells = json.loads(notebook.read_text())["cells"]
    said = "".join(first["source"])
    if notebook.is_relative_to(TUTORIALS):
        said += (TUTORIALS / "index.md").read_text().partition("If a notebook needs more")[0]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    imported = set(re.findall(r"^ *(?:import|from) (\w+)", code, re.M))
    imported |= {"matplotlib"} if re.search(r"\.plot_\w+\(", code) else set()
    needed = imported - sys.stdlib_module_names - {"surefoot", "numpy"}
    assert needed and {name for name in needed if name not in said.lower()} == set()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name_of)
def test_notebooks_can_be_found(notebook):
    links = {(page.parent / link.partition("#")[0]).resolve()
             for page in PAGES for link in links_in(prose_of(page))}
    assert notebook in links
