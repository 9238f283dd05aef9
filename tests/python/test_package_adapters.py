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


def shifted(theta):
    return theta[:, :1] + 0.5 * np.random.standard_normal((len(theta), 1))


class Normal:
    """PyTorch's, as far as it is asked."""

    def __init__(self, loc, scale):
        self.loc, self.scale = np.array(loc), np.array(scale)

    def sample(self, shape):
        return np.random.normal(self.loc, self.scale, (*shape, *self.loc.shape))


class Independent:
    def __init__(self, base_dist):
        self.base_dist = base_dist
        self.sample = base_dist.sample


class Gamma:
    class support:
        lower_bound = 0.0

    def sample(self, shape):
        return np.random.gamma(2.0, 1.0, (*shape, 1))


def test_simulator_and_prior_of_sbi_are_taken_as_they_are(data):
    class BoxUniform:
        class base_dist:
            low, high = np.array([-5.0]), np.array([10.0])

        def sample(self, shape):
            raise AssertionError("its ends are known")

    fit = surefoot.fit(data, shifted, prior=BoxUniform(), draws=8, simulations=200)
    assert fit.names == ("theta1",) and abs(fit.draws.mean() - 2.0) < 0.4
    assert not fit.settings.get("prior")
    named = surefoot.fit(data, shifted, prior=BoxUniform(), parameters=["mu"], draws=4,
                         simulations=200)
    assert named.names == ("mu",)


def test_normal_priors_are_used_as_priors(data):
    fit = surefoot.fit(data, shifted, prior=Independent(Normal([0.0], [0.01])), parameters=["mu"],
                       draws=8, simulations=200)
    assert fit.settings["prior"] == "mu=normal:0:0.01"
    assert abs(fit.draws.mean()) < 0.5  # and not 2, where the data are


def test_priors_may_be_a_list(data):
    stats = pytest.importorskip("scipy.stats")

    def scaled(theta):
        return theta[:, :1] + theta[:, 1:] * np.random.standard_normal((len(theta), 1))

    prior = [stats.norm(0, 5), stats.uniform(0.1, 2.9)]
    np.testing.assert_allclose(surefoot.adapters.box_of(prior), [[-30, 30], [0.1, 3.0]])
    fit = surefoot.fit(data, scaled, prior=prior, parameters=["mu", "sd"], draws=8, simulations=200)
    assert fit.settings["prior"] == "mu=normal:0:5" and fit.names == ("mu", "sd")


def test_of_other_priors_the_box_is_used_and_told(data):
    state = np.random.get_state()[1].copy()
    (lower, upper), = surefoot.adapters.box_of(Gamma())
    assert lower == 0.0 and 8.0 < upper < 25.0
    assert (np.random.get_state()[1] == state).all()
    with pytest.warns(surefoot.SurefootWarning, match="of theta1 the box alone is used"):
        surefoot.fit(data, shifted, prior=Gamma(), draws=4, simulations=200)


def test_a_prior_without_a_function_is_refused(data):
    with pytest.raises(surefoot.WrongTypeError, match="goes with a function"):
        surefoot.fit(data, "g-and-k", prior=Gamma(), draws=4)
    with pytest.raises(surefoot.UsageError, match="names must be 1"):
        surefoot.fit(data, shifted, prior=Gamma(), parameters=["a", "b"], draws=4)


def test_simulators_of_torch_get_tensors(data):
    torch = pytest.importorskip("torch")

    def simulator(theta):
        return theta + 0.5 * torch.randn(theta.shape)

    prior = torch.distributions.Uniform(torch.tensor([-5.0]), torch.tensor([10.0]))
    fit = surefoot.fit(data, simulator, prior=prior, draws=4, simulations=200)
    assert abs(fit.draws.mean() - 2.0) < 0.6


def test_boxes_come_from_priors():
    class Uniform:
        low, high = np.array([0.0, 1.0]), np.array([2.0, 3.0])

    np.testing.assert_array_equal(surefoot.adapters.box_of(Uniform()), [[0, 2], [1, 3]])
    with pytest.raises(TypeError, match="sample .PyTorch., rvs"):
        surefoot.adapters.box_of(3)
