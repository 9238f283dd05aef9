"""Slow simulators from Python: what they are called for, and who decides that."""

import logging
import time
import warnings

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


class Counting:
    """A normal distribution that counts its observations, each of which may take some time."""

    def __init__(self, each=0.0):
        self.each = each
        self.observations = 0

    def __call__(self, theta, noise):
        self.observations += len(noise)
        if self.each:
            time.sleep(self.each * len(noise))
        return theta[0] + theta[1] * noise


BOX = {"location": (-10, 10), "scale": (0.1, 10, "log")}


def counting(each=0.0, **keywords):
    function = Counting(each)
    return function, surefoot.Simulator(function, BOX, name="counting", **keywords)


@pytest.fixture(scope="module")
def data():
    return np.random.default_rng(1).normal(1.0, 1.0, 40)


def quietly(data, model, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return surefoot.fit(data, model, progress=False, seed=1, **settings)


# What a budget is spent on

@pytest.mark.parametrize("budget", [2000, 4000, 20000])
def test_a_budget_is_for_all_that_is_simulated(data, budget):
    function, own = counting()
    fit = quietly(data, own, budget=budget, draws=60)
    assert 0.8 * budget < function.observations <= budget
    # All but what it was tried out by.
    assert function.observations - 21 == fit.summary()["simulator_calls"]


def test_derivatives_are_looked_for_only_where_they_serve(data):
    function, own = counting()
    assert not own._core_model("emulated")[1].differentiable
    assert function.observations == 21
    assert own._core_model("direct")[1].differentiable
    assert function.observations > 20_000


def test_a_slow_simulator_is_not_asked_for_derivatives_unless_draws_simulate():
    function, own = counting(each=1e-3)
    assert not own._core_model("auto")[1].differentiable
    assert function.observations < 200
    # Slow to call, but not to simulate.
    calls = []

    def patient(theta, noise):
        calls.append(len(noise))
        time.sleep(2e-3)
        return theta[0] + theta[1] * noise

    assert surefoot.Simulator(patient, BOX)._core_model("auto")[1].differentiable
    assert max(calls) == 1000


def test_simulating_needs_no_derivatives():
    function, own = counting()
    surefoot.simulate(own, [1.0, 1.0], 10)
    assert function.observations == 31


# Who decides

@pytest.fixture(scope="module")
def chosen(data):
    """A fit whose draws would take an hour if they simulated."""
    function, own = counting(each=5e-5)
    return own, quietly(data, own, draws=40)


def test_a_slow_simulator_is_simulated_once_for_all_draws(chosen, data):
    _, fit = chosen
    settings = fit.summary()["settings"]
    assert settings["embedding"] == "emulated" and settings["budget"] == 20000
    assert fit.summary()["seconds"] < 20
    direct = quietly(data, counting()[1], draws=200, check="none", embedding="direct").draws
    assert (np.abs(fit.draws.mean(axis=0) - direct.mean(axis=0)) < 0.7 * direct.std(axis=0)).all()


def test_more_draws_come_from_what_was_chosen(chosen, data):
    own, fit = chosen
    more = fit.more(60, progress=False)
    assert more.summary()["settings"]["embedding"] == "emulated"
    assert more.draws[:40].tobytes() == fit.draws.tobytes()
    # The same in one run, with what was chosen given.
    whole = quietly(data, own, draws=60, budget=20000)
    assert whole.draws.tobytes() == more.draws.tobytes()


def test_a_slow_run_goes_on_as_it_began(chosen, data, tmp_path):
    own, fit = chosen
    fit.save(tmp_path / "fit.nc")
    resumed = quietly(data, own, draws=60, output=tmp_path / "fit.nc", resume=True)
    assert resumed.summary()["settings"]["embedding"] == "emulated"
    assert resumed.draws[:40].tobytes() == fit.draws.tobytes()


def test_quick_simulators_are_simulated_for_every_draw(data, caplog):
    _, own = counting()
    with caplog.at_level(logging.INFO, "surefoot"):
        fit = quietly(data, own, draws=40, check="none")
    assert fit.summary()["settings"]["embedding"] == "direct"
    assert "once for all draws" not in caplog.text
    direct = quietly(data, own, draws=40, check="none", embedding="direct")
    assert direct.draws.tobytes() == fit.draws.tobytes()


# Bad input

@pytest.mark.parametrize("swapped", [
    lambda data: (counting()[1], data),
    lambda data: (Counting(), data),
    lambda data: ("g-and-k", data),
    lambda data: (surefoot.model("g-and-k"), data),
    lambda data: (counting()[1], counting()[1]),
], ids=["simulator", "function", "name", "model", "no data"])
@pytest.mark.parametrize("verb", [surefoot.fit,
                                  lambda data, model: surefoot.compare(data, model, ["npl-mmd"])],
                         ids=["fit", "compare"])
def test_a_model_in_the_place_of_the_data_is_told(data, swapped, verb):
    with pytest.raises(TypeError, match="the data come first and the model second"):
        verb(*swapped(data))


@pytest.mark.parametrize("settings, says", [
    ({"budget": 4000, "embedding": "direct"}, "embedding direct simulates for every draw"),
    ({"budget": 4000, "simulations": 100}, "simulations belongs to draws that simulate"),
    ({"budget": "soon"}, "budget must be a whole number"),
    ({"budget": 12}, "budget must be a whole number"),
    ({"embedding": "emulate"}, "emulated"),
])
def test_what_cannot_be_is_refused(data, settings, says):
    with pytest.raises(ValueError, match=says):
        surefoot.fit(data, counting()[1], **settings)
