"""What package indices, citation managers and readers are told of this version agrees."""

import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).parents[2]
CITATION = (ROOT / "CITATION.cff").read_text().partition("preferred-citation:")[0]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSION = re.search(r"project\(surefoot VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def test_the_version_is_the_same():
    assert re.search(r"^version: (.*)$", CITATION, re.M)[1] == VERSION
    assert re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1] == VERSION


def test_authors_are_the_same():
    authors = [author["name"] for author in PROJECT["authors"]]
    assert authors == re.findall(r'^  - name: "(.*)"$', CITATION, re.M)
    assert authors[0].lower() in (ROOT / "LICENSE").read_text().lower()


def test_keywords_and_licence_are_the_same():
    said = CITATION.partition("keywords:\n")[2]
    assert PROJECT["keywords"] == re.findall(r"^  - (.*)$", said, re.M)
    assert re.search(r"^license: (.*)$", CITATION, re.M)[1] == PROJECT["license"]


def test_only_a_released_version_has_a_date():
    """The date of a release stands in CHANGELOG.md and CITATION.cff, or in neither."""
    heading = re.search(r"^## [\d.]+ \((.*)\)$", (ROOT / "CHANGELOG.md").read_text(), re.M)[1]
    date = re.search(r"^date-released: (.*)$", CITATION, re.M)
    assert heading == (date[1] if date else "not yet released")
