"""Fits that travel: pickled, copied and deep-copied."""

import copy
import pickle
import sys

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


def shifted(theta, noise):
    return theta[0] + noise


@pytest.fixture(scope="module")
def fit():
    data = surefoot.simulate("g-and-k", observations=60, contaminate="cluster:0.1:20")
    return surefoot.fit(data, "g-and-k", draws=12, seed=3, mass="free", fixed={"g": 1})


def own_fit(simulate):
    own = surefoot.Simulator(simulate, {"mu": (-10, 10)}, name="mine")
    return surefoot.fit(np.arange(20.0) / 5, own, draws=4, seed=1)


def assert_same(one, other):
    assert one.draws.tobytes() == other.draws.tobytes()
    assert one.observations.tobytes() == other.observations.tobytes()
    assert one.statistics.keys() == other.statistics.keys()
    for name, values in one.statistics.items():
        np.testing.assert_array_equal(values, other.statistics[name], name)
    assert one.settings == other.settings and one.warnings == other.warnings
    assert one.names == other.names and one.seconds == other.seconds
    assert str(one.summary()) == str(other.summary())
    assert one._data.predictive.tobytes() == other._data.predictive.tobytes()


WAYS = {"pickle": lambda fit: pickle.loads(pickle.dumps(fit)), "copy": copy.copy,
        "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_fit_is_the_same_bit_for_bit(fit, way):
    other = way(fit)
    assert_same(fit, other)
    np.testing.assert_array_equal(fit.predict(3, seed=2), other.predict(3, seed=2))
    assert_same(fit, way(other))


def test_deep_copy_shares_no_numbers(fit):
    assert not np.shares_memory(fit.draws, copy.deepcopy(fit).draws)


def test_comparisons_and_summaries_travel(fit):
    fits = pickle.loads(pickle.dumps(surefoot.Comparison({"npl-mmd": fit})))
    assert_same(fits["npl-mmd"], fit)
    summary = pickle.loads(pickle.dumps(fit.summary()))
    assert summary == fit.summary() and str(summary) == str(fit.summary())


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_function_that_can_travel_does(way):
    fit = own_fit(shifted)
    np.testing.assert_array_equal(way(fit).predict(5), fit.predict(5))
    np.testing.assert_array_equal(way(way(fit)).predict(5), fit.predict(5))


def test_function_that_cannot_travel_is_told_of(monkeypatch):
    fit = own_fit(lambda theta, noise: theta[0] + noise)
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.warns(surefoot.SurefootWarning, match="without its simulator mine.*model="):
        other = pickle.loads(pickle.dumps(fit))
    assert_same(fit, other)
    with pytest.raises(ValueError, match="simulator mine did not travel.*model="):
        other.predict(5)
    np.testing.assert_array_equal(
        other.predict(5, model=surefoot.Simulator(shifted, {"mu": (-10, 10)})), fit.predict(5))
    np.testing.assert_array_equal(copy.deepcopy(fit).predict(5), fit.predict(5))


def test_function_whose_module_is_missing_is_told_of(monkeypatch):
    packed = pickle.dumps(own_fit(shifted))
    monkeypatch.delattr(sys.modules[__name__], "shifted")
    other = pickle.loads(packed)
    assert len(other) == 4
    with pytest.raises(ValueError, match="cannot be made again here.*shifted.*model="):
        other.predict(5)


def test_damaged_pickle_is_refused(fit):
    state = fit._data.__getstate__()
    data = surefoot._core.FitData.__new__(surefoot._core.FitData)
    with pytest.raises(ValueError, match="checksum"):
        data.__setstate__(state[:-40] + b"x" + state[-39:])
