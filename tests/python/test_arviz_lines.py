"""scripts/arviz-lines says so where it can run nothing."""

import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture
def run(tmp_path):
    """Runs a copy of the script: .venv has this ArviZ, the PATH these Pythons, which do nothing."""

    def script(arviz, pythons):
        for folder in ("scripts", "bin", ".venv/bin"):
            (tmp_path / folder).mkdir(parents=True)
        shutil.copy(ROOT / "scripts" / "arviz-lines", tmp_path / "scripts")
        for tool in ("bash", "cat", "cp", "dirname", "mkdir", "rm"):
            (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))
        answers = {tmp_path / ".venv" / "bin" / "python": f"echo {arviz}"}
        for name, status in pythons.items():
            answers[tmp_path / "bin" / name] = f"""case "$*" in
              *sys.version_info*) exit {status} ;;
              *-m\\ venv*) mkdir -p build/arviz-lines/bin && cp "$0" build/arviz-lines/bin/python ;;
              *) echo "called: $*" ;;
            esac"""
        for path, commands in answers.items():
            path.write_text(f"#!/bin/bash\n{commands}\n")
            path.chmod(0o755)
        return subprocess.run([tmp_path / "scripts" / "arviz-lines"], capture_output=True,
                              text=True, env={"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)})

    return script


@pytest.mark.parametrize("arviz, says", [("0.23.4", "arviz>=1,<2 needs Python 3.12"),
                                         ("1.1.0", "arviz>=0.17,<1 needs Python 3.10")])
def test_without_a_python_that_is_new_enough_it_fails(run, arviz, says):
    result = run(arviz, {"python3": 1})
    assert result.returncode == 69
    assert "no test was run" in result.stderr and says in result.stderr
    assert "called" not in result.stdout


def test_the_first_python_that_is_new_enough_runs_the_tests(run):
    result = run("0.23.4", {"python3": 1, "python3.13": 0})
    assert result.returncode == 0, result.stderr
    assert "pip install" in result.stdout and "arviz>=1,<2" in result.stdout
    assert "called: -m pytest -q -p no:cacheprovider tests/python/test_arviz.py" in result.stdout
