"""The tutorials of the documentation run, and print what they show.

    scripts/tutorials [NAME ...]

writes their outputs anew.
"""

import pathlib

import pytest
from code_blocks import assert_says

pytest.importorskip("surefoot")
nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("pandas")
pytest.importorskip("scipy")

TUTORIALS = pathlib.Path(__file__).parents[2] / "docs" / "tutorials"
NOTEBOOKS = sorted(TUTORIALS.glob("*.ipynb"))


def text_of(cell):
    """What a cell printed or gave, without pictures and without what a notebook draws as a table."""
    said = []
    for output in cell.outputs:
        if output.output_type == "stream" and output.name == "stdout":
            said.append(output.text)
        elif "data" in output and "text/plain" in output.data \
                and not {"image/png", "text/html"} & set(output.data):
            said.append(output.data["text/plain"])
    return "\n".join(said)


def kinds_of(cell):
    return [sorted(output.get("data", {})) for output in cell.outputs if "data" in output]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_tutorial_prints_what_it_shows(path, tmp_path, monkeypatch):
    monkeypatch.setenv("SUREFOOT_CACHE", str(tmp_path / "cache"))
    shown = nbformat.read(path, as_version=4)
    run = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(run, timeout=300, kernel_name="python3",
                            resources={"metadata": {"path": str(tmp_path)}}).execute()
    for before, after in zip(shown.cells, run.cells):
        if before.cell_type != "code":
            continue
        assert_says(text_of(before), text_of(after), digits=1)
        assert kinds_of(before) == kinds_of(after), before.source


def test_tutorials_are_small_and_have_outputs():
    assert len(NOTEBOOKS) >= 6
    for path in NOTEBOOKS:
        assert path.stat().st_size < 250_000, path
        assert any(cell.cell_type == "code" and cell.outputs
                   for cell in nbformat.read(path, as_version=4).cells), path
