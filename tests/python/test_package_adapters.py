"""Simulators and priors of other packages."""

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


@pytest.fixture
def data():
    return 2.0 + 0.5 * np.random.default_rng(1).standard_normal(100)


def test_sbi_kind_of_simulator(data):
    stats = pytest.importorskip("scipy.stats")

    def simulator(theta):
        return theta[:, :1] + 0.5 * np.random.standard_normal((len(theta), 1))

    state = np.random.get_state()[1].copy()
    own = surefoot.adapters.from_sbi(simulator, stats.uniform(-5, 15), names=["mu"])
    fit = surefoot.fit(data, own, draws=8, simulations=200)
    assert fit.names == ("mu",) and abs(fit.draws.mean() - 2.0) < 0.4
    assert (np.random.get_state()[1] == state).all()


def test_boxes_come_from_priors():
    class Uniform:
        low, high = np.array([0.0, 1.0]), np.array([2.0, 3.0])

    np.testing.assert_array_equal(surefoot.adapters.box_of(Uniform()), [[0, 2], [1, 3]])
    with pytest.raises(TypeError, match="sample or rvs"):
        surefoot.adapters.box_of(3)
