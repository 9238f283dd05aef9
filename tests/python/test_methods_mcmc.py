"""Markov chains as the program writes them, against ArviZ."""

import json
import warnings

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # 0.x announces 1.x at every import
    import arviz as az


@pytest.fixture(scope="module")
def g_and_k(done, tmp_path_factory):
    """A file of chains, and its summary."""
    folder = tmp_path_factory.mktemp("chains")
    data, fit = folder / "data.csv", folder / "fit.nc"
    done("simulate", "g-and-k", "--observations", 100, "--seed", 1, "--output", data)
    done("fit", "g-and-k", data, "--method", "bayes", "--draws", 600, "--chains", 3, "--seed", 1,
         "--predictive-draws", 30, "--output", fit)
    return az.from_netcdf(fit), json.loads(done("summary", fit, "--summary", "json"))


def test_the_layout_is_that_of_the_chains(g_and_k):
    data, summary = g_and_k
    assert dict(data.posterior.sizes) == {"chain": 3, "draw": 200}
    assert data.posterior.attrs["draws_are_iid"] == 0
    assert data.posterior_predictive.sizes["chain"] == 3
    assert summary["chains"] == 3
    assert 0.0 < summary["acceptance"] < 1.0


def test_diagnostics_are_those_of_arviz(g_and_k):
    data, summary = g_and_k
    for name, numbers in summary["parameters"].items():
        draws = data.posterior[name]
        assert numbers["rhat"] == pytest.approx(float(az.rhat(draws)[name]), rel=1e-9)
        assert numbers["ess"] == pytest.approx(float(az.ess(draws)[name]), rel=1e-9)
        assert numbers["mcse"] == pytest.approx(float(az.mcse(draws)[name]), rel=1e-3)


def test_independent_draws_have_no_diagnostics(done, tmp_path):
    data, fit = tmp_path / "data.csv", tmp_path / "fit.nc"
    done("simulate", "gaussian-location", "--observations", 50, "--seed", 1, "--output", data)
    done("fit", "gaussian-location", data, "--method", "bayes", "--prior", "normal:0:1", "--draws",
         101, "--seed", 1, "--output", fit)
    summary = json.loads(done("summary", fit, "--summary", "json"))
    assert "chains" not in summary
    assert all("rhat" not in numbers for numbers in summary["parameters"].values())
    assert az.from_netcdf(fit).posterior.attrs["draws_are_iid"] == 1


def test_draws_must_be_shared_equally(surefoot, done, tmp_path):
    data = tmp_path / "data.csv"
    done("simulate", "g-and-k", "--observations", 20, "--seed", 1, "--output", data)
    result = surefoot("fit", "g-and-k", data, "--method", "bayes", "--draws", 1001, "--output",
                      tmp_path / "fit.nc")
    assert result.returncode == 64
    assert "1000 would do" in result.stderr
