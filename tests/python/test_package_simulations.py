"""Simulations that are kept, taken up again, or come from elsewhere, in Python."""

import logging

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


def counting():
    """A normal distribution that counts what is simulated from it."""
    made = {"observations": 0}

    def simulate(theta, noise):
        made["observations"] += len(noise)
        return theta[0] + theta[1] * noise[:, 0]

    return made, surefoot.Simulator(simulate, {"mean": (-10, 10), "sd": (0.1, 10, "log")})


def fit(data, *model, **settings):
    return surefoot.fit(data, *model, draws=60, predictive_draws=0, progress=False, **settings)


@pytest.fixture(scope="module")
def data():
    return np.random.default_rng(1).normal(1, 1, 100)


def test_simulations_are_kept_and_taken_up(data, tmp_path):
    made, own = counting()
    kept = tmp_path / "sims.nc"
    first = fit(data, own, budget=20000, keep_simulations=kept)
    before = made["observations"]
    again = fit(data, own, budget=20000, keep_simulations=str(kept))
    assert again.draws.tobytes() == first.draws.tobytes()
    assert made["observations"] - before < 100  # but for the trial of the function
    other = fit(data + 0.1, own, budget=20000, keep_simulations=kept)
    assert made["observations"] - before < 15000
    assert abs(other["mean"].mean() - first["mean"].mean() - 0.1) < 0.1


def test_a_fit_goes_on_with_a_larger_budget(data, tmp_path, caplog):
    _, own = counting()
    first = fit(data, own, budget=10000, keep_simulations=tmp_path / "sims.nc")
    with caplog.at_level(logging.INFO, "surefoot"):
        more = first.more(budget=30000, progress=False)
    assert "all draws are made anew" in caplog.text and "taken from" in caplog.text
    assert len(more.draws) == len(first.draws)
    assert more.summary()["settings"]["budget"] == 30000
    assert abs(more["mean"].mean() - first["mean"].mean()) < 0.1
    with pytest.raises(ValueError, match="learnt with a budget of 10000"):
        first.more(budget=5000)


def test_a_table_needs_no_model(data, tmp_path):
    chance = np.random.default_rng(2)
    theta = np.column_stack([chance.uniform(-3, 5, 20000),
                             np.exp(chance.uniform(-1.2, 1.38, 20000))])
    x = chance.normal(theta[:, 0], theta[:, 1])
    path = tmp_path / "sims.npy"
    np.save(path, np.column_stack([theta, x]))
    parameters = {"mean": (-3, 5), "sd": (0.3, 4, "log")}
    learnt = fit(data, simulations_from=path, parameters=parameters)
    assert abs(learnt["mean"].mean() - data.mean()) < 0.3
    assert learnt.summary()["simulator_calls"] == 0
    named = fit(data, "table", simulations_from=path, parameters=parameters)
    assert named.draws.tobytes() == learnt.draws.tobytes()


def test_a_fit_needs_a_model_or_a_table(data):
    with pytest.raises(TypeError, match="needs a model, or simulations_from"):
        surefoot.fit(data)
