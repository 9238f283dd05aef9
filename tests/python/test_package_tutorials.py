"""The tutorials of the documentation run, and print what they show.

    scripts/tutorials [NAME ...]

writes their outputs anew.
"""

import pathlib

import pytest
from notebooks import assert_prints_what_it_shows, executed, text_of_tables

pytest.importorskip("surefoot")
pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("pandas")
pytest.importorskip("scipy")

TUTORIALS = pathlib.Path(__file__).parents[2] / "docs" / "tutorials"
NOTEBOOKS = sorted(TUTORIALS.glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_tutorial_prints_what_it_shows(path, tmp_path, monkeypatch):
    monkeypatch.setenv("SUREFOOT_CACHE", str(tmp_path / "cache"))
    shown = nbformat.read(path, as_version=4)
    run = executed(nbformat.read(path, as_version=4), tmp_path)
    assert_prints_what_it_shows(shown, run)


def test_tutorials_are_small_and_have_outputs():
    assert len(NOTEBOOKS) >= 6
    for path in NOTEBOOKS:
        assert path.stat().st_size < 250_000, path
        assert any(cell.cell_type == "code" and cell.outputs
                   for cell in nbformat.read(path, as_version=4).cells), path


def test_tables_are_read_by_their_cells():
    page = """<style>td { color: red }</style><table><tr><th></th><th>mean</th><th>seconds</th></tr>
        <tr><th>fit</th><td>1.25</td><td>0.3</td></tr></table><p>12 draws</p>"""
    assert text_of_tables(page).splitlines() == ["  mean", "fit  1.25", "12 draws"]
