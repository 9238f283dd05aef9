#!python
"""Becomes the program of the package that is installed beside this Python.

The package itself is not imported: it would take longer than many a command.
"""

import importlib.util
import os
import sys

if __name__ == "__main__":
    package = importlib.util.find_spec("surefoot")
    if package is None or package.origin is None:
        sys.exit(
            f"surefoot: {sys.executable} has no package surefoot, which holds the program: "
            "install the wheel again"
        )
    program = os.path.join(os.path.dirname(package.origin), "bin", "surefoot")
    os.execv(program, ["surefoot", *sys.argv[1:]])
