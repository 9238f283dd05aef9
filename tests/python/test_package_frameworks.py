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
