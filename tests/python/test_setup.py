"""What scripts/setup installs, and for whom."""

import pathlib
import subprocess

import pytest

scripts = pathlib.Path(__file__).parents[2] / "scripts"


def packages(purpose):
    listed = subprocess.run(
        [scripts / "setup", "--list", purpose], capture_output=True, text=True, check=True
    )
    return listed.stdout.split()


def test_the_program_is_built_without_what_only_tests_need():
    built_with = packages("build")
    assert {"g++", "cmake", "libnetcdf-dev"} <= set(built_with)
    assert not {"chromium", "clang-tidy", "libgtest-dev", "python3-venv"} & set(built_with)


def test_the_tests_get_every_package_of_the_list():
    lines = (scripts / "packages.txt").read_text().splitlines()
    every = [line for line in lines if line and not line.startswith("#")]
    assert sorted(packages("test")) == sorted(packages("packages")) == sorted(every)


@pytest.mark.parametrize("arguments", [[], ["demos"]])
def test_an_unknown_purpose_is_refused(arguments):
    refused = subprocess.run([scripts / "setup", *arguments], capture_output=True, text=True)
    assert refused.returncode == 64
    assert "build, packages or test" in refused.stderr
