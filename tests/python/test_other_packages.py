"""What experiments/other_packages computes of results, and that the documentation shows it.

The other packages are not needed: scripts/other-packages has them in an environment of its own.
"""

import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "experiments" / "other_packages"
sys.path.insert(0, str(FOLDER))

import measures  # noqa: E402
import other_packages  # noqa: E402
import problems  # noqa: E402

RECORDED = FOLDER / "recorded.jsonl"


def result(number, mean, **more):
    return {"problem": "p", "outliers": 0.0, "method": "m", "number": number, "truth": [1.0, 3.0],
            "mean": mean, "low": [0.0, 2.0], "high": [0.5, 4.0], "seconds": 2.0, "simulated": 1e6,
            "once": None, **more}


def test_errors_are_the_papers():
    assert measures.normalised_error([1.5, 2.0], [1.0, 3.0]) == pytest.approx(1.25 / 4)


def test_coverage_and_width_are_means_over_parameters():
    assert measures.coverage(result(1, [1, 3])) == 0.5
    assert measures.width(result(1, [1, 3])) == pytest.approx(1.25)


def test_quantiles_of_equal_weights_are_those_of_numpy():
    draws = np.random.default_rng(1).standard_normal((101, 2))
    found = measures.of_draws(draws)
    assert found["mean"] == pytest.approx(draws.mean(axis=0))
    assert found["low"] == pytest.approx(np.quantile(draws, 0.05, axis=0))
    assert found["high"] == pytest.approx(np.quantile(draws, 0.95, axis=0))


def test_particles_of_no_weight_do_not_count():
    draws = np.random.default_rng(1).standard_normal((200, 1))
    weights = np.r_[np.ones(100), np.zeros(100)]
    found, half = measures.of_draws(draws, weights), measures.of_draws(draws[:100])
    assert found["mean"] == pytest.approx(half["mean"])
    assert found["low"] == pytest.approx(half["low"], abs=0.1)


def test_table_has_a_row_for_each_complete_method():
    share = [result(n, [1 + 0.1 * n, 3]) for n in (1, 2)]
    trained = [result(n, [1, 3], method="t", outliers=s, once={"seconds": 9.0, "simulated": 4e5})
               for n in (1, 2) for s in (0.0, 0.1)]
    some = [result(1, [1, 3], method="m", outliers=0.1)]
    lines = measures.table(share + trained + some, "p").splitlines()
    assert lines[2] == ("| m | .0062 (.0037) | 0 (nan) | .50 / .50 | 1.2 / 1.2 | 2 | 1e6 |")
    assert lines[3] == "| t | 0 (0) | 0 (0) | .50 / .50 | 1.2 / 1.2 | 9 + 2 | 4e5 once |"
    assert len(measures.table(share[:1] + trained, "p").splitlines()) == 3  # m has no 10 %


def test_priors_of_models_are_understood():
    one = problems.marginals("normal:0:1", ["x", "y"])
    assert [m.name for m in one] == ["x", "y"] and one[1].family == "normal"
    both = problems.marginals("a=uniform:0:10,log_k=log-of-uniform:0:5", ["a", "log_k"])
    assert (both[1].family, both[1].second) == ("log-of-uniform", 5.0)
    with pytest.raises(ValueError, match="cauchy"):
        problems.marginals("cauchy:0:1", ["x"])


@pytest.mark.parametrize("name", problems.KINDS)
def test_simulators_are_those_of_surefoot(program, name):
    """At the truth, by quantiles of many observations."""
    problem = problems.Problem(name, program)
    text = subprocess.run([program, "simulate", name, "--observations", "20000", "--seed", "1"],
                          check=True, capture_output=True, text=True).stdout
    theirs = np.loadtxt(text.splitlines(), delimiter=",", skiprows=1, ndmin=2)
    logs = [m.family == "log-of-uniform" for m in problem.prior]
    theta = np.where(logs, np.exp(problem.truth), problem.truth)
    assert problem.parameters_of(theta[None])[0] == pytest.approx(problem.truth)
    normals = np.random.default_rng(1).standard_normal(theirs.shape)
    ours = problem.kind.simulate(theta, normals)
    # The last octile of g-and-k has a standard error of .06.
    assert np.quantile(ours, problems.OCTILES) == pytest.approx(
        np.quantile(theirs, problems.OCTILES), rel=0.04, abs=0.06)


def test_tables_of_the_documentation_are_those_of_the_recorded_results():
    page = (ROOT / "docs" / "performance.md").read_text()
    results = measures.read(RECORDED)
    for problem in problems.KINDS:
        for line in measures.table(results, problem).splitlines():
            assert line in page


@pytest.mark.parametrize("name", problems.KINDS)
def test_recorded_results_of_surefoot_are_those_of_this_surefoot(program, tmp_path, name):
    """Of the first data set of each kind: what it costs, too, in simulated observations."""
    recorded = {result["outliers"]: result for result in measures.read(RECORDED)
                if (result["problem"], result["method"], result["number"]) == (name, "surefoot", 1)}
    problem = problems.Problem(name, program)
    fit = other_packages.Surefoot(other_packages.Run(program, tmp_path, seed=1), problem)
    for share in other_packages.SHARES:
        data = tmp_path / f"{share}.csv"
        problem.write_data(program, share, 1, data)
        found = fit(data, 1)
        # Another instruction set may search a step longer.
        assert found["simulated"] == pytest.approx(recorded[share]["simulated"], rel=0.02)
        for words in ("mean", "low", "high"):
            assert found[words] == pytest.approx(recorded[share][words], abs=0.01)


@pytest.mark.parametrize("label, method", [("surefoot by default", "surefoot"),
                                           ("sbi", "npe:20000"), ("pyABC", "pyabc:20000")])
def test_table_of_the_readme_has_the_same_numbers(label, method):
    results, cells = measures.read(RECORDED), [label]
    for problem in problems.KINDS:
        lines = measures.table(results, problem).splitlines()
        row = next(line for line in lines if line.startswith(f"| {method} |")).split(" | ")
        cells += [cell.split(" (")[0] for cell in row[1:4]] + [row[4].split(" / ")[-1], row[6]]
    assert f"| {' | '.join(cells)} |" in (ROOT / "README.md").read_text()


def test_tutorial_shows_the_programs_that_were_run():
    notebook = json.loads((ROOT / "docs/tutorials/from-other-packages.ipynb").read_text())
    cells = [cell for cell in notebook["cells"] if "shows" in cell["metadata"]]
    assert len(cells) == 2
    for cell in cells:
        program = (FOLDER / cell["metadata"]["shows"]).read_text().strip()
        assert f"```\n{program}\n```" in "".join(cell["source"])


@pytest.mark.parametrize("words", [["--smoke"], ["--problem", "g-and-k"], ["--method", "surefoot"]])
def test_results_of_a_part_are_not_recorded(words):
    refused = subprocess.run([sys.executable, FOLDER / "other_packages.py", "--record", *words],
                             capture_output=True, text=True)
    assert refused.returncode != 0
    assert "--record keeps all of the usual results" in refused.stderr
