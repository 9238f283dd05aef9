"""When builds call compilers through ccache: where there is one and nobody says otherwise."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(surefoot LANGUAGES NONE)
include({ROOT}/cmake/SurefootCcache.cmake)
message(STATUS "launcher: ${{CMAKE_CXX_COMPILER_LAUNCHER}}")
"""


@pytest.fixture
def launcher(tmp_path):
    """What would be put before the compiler, with a ccache of the test's own or with none."""

    def of(*options, has_ccache=True, project=PROJECT):
        source, programs = tmp_path / "source", tmp_path / "programs"
        for folder in (source, programs):
            folder.mkdir()
        (source / "CMakeLists.txt").write_text(project)
        if has_ccache:
            (programs / "ccache").write_text("#!/bin/sh\n")
            (programs / "ccache").chmod(0o755)
        printed = subprocess.run(
            [shutil.which("cmake"), "-S", source, "-B", tmp_path / "build", "-G", "Ninja",
             f"-DCMAKE_MAKE_PROGRAM={shutil.which('ninja')}",
             "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF", *options],
            capture_output=True, text=True, check=True,
            env={**os.environ, "PATH": str(programs)})
        return printed.stdout.partition("launcher: ")[2].splitlines()[0].split(";")

    return of


def test_ccache_is_found(launcher, tmp_path):
    assert launcher()[-1] == str(tmp_path / "programs" / "ccache")


def test_without_ccache_compilers_are_called_themselves(launcher):
    assert launcher(has_ccache=False) == [""]


def test_wheels_share_what_other_build_folders_compiled(launcher):
    assert {"CCACHE_BASEDIR=/", "CCACHE_NOHASHDIR=true"} <= set(launcher("-DSKBUILD=2"))


def test_elsewhere_the_build_folder_counts(launcher):
    assert not any("BASEDIR" in word for word in launcher())


def test_ccache_can_be_turned_off(launcher):
    assert launcher("-DSUREFOOT_CCACHE=OFF") == [""]


def test_another_launcher_stays(launcher):
    assert launcher("-DCMAKE_CXX_COMPILER_LAUNCHER=distcc") == ["distcc"]


def test_inside_of_another_project_nothing_is_put_before_its_compiler(launcher, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "CMakeLists.txt").write_text(PROJECT)
    assert launcher(project="cmake_minimum_required(VERSION 3.25)\nproject(outer LANGUAGES NONE)\n"
                            f"add_subdirectory({inner} inner)\n") == [""]
