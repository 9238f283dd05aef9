"""Errors end with the command that would have worked, where that can be known."""

import shlex

import pytest

USAGE, DATA, OUTPUT = 64, 65, 73


@pytest.fixture
def folder(tmp_path, done):
    """Where somebody works: data of one column and of two, and a fit."""
    done("simulate", "g-and-k", "--observations", 60, "--output", "data.csv", cwd=tmp_path)
    done("simulate", "gaussian-location", "--observations", 60, "--model-option", "dimension=2",
         "--output", "two.csv", cwd=tmp_path)
    (tmp_path / "my data.csv").write_bytes((tmp_path / "data.csv").read_bytes())
    (tmp_path / "plain.txt").write_text("".join(f"{i} {i * i % 7}\n" for i in range(40)))
    done("fit", "g-and-k", "data.csv", "--draws", 4, "--output", "fit.nc", cwd=tmp_path)
    return tmp_path


@pytest.mark.parametrize("status, typed, remedy", [
    (USAGE, "fit gandk data.csv --draws 4", "fit g-and-k data.csv --draws 4"),
    (USAGE, "fti g-and-k data.csv --draws 4", "fit g-and-k data.csv --draws 4"),
    (USAGE, "fit data.csv g-and-k --draws 4", "fit g-and-k data.csv --draws 4"),
    (USAGE, "fit g-and-k data.csv --drwas 4", "fit g-and-k data.csv --draws 4"),
    (USAGE, "fit g-and-k data.csv --drwas=4", "fit g-and-k data.csv --draws=4"),
    (USAGE, "fit g-and-k data.csv --draws 4 --kernel gausian:2+laplace:1",
     "fit g-and-k data.csv --draws 4 --kernel gaussian:2+laplace:1"),
    (USAGE, "fit g-and-k data.csv --draws 4 --fixed b=1,logk=-1",
     "fit g-and-k data.csv --draws 4 --fixed b=1,log_k=-1"),
    (USAGE, "compare g-and-k data.csv --draws 4 --methods npl-mmd,npl-wl",
     "compare g-and-k data.csv --draws 4 --methods npl-mmd,npl-wll"),
    (DATA, "fit g-and-k dat.csv --draws 4", "fit g-and-k data.csv --draws 4"),
    (DATA, "fit g-and-k plain.csv --columns 1 --draws 4",
     "fit g-and-k plain.txt --columns 1 --draws 4"),
    (DATA, "fit g-and-k 'my dta.csv' --draws 4", "fit g-and-k 'my data.csv' --draws 4"),
    (DATA, "summary fti.nc", "summary fit.nc"),
    (DATA, "fit g-and-k two.csv --draws 4", "fit g-and-k two.csv --draws 4 --columns 1"),
    (DATA, "fit g-and-k two.csv --draws 4 --columns z",
     "fit g-and-k two.csv --draws 4 --columns x1"),
    (DATA, "fit gaussian-location two.csv --draws 4 --columns x1,z",
     "fit gaussian-location two.csv --draws 4 --columns x1,x2"),
    (DATA, "fit g-and-k plain.txt --draws 4 --columns z",
     "fit g-and-k plain.txt --draws 4 --columns 1"),
    (DATA, "fit gaussian-location two.csv --draws 4 --model-option dimension=3",
     "fit gaussian-location two.csv --draws 4 --model-option dimension=2"),
    (USAGE, "simulate g-and-k", "simulate g-and-k --observations 500 --output data.csv"),
    (USAGE, "report fit.nc", "report fit.nc --output fit.html"),
    (USAGE, "manual fti", "manual fit"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_errors_end_with_the_command_to_try(refused, done, folder, status, typed, remedy):
    """And that command does what was meant."""
    message = refused(status, *shlex.split(typed), cwd=folder)
    assert message.endswith(f": surefoot {remedy}\n")
    done(*shlex.split(remedy), cwd=folder)


@pytest.mark.parametrize("status, typed, ending", [
    (USAGE, "paint", "; there are fit, compare, merge"),
    (USAGE, "fit g-and-k data.csv --zzzzz", ": surefoot fit --help lists them"),
    (USAGE, "fit 'python3 own.py' data.csv", ": surefoot fit 'exec:python3 own.py' data.csv"),
    (DATA, "fit g-and-k nothing.csv", ": ls . shows what there is"),
    (DATA, "fit nothing.hpp data.csv", ": surefoot new nothing.hpp writes one"),
    (OUTPUT, "fit g-and-k data.csv --output new/fit.nc", ": mkdir -p new"),
    (DATA, "fit g-and-k nowhere/data.csv", ": No such file or directory"),
    (DATA, "fit g-and-k two.csv --columns x1,x2,z", "its columns are 'x1', 'x2'"),
    (USAGE, "calibrate fit.nc --datasets many", "--datasets must be a number, but is 'many'"),
    (USAGE, f"fit gandk {'./' * 150}data.csv", "did you mean 'g-and-k'?"),
], ids=lambda value: value[:40] if isinstance(value, str) else "")
def test_errors_offer_no_more_than_is_known(refused, folder, status, typed, ending):
    message = refused(status, *shlex.split(typed), says=ending, cwd=folder)
    if not typed.startswith("paint"):
        assert message.endswith(f"{ending}\n")


def test_no_command_is_offered_that_is_not_one_line(refused, folder):
    refused(DATA, "fit", "g-and-k", "no\nthing.csv", says="no\\x0athing.csv", cwd=folder)
    message = refused(USAGE, "fit", "gandk", "no\nthing.csv", cwd=folder)
    assert message.endswith("did you mean 'g-and-k'?\n")
