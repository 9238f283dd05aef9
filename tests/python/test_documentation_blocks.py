"""Blocks of the documentation but those of Python, which test_package_documentation.py has."""

import os
import pathlib
import re
import shutil
import subprocess
import tomllib

import pytest
from code_blocks import (PAGES, ROOT, assert_says, blocks_in, blocks_of, commands_of, is_piece_of,
                         name_of, options_in, pages_with, reasons_without_a_block, smaller,
                         without_language)

LANGUAGES = {"sh", "text", "python", "cpp", "cmake", "toml", "bibtex"}
# Why a block may be left out, as a comment before it says: <!-- not run: takes hours -->
REASONS = {"needs a GPU", "needs a second machine", "installs software", "takes minutes",
           "takes hours"}
SECONDS = 120  # what takes longer hangs


def every(language):
    return [pytest.param(page, block, id=f"{name_of(page)}:{block.line}")
            for page in PAGES for block in blocks_in(page, language)]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_is(page):
    assert without_language(page.read_text()) == []
    assert reasons_without_a_block(page.read_text()) == 0
    for block in blocks_of(page.read_text()):
        directive = block.language.startswith("{")  # Sphinx's own; code would not be run there
        assert block.language in LANGUAGES or (directive and "code" not in block.language)
        assert block.reason is None or block.language == "sh"
        assert block.reason is None or block.reason in REASONS, f"line {block.line}"
        assert block.reason is None or block.output is None, f"line {block.line}"
        assert block.output is None or block.language in {"sh", "python", "cpp"}, f"line {block.line}"


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """Where compiled headers are kept, so that pages with the same header compile it once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def clone(program, tmp_path, cache):
    """A folder with the examples of a clone, and what commands need to run in it."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "surefoot").symlink_to(program)
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
                   "HOME": str(tmp_path), "SHELL": "/bin/bash", "SUREFOOT_CACHE": str(cache),
                   # Open MPI counts cores, and asks twice before it lets root start anything.
                   "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    return {"cwd": tmp_path, "env": environment}


@pytest.fixture(scope="session")
def lacks(program):
    """Whether commands need what this machine or build has not got."""
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    no_mpi = shutil.which("mpirun") is None or "libmpi" not in libraries
    no_paper = not pathlib.Path(program).with_name("surefoot-paper").exists()
    return lambda commands: ((no_mpi and "mpirun" in commands)
                             or (no_paper and "surefoot reproduce" in commands))


@pytest.mark.parametrize("page", pages_with("sh"), ids=name_of)
def test_commands_run_and_print_what_is_shown(page, clone, lacks):
    """All blocks of a page, one after the other, as a reader would type them."""
    assert reasons_without_a_block(page.read_text()) == 0  # or what installs software would be run
    for block in blocks_of(page.read_text()):
        if block.language == "toml":
            name = re.match(r"# (\S+\.toml)$", block.text, re.M)
            (clone["cwd"] / name[1]).write_text(block.text)
        if block.language != "sh" or block.reason or lacks(block.text):
            continue
        commands = block.text if block.output is not None else smaller(block.text)
        result = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], **clone, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, timeout=SECONDS)
        assert result.returncode == 0, f"line {block.line}: {commands}\n{result.stdout}"
        if block.output is not None:
            assert_says(block.output, result.stdout)


def test_pages_with_commands_are_found():
    run = {name_of(page) for page in pages_with("sh")
           if any(not block.reason for block in blocks_in(page, "sh"))}
    assert {"README.md", "docs/cluster.md", "docs/own-simulator.md", "docs/watching.md"} <= run


@pytest.mark.parametrize("page, block", every("sh"))
def test_commands_are_shell(page, block):
    """Those that are not run, too."""
    result = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


@pytest.fixture(scope="session")
def options(done, program):
    """The options of a verb, as its help names them."""
    known = {}

    def of(verb):
        if verb not in known:
            known[verb] = options_in(done(verb, "--help"))
        return known[verb]

    return of


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_have_only_options_that_there_are(page, options, lacks):
    """Of every command of a page, also where it is not run."""
    commands = commands_of(page.read_text())
    for verb, words in re.findall(r"\bsurefoot ([a-z]+)\b([^\n|;&]*)", commands):
        if options_in(words) and not lacks(f"surefoot {verb}"):
            assert options_in(words) <= options(verb), f"surefoot {verb}{words}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_commands_name_is_there(page, options):
    """Targets of make, presets of CMake, scripts and their options."""
    commands = commands_of(page.read_text())
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M)
    assert set(re.findall(r"^make ([a-z]+)", commands, re.M)) <= set(targets)
    presets = re.findall(r'"name": "(.*?)"', (ROOT / "CMakePresets.json").read_text())
    assert set(re.findall(r"\b(?:cmake|ctest)\b.*?--preset ([\w-]+)", commands)) <= set(presets)
    for name, words in re.findall(r"^scripts/([\w.-]+)(.*)", commands, re.M):
        files = [ROOT / "scripts" / name, ROOT / "experiments" / f"{name.replace('-', '_')}.cpp"]
        text = "".join(path.read_text() for path in files if path == files[0] or path.exists())
        if options_in(words):
            assert options_in(words) <= options_in(text) | options("fit"), f"scripts/{name}{words}"


@pytest.mark.parametrize("page, block", every("cpp") + every("cmake"))
def test_code_is_a_piece_of_a_file_that_the_tests_compile(page, block):
    folders = {"cpp": ["examples/*.*", "include/surefoot/*.hpp"],
               "cmake": ["tests/consumer/**/CMakeLists.txt", "examples/CMakeLists.txt"]}
    files = [path for pattern in folders[block.language] for path in ROOT.glob(pattern)]
    assert any(is_piece_of(block.text, path.read_text()) for path in files)


SHOWN = [case for case in every("cpp") if case.values[1].output is not None]


@pytest.mark.parametrize("page, block", SHOWN)
def test_programs_print_what_is_shown(page, block, program, tmp_path):
    """The example that a block of C++ is a piece of, as the build made it."""
    [source] = [path for path in ROOT.glob("examples/*.cpp") if is_piece_of(block.text, path.read_text())]
    result = subprocess.run([pathlib.Path(program).parent / "examples" / source.stem], cwd=tmp_path,
                            capture_output=True, text=True, timeout=SECONDS)
    assert result.returncode == 0, result.stderr
    assert_says(block.output, result.stdout)


def test_programs_that_show_what_they_print_are_found():
    assert "docs/own-simulator.md" in {name_of(case.values[0]) for case in SHOWN}


@pytest.mark.parametrize("page, block", every("toml"))
def test_config_files_can_be_read(page, block):
    assert tomllib.loads(block.text)


@pytest.mark.parametrize("page, block", every("bibtex"))
def test_citations_agree_with_the_file_that_says_how_to_cite(page, block):
    assert block.text.count("{") == block.text.count("}")
    facts = (ROOT / "CITATION.cff").read_text()
    for entry in re.split(r"^(?=@)", block.text, flags=re.M)[1:]:
        fields = dict(re.findall(r"(\w+)\s*= \{(.*?)\}(?=,|\n)", entry))
        title = re.sub(r"[{}]", "", fields["title"])
        assert f'title: "{title}"' in facts
        for name in {"version", "volume"} & set(fields):
            assert re.search(rf"^ *{name}: {fields[name]}$", facts, re.M), fields[name]
        for author in re.findall(r"(\w+), \w+", fields["author"]):
            assert f"family-names: {author}" in facts
        for name, page_number in zip(("start", "end"), fields.get("pages", "--").split("--")):
            assert f"  {name}: {page_number}" in facts
