"""`surefoot bench`, at a size that only shows that it works."""

import json
import math

import pytest

USAGE = 64
SUITE = ("bench", "--suite", "paper", "--smoke")


@pytest.fixture(scope="module")
def suite(done):
    return json.loads(done(*SUITE, "--json"))


def test_every_fit_of_the_paper_is_compared_with_the_baseline(suite):
    assert suite["suite"] == "paper"
    fits = {e["model"]: [fit["what"] for fit in e["fits"]] for e in suite["experiments"]}
    assert {model: len(of) for model, of in fits.items()} == {
        "g-and-k": 2, "gaussian-location": 2, "toggle-switch": 1}
    for experiment in suite["experiments"]:
        baseline = experiment["baseline"]
        assert baseline["draws_run"] == experiment["judged_draws"] <= experiment["draws"]
        for row in [baseline, *experiment["fits"]]:
            assert row["cpu_seconds"] > 0 and row["evaluations_per_draw"] >= 1
            assert 0 <= row["converged"] <= row["draws_run"]
            assert math.isfinite(row["mean_objective"])
        for fit in experiment["fits"]:
            assert math.isclose(fit["ratio"], baseline["cpu_seconds"] / fit["cpu_seconds"])
            assert fit["draws_run"] == experiment["draws"]


def test_the_closed_form_simulates_nothing(suite):
    gaussian = next(e for e in suite["experiments"] if e["model"] == "gaussian-location")
    closed_form, sobol = gaussian["fits"]
    assert closed_form["simulated_observations"] == 0 < sobol["simulated_observations"]


def test_the_table_has_a_line_for_each_fit_and_says_what_was_scaled(done):
    text = done(*SUITE)
    lines = text.splitlines()
    header = next(i for i, line in enumerate(lines) if line.startswith("experiment"))
    table = lines[header + 1:lines.index("", header)]
    assert len(table) == 3 + 5
    assert all(float(line.split()[-1]) > 0 for line in table)
    assert text.count("is scaled to all") == 3


def test_what_is_no_suite_is_refused(refused):
    refused(USAGE, "bench", "--suite", "thesis", says=["paper", "'thesis'"])
    refused(USAGE, "bench", "--smoke", says="suite")
    refused(USAGE, "bench", "--suite", "paper", "--seconds", 1, says="seconds")


def test_bench_measures_what_it_promises(done, refused):
    rates = json.loads(done("bench", "--json", "--seconds", 1e-6))
    cells = {(r["precision"], r["dimension"]) for r in rates["pairs_per_second"]}
    assert cells == {(p, d) for p in ("float", "double") for d in (1, 2, 4, 8)}
    assert all(r["cross"] > 0 and r["objective"] > 0 for r in rates["pairs_per_second"])
    models = {m["name"] for m in json.loads(done("models", "--json"))}
    simulated = {(r["model"], r["precision"]) for r in rates["simulated_observations_per_second"]}
    assert simulated == {(m, p) for m in models for p in ("float", "double")}
    assert rates["dirichlet_weights_per_second"] > 0
    assert rates["scaling"]["ratio"] > 0
    refused(USAGE, "bench", "--seconds", "-1", says="'-1'")
