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


def listed_on(tmp_path, system, version):
    release = tmp_path / "os-release"
    release.write_text(f'ID={system}\nVERSION_ID="{version}"\n')
    return subprocess.run([scripts / "setup", "--list", "packages"], capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "OS_RELEASE": str(release)})


@pytest.mark.parametrize("system, version", [("ubuntu", "22.04"), ("debian", "11")])
def test_releases_that_are_too_old_are_told_of_the_wheel(tmp_path, system, version):
    refused = listed_on(tmp_path, system, version)
    assert refused.returncode == 69
    assert refused.stdout == ""
    assert f"{system} {version} is too old" in refused.stderr and "wheel" in refused.stderr


@pytest.mark.parametrize("system, version, has", [("debian", "12", True), ("debian", "13", True),
                                                  ("ubuntu", "24.04", False)])
def test_chromium_is_no_package_of_ubuntu(tmp_path, system, version, has):
    listed = listed_on(tmp_path, system, version)
    assert listed.returncode == 0
    assert ("chromium" in listed.stdout.split()) == has


@pytest.mark.parametrize("arguments", [[], ["demos"]])
def test_an_unknown_purpose_is_refused(arguments):
    refused = subprocess.run([scripts / "setup", *arguments], capture_output=True, text=True)
    assert refused.returncode == 64
    assert "build, packages or test" in refused.stderr
