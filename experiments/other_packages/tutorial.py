"""Runs what the tutorial on other packages shows of them, and writes programs and output into it.

A cell of the notebook that shows a program names it in its metadata, as `shows`.
"""

import importlib.metadata
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
NOTEBOOK = HERE.parents[1] / "docs" / "tutorials" / "from-other-packages.ipynb"
PACKAGES = {"tutorial_sbi.py": ["sbi", "torch"], "tutorial_pyabc.py": ["pyabc"]}


def shown(name):
    """A program, the versions that it was run with, and what it printed."""
    program = HERE / name
    with tempfile.TemporaryDirectory() as place:  # sbi writes logs where it runs
        said = subprocess.run([sys.executable, "-W", "ignore", program], cwd=place, check=True,
                              text=True, stdout=subprocess.PIPE).stdout
    said = re.sub(r" *Neural network successfully converged after \d+ epochs\.", "", said)
    said = "\n".join(line for line in said.splitlines() if line)
    versions = " and ".join(f"{package} {importlib.metadata.version(package).partition('+')[0]}"
                            for package in PACKAGES[name])
    return (f"```\n{program.read_text().strip()}\n```\n\nWith {versions} it prints:\n\n"
            f"```\n{said}\n```")


def main():
    notebook = json.loads(NOTEBOOK.read_text())
    for cell in notebook["cells"]:
        if "shows" in cell["metadata"]:
            text = shown(cell["metadata"]["shows"])
            cell["source"] = text.splitlines(keepends=True)
            print(text)
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
