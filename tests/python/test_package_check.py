"""Scores of observations, and checks of the model, in Python."""

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


@pytest.fixture(scope="module")
def contaminated():
    x = surefoot.simulate("g-and-k", observations=500, seed=1)
    x[:50] = 20.0 + 0.5 * np.random.default_rng(1).standard_normal((50, 1))
    return x


@pytest.fixture(scope="module")
def fit(contaminated):
    return surefoot.fit(contaminated, "g-and-k", draws=200, progress=False)


def test_table_of_observations_finds_the_outliers(fit):
    table = fit.observations_table()
    assert list(table.columns) == [
        "x", "inlier", "inlier_low", "inlier_high", "witness", "influence_a", "influence_b",
        "influence_g", "influence_log_k"]
    assert len(table) == 500 and table.index[0] == 1
    assert table.inlier[:50].max() < 0.5 < table.inlier[50:].median()
    np.testing.assert_array_equal(table.x, fit.observations[:, 0])


def test_check_says_what_the_command_says(fit):
    check = fit.check()
    assert check["p_value"] == pytest.approx(1 / 20) and len(check["replicates"]) == 19
    assert check["places"][0]["place"][0] == pytest.approx(20, abs=0.5)
    assert "does not fit all of the data" in repr(check)
    again = fit.check(tolerance=0.3, replicates=39)
    assert again["p_value"] == pytest.approx(1 / 40)
    assert again["p_value_beyond_tolerance"] > 0.05
    assert {s["setting"] for s in again["sensitivities"]} >= {"lengthscale", "mass", "trim"}


def test_whole_fits_are_made_again_on_request(fit):
    found = fit.check(replicates=19, refit=40)
    assert found["refit_draws"] == 40 and "where the whole fit is made again" in repr(found)
    mass = next(s for s in found["sensitivities"] if s["setting"] == "mass")
    other = surefoot.fit(fit.observations, "g-and-k", draws=40, mass="fixed", check="none",
                         lengthscale=fit.summary()["lengthscale"], progress=False)
    before, after = np.asarray(fit.draws)[:40], np.asarray(other.draws)
    moves = (after.mean(axis=0) - before.mean(axis=0)) / np.asarray(fit.draws).std(axis=0, ddof=1)
    np.testing.assert_allclose(list(mass["mean_moves"].values()), moves, atol=1e-9)
    ratios = after.std(axis=0, ddof=1) / before.std(axis=0, ddof=1)
    np.testing.assert_allclose(list(mass["sd_ratios"].values()), ratios, atol=1e-9)


def test_own_simulators_are_checked():
    def simulate(theta, noise):
        return theta[0] + theta[1] * noise

    own = surefoot.Simulator(simulate, {"mu": (-5, 30), "sigma": (0.1, 10)}, noise=("normal",))
    data = np.random.default_rng(2).normal(2.0, 1.0, (100, 1))
    fit = surefoot.fit(data, own, draws=20, simulations=64, progress=False)
    assert "p_value" in fit.check(replicates=19)


def test_what_cannot_be_is_refused(fit, contaminated):
    with pytest.raises(ValueError, match="tolerance must be a share"):
        fit.check(tolerance=2)
    with pytest.raises(ValueError, match="replicates must be"):
        fit.check(replicates=3)
    with pytest.raises(ValueError, match="refit must be from 20 to the 200 draws"):
        fit.check(refit=1000)
    with pytest.raises(ValueError, match="refit must be a whole number"):
        fit.check(refit="all")
    unscored = surefoot.fit(contaminated, "g-and-k", draws=8, check="none", progress=False)
    with pytest.raises(ValueError, match="the fit has no scores"):
        unscored.observations_table()


def test_calibration_is_part_of_the_summary(contaminated):
    fit = surefoot.fit(contaminated, "g-and-k", draws=40, progress=False)
    found = fit.calibrate(datasets=20, draws=20, progress=False)
    assert found["datasets"] == 20 and "Repeated sampling" in repr(found)
    assert fit.summary()["calibration"] == found
    with pytest.raises(ValueError, match="level must be"):
        fit.calibrate(level=3)
