"""Simulators in JAX and PyTorch, whose derivatives are used."""

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")

from test_package_simulators import (BOX, fit_g_and_k, g_and_k, g_and_k_box,  # noqa: E402
                                     in_posterior_sds)


@pytest.fixture(scope="module")
def jax():
    return pytest.importorskip("jax", reason="JAX is not installed")


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="PyTorch is not installed, since it is large")


@pytest.fixture(scope="module")
def own(jax):
    return surefoot.Simulator(lambda t, e: g_and_k(t, e, jax.numpy), g_and_k_box())


def test_jax_function_agrees_with_the_built_in_model(own):
    fit = fit_g_and_k(own)
    built_in = fit_g_and_k("g-and-k")
    assert fit.settings["optimiser"] == "bfgs"  # derivatives are there
    assert (in_posterior_sds(fit, built_in) < 0.1).all()
    assert fit.converged == 100


def test_jax_draws_do_not_depend_on_how_calls_are_gathered(own):
    one, many = (fit_g_and_k(own, threads=n, precision="double") for n in (1, 16))
    assert one.draws.tobytes() == many.draws.tobytes()


def test_jax_keeps_the_users_precision(jax, own):
    fit_g_and_k(own)
    assert jax.numpy.zeros(1).dtype == np.float32


def test_jax_is_asked_for_by_name(jax):
    simulate = lambda t, e: t[0] + t[1] * e  # noqa: E731
    own = surefoot.Simulator(simulate, BOX, framework="jax")
    data = np.random.default_rng(1).standard_normal(50)
    assert surefoot.fit(data, own, draws=4).settings["optimiser"] == "bfgs"
    batched = surefoot.Simulator(
        lambda t, e: jax.numpy.asarray(t[:, 0, None, None] + t[:, 1, None, None] * e), BOX,
        batched=True)
    np.testing.assert_allclose(surefoot.fit(data, batched, draws=4).draws,
                               surefoot.fit(data, own, draws=4).draws, rtol=1e-5)


def test_what_jax_cannot_follow_is_told_of(jax):
    def simulate(theta, noise):
        return jax.numpy.asarray(theta[0] if float(theta[1]) > 5 else theta[0] + noise)

    data = np.random.default_rng(1).standard_normal(50)
    with pytest.warns(surefoot.SurefootWarning, match="jax cannot derive"):
        surefoot.fit(data, surefoot.Simulator(simulate, {"a": (-5, 5), "b": (1, 2)}), draws=2,
                     fixed={"b": 1.5})
    with pytest.raises(jax.errors.ConcretizationTypeError):
        surefoot.fit(data, surefoot.Simulator(simulate, BOX, framework="jax"), draws=2)


def test_jax_wrong_shape_is_said(jax):
    own = surefoot.Simulator(lambda t, e: jax.numpy.zeros((3, 1)) + t[0], BOX)
    with pytest.raises(ValueError, match="shape"):
        surefoot.fit(np.zeros(5), own, draws=2)


def test_torch_function_agrees_with_the_built_in_model(torch):
    own = surefoot.Simulator(lambda t, e: g_and_k(t, e, torch), g_and_k_box())
    fit = fit_g_and_k(own)
    assert fit.settings["optimiser"] == "bfgs"
    assert (in_posterior_sds(fit, fit_g_and_k("g-and-k")) < 0.1).all()


def test_torch_draws_do_not_depend_on_how_calls_are_gathered(torch):
    own = surefoot.Simulator(lambda t, e: g_and_k(t, e, torch), g_and_k_box())
    one, many = (fit_g_and_k(own, draws=20, threads=n, precision="double") for n in (1, 16))
    assert one.draws.tobytes() == many.draws.tobytes()


def test_what_torch_cannot_follow_is_told_of(torch):
    def simulate(theta, noise):
        theta, noise = torch.as_tensor(theta), torch.as_tensor(noise)
        return noise * 0 + theta[0] if theta[1].item() > 5 else theta[0] + noise

    data = np.random.default_rng(1).standard_normal(50)
    with pytest.warns(surefoot.SurefootWarning, match="torch cannot derive"):
        surefoot.fit(data, surefoot.Simulator(simulate, {"a": (-5, 5), "b": (1, 2)}), draws=2,
                     fixed={"b": 1.5})


def test_torch_wrong_shape_is_said(torch):
    own = surefoot.Simulator(lambda t, e: torch.zeros((3, 1)) + torch.as_tensor(t)[0], BOX)
    with pytest.raises(ValueError, match="shape"):
        surefoot.fit(np.zeros(5), own, draws=2)


def test_simulator_and_prior_of_sbi_in_torch(torch):
    """Simulators of that kind take a batch of parameters and draw from the global generator."""
    def simulator(theta):
        return theta[:, :1] + 0.5 * torch.randn(len(theta), 1)

    prior = torch.distributions.Independent(
        torch.distributions.Uniform(torch.tensor([-5.0]), torch.tensor([10.0])), 1)
    state = torch.get_rng_state()
    own = surefoot.adapters.from_sbi(simulator, prior)
    assert own.parameters == {"theta1": (-5.0, 10.0)}
    data = 2.0 + 0.5 * np.random.default_rng(1).standard_normal(100)
    fit = surefoot.fit(data, own, draws=8, simulations=200)
    assert abs(fit.draws.mean() - 2.0) < 0.4
    assert torch.equal(torch.get_rng_state(), state)
    normal = torch.distributions.MultivariateNormal(torch.zeros(2), torch.eye(2))
    assert (np.abs(surefoot.adapters.box_of(normal)) > 3).all()
