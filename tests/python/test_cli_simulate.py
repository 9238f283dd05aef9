"""`surefoot simulate`, `models`, `--help` and `--version`."""

import json
import re

import numpy as np
import pytest

USAGE = 64


def table(text):
    header, *rows = text.splitlines()
    return header.split(","), np.array([[float(v) for v in row.split(",")] for row in rows])


def test_columns_are_named(done):
    assert table(done("simulate", "g-and-k", "--observations", 3))[0] == ["x"]
    names, values = table(done("simulate", "gaussian-location", "--observations", 5,
                               "--model-option", "dimension=3"))
    assert names == ["x1", "x2", "x3"]
    assert values.shape == (5, 3)


def test_rows_depend_on_the_seed_and_their_number_alone(done):
    simulate = ("simulate", "toggle-switch", "--seed", 9, "--observations")
    few, many = done(*simulate, 5).splitlines(), done(*simulate, 50).splitlines()
    assert many[:6] == few
    assert done("simulate", "toggle-switch", "--seed", 8, "--observations", 5).splitlines() != few


def test_theta_that_is_not_given_is_the_published_truth(done):
    simulate = ("simulate", "g-and-k", "--observations", 200)
    plain = table(done(*simulate))[1]
    moved = table(done(*simulate, "--theta", "a=103"))[1]
    np.testing.assert_allclose(moved, plain + 100, atol=1e-9)
    assert done(*simulate, "--theta", "a=1", "--theta", "b=2") == done(
        *simulate, "--theta", "a=1,b=2")


def test_output_file_is_what_standard_output_would_be(done, tmp_path):
    simulate = ("simulate", "g-and-k", "--observations", 20, "--contaminate", "shift:0.1:-50,50")
    printed = done(*simulate)
    assert done(*simulate, "--output", tmp_path / "data.csv") == ""
    assert (tmp_path / "data.csv").read_text() == printed


def test_numbers_are_the_shortest_that_read_back(done):
    lines = done("simulate", "g-and-k", "--observations", 100).splitlines()[1:]
    assert lines == [repr(float(line)) for line in lines]


@pytest.mark.parametrize("kind, where", [
    ("cluster:0.1:20", lambda x: np.abs(x - 20) < 6),
    ("shift:0.1:-500,500", lambda x: np.abs(x) > 400),
])
def test_labels_say_which_rows_are_outliers(done, tmp_path, kind, where):
    labels = tmp_path / "labels.csv"
    text = done("simulate", "gaussian-location", "--observations", 200, "--model-option",
                "dimension=1", "--contaminate", kind, "--labels", labels)
    name, outlier = table(labels.read_text())
    assert name == ["outlier"]
    assert outlier.sum() == 20
    np.testing.assert_array_equal(where(table(text)[1]), outlier == 1)


def test_labels_of_clean_data_are_zero(done, tmp_path):
    labels = tmp_path / "labels.csv"
    done("simulate", "g-and-k", "--observations", 7, "--labels", labels)
    assert labels.read_text() == "outlier\n" + "0\n" * 7


def test_cauchy_data_do_not_come_from_the_model(done):
    values = table(done("simulate", "gaussian-location", "--observations", 2000, "--data-generator",
                        "cauchy"))[1]
    assert np.abs(np.median(values)) < 0.1
    assert np.abs(values).max() > 100


@pytest.mark.parametrize("words, says", [
    (("--theta", "a=3,q=1"), "'q'"),
    (("--theta", "b=-1"), "b between 0 and inf"),
    (("--theta", "b"), "theta must be"),
    (("--theta", "a=nan"), "a=nan"),
    (("--contaminate", "clustr:0.1:3"), "did you mean 'cluster'?"),
    (("--contaminate", "cluster:1.5:3"), "'1.5'"),
    (("--contaminate", "cluster:0.1"), "FRACTION"),
    (("--data-generator", "couchy"), "did you mean 'cauchy'?"),
    (("--data-generator", "cauchy", "--theta", "a=1"), "theta"),
    (("--model-option", "dimension=2"), "dimension"),
    (("--observations", "0"), "given twice"),
    (("--seed", "-1"), "seed"),
    (("--draws", "3"), "'--draws'"),
])
def test_what_cannot_be_simulated_is_refused(refused, tmp_path, words, says):
    refused(USAGE, "simulate", "g-and-k", "--observations", 10, "--output", tmp_path / "data.csv",
            *words, says=says)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ["0", "-3", "many", "1e3", "99999999999999999999"])
def test_observations_must_be_a_sensible_number(refused, number):
    refused(USAGE, "simulate", "g-and-k", "--observations", number, says=["observations", number])


def test_output_and_labels_are_two_files(refused, tmp_path):
    refused(USAGE, "simulate", "g-and-k", "--observations", 5, "--output", tmp_path / "x",
            "--labels", f"{tmp_path}/./x", says="two files")


def test_models_are_listed_and_described(done):
    names = [line.split()[0] for line in done("models").splitlines()]
    assert names == ["gaussian-location", "g-and-k", "toggle-switch", "m-g-1", "sir", "ricker"]
    assert [model["name"] for model in json.loads(done("models", "--json"))] == names
    for name in names:
        model = json.loads(done("models", name, "--json"))
        text = done("models", name)
        for parameter in model["parameters"]:
            assert re.search(rf"^{parameter} ", text, re.MULTILINE)
        assert ("derivatives" in model["offers"]) == (name != "ricker")
        assert set(model["truth"]) == set(model["parameters"])


@pytest.mark.parametrize("words", [(), ("fit",), ("simulate",), ("models",), ("summary",),
                                   ("report",), ("bench",)], ids=str)
def test_help_fits_into_a_hundred_columns(done, words):
    text = done(*words, "--help")
    assert text == done(*words, "-h")
    assert max(map(len, text.splitlines())) <= 100
    assert "Usage: surefoot" in text


def test_help_of_fit_names_every_setting_in_force(done, g_and_k_data):
    text = done("fit", "--help")
    summary = json.loads(done("fit", "g-and-k", g_and_k_data, "--draws", 4, "--summary", "json"))
    for name in summary["settings"]:
        assert f"--{name} " in text


def test_version_says_what_is_built_in(done):
    text = done("--version")
    assert re.match(r"surefoot \d+\.\d+\.\d+\n", text)
    assert "instruction set: " in text and "g-and-k" in text


def test_instruction_set_can_be_lowered_but_not_invented(done, refused):
    assert "instruction set: baseline" in done("--version", env={"SUREFOOT_ISA": "baseline"})
    refused(USAGE, "--version", env={"SUREFOOT_ISA": "avx1024"}, says="avx1024")
