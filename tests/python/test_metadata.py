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


RECIPE = (ROOT / "packaging" / "conda" / "recipe.yaml").read_text()


def required_by_conda(section):
    """Names and limits of a section of the recipe's requirements."""
    block = re.search(rf"^  {section}:\n((?:    .*\n)+)", RECIPE, re.M)[1]
    return [line.replace(" ", "") for line in re.findall(r"^    - (.*)$", block, re.M)]


def test_the_recipe_for_conda_has_the_version_and_what_is_required():
    assert re.search(r'^  version: "(.*)"$', RECIPE, re.M)[1] == VERSION
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert set(build) <= set(required_by_conda("host"))
    assert set(required_by_conda("run")) == {"python", *PROJECT["dependencies"]}
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert f'match(python, "<{oldest}")' in RECIPE
    about = RECIPE.partition("\nabout:\n")[2]
    assert f"  summary: {PROJECT['description']}\n  " in about
    assert f"  license: {PROJECT['license']}\n" in about
    for file in re.findall(r"^    - (.*)$", about.partition("license_file:\n")[2], re.M):
        assert (ROOT / file).is_file(), file


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
