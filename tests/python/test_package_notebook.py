"""The notebook of examples/ runs from beginning to end, in a kernel of its own.

    scripts/tutorials own_simulator

writes its outputs anew.
"""

import pathlib
import shutil

import pytest
from notebooks import assert_prints_what_it_shows
from notebooks import executed as run

pytest.importorskip("surefoot")
pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The notebook, with what its cells gave and one more that prints what they found."""
    folder = tmp_path_factory.mktemp("notebook")
    shutil.copy(EXAMPLES / "two_stages.hpp", folder)
    shutil.copytree(EXAMPLES / "programs", folder / "programs")
    notebook = nbformat.read(EXAMPLES / "own_simulator.ipynb", as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(
        "print(*(x for f in fits.values() for x in (*f.draws.mean(axis=0), *f.draws.std(axis=0))))"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SUREFOOT_CACHE", str(folder / "cache"))
        return run(notebook, folder)


def test_it_prints_what_it_shows(executed):
    shown = nbformat.read(EXAMPLES / "own_simulator.ipynb", as_version=4)
    assert len(executed.cells) == len(shown.cells) + 1
    assert_prints_what_it_shows(shown, executed)


def test_all_forms_have_one_posterior(executed):
    numbers = [float(word) for word in executed.cells[-1].outputs[-1].text.split()]
    numpy, jax, header, program = (numbers[4 * k:4 * k + 4] for k in range(4))
    for k, truth in ((0, 5.0), (1, 0.3)):
        assert abs(numpy[k] - truth) < 3 * numpy[k + 2]
        assert abs(jax[k] - numpy[k]) < 0.05 * numpy[k + 2]
        assert abs(header[k] - numpy[k]) < 0.05 * numpy[k + 2]
        # 20 draws, with noise and hence a lengthscale of their own
        assert abs(program[k] - numpy[k]) < numpy[k + 2]


def test_pictures_and_progress_are_shown(executed):
    kinds = [kind for cell in executed.cells if cell.cell_type == "code"
             for output in cell.outputs for kind in output.get("data", {})]
    assert kinds.count("image/png") == 3
    shown = "".join(output["data"].get("text/plain", "") for cell in executed.cells
                    if cell.cell_type == "code" for output in cell.outputs if "data" in output)
    assert "surefoot: 500 of 500 draws" in shown
