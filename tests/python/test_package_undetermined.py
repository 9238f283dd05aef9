"""What data do not determine, as Python users meet it."""

import warnings

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


def only_the_sum(theta, noise):
    return theta[0] + theta[1] + noise


def fit_to(seed):
    """A fit, and what it warned of."""
    data = 6.0 + np.random.default_rng(seed).standard_normal(100)
    box = {"a": (0, 10), "b": (0, 10), "useless": (0, 1)}
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        fit = surefoot.fit(data, surefoot.Simulator(only_the_sum, box), draws=40, seed=seed)
    return fit, "\n".join(str(warning.message) for warning in told)


@pytest.fixture(scope="module")
def fit():
    """One of those that found the sum: of a data set in ten, chance hides it."""
    fits = [fit_to(seed) for seed in range(1, 5)]
    found = [fit for fit, told in fits if "of a and b only a + b; useless" in told]
    assert len(found) >= 3
    assert all("useless" in told for _, told in fits)
    return found[0]


def test_parameters_and_their_combination_are_named(fit):
    assert fit.undetermined == (
        {"parameters": ["a", "b"], "combinations": 1, "determined": "a + b"},
        {"parameters": ["useless"], "combinations": 0, "determined": ""})
    assert "not determined by these data: of a and b only a + b; useless" in str(fit.summary())


def test_draws_do_not_count_as_converged(fit):
    assert fit.converged == fit.failed == 0
    assert set(fit.statistics["status"]) <= {"undetermined", "box-edge"}
    assert not fit.statistics["converged"].any()
    assert fit["useless"].std() > 0.2 and fit["a"].std() > 1
    assert (fit["a"] + fit["b"]).std() < 0.3


def test_files_keep_it(fit, tmp_path):
    fit.save(tmp_path / "fit.nc")
    assert surefoot.load(tmp_path / "fit.nc").undetermined == fit.undetermined
    fit.report(tmp_path / "fit.html")
    assert "only a + b" in (tmp_path / "fit.html").read_text()


def test_nobody_looks_with_other_methods():
    data = np.random.default_rng(1).standard_normal((30, 1))
    fit = surefoot.fit(data, "gaussian-location", draws=8, method="npl-wll")
    assert fit.undetermined is None
