"""Draws by the workers of executors: processes of this machine, and a cluster of Dask."""

import concurrent.futures
import os
import threading

import numpy as np
import pytest

import surefoot

DATA = np.random.default_rng(1).normal(2.0, 1.5, size=120)
BOX = {"mean": (-10, 10), "sd": (0.1, 10)}


@pytest.fixture(scope="module")
def processes():
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        yield executor


def same(a, b):
    np.testing.assert_array_equal(a.draws, b.draws)
    for name, values in a.statistics.items():
        np.testing.assert_array_equal(values, b.statistics[name])
    return True


@pytest.mark.parametrize("settings", [{}, {"mass": "free"}, {"method": "npl-wll"},
                                      {"method": "npl-wasserstein"}])
def test_processes_make_the_same_draws(processes, settings):
    settings = {"draws": 30, "seed": 3, **settings}
    alone = surefoot.fit(DATA, "gaussian-location", **settings)
    assert same(surefoot.fit(DATA, "gaussian-location", executor=processes, **settings), alone)


def test_a_function_of_ones_own_travels(processes):
    factor = 1.5
    settings = {"parameters": BOX, "draws": 20, "seed": 1}

    def simulate(theta, noise):
        return theta[0] + theta[1] * factor * noise

    alone = surefoot.fit(DATA, simulate, **settings)
    factor = 1.5
    assert same(surefoot.fit(DATA, simulate, executor=processes, **settings), alone)
    factor = 3.0  # and is not taken for the one before
    other = surefoot.fit(DATA, simulate, executor=processes, **settings)
    assert np.allclose(2.0 * other.draws[:, 1], alone.draws[:, 1], rtol=1e-3)


def test_a_cluster_of_dask_makes_the_same_draws():
    distributed = pytest.importorskip("distributed")
    alone = surefoot.fit(DATA, "gaussian-location", draws=30, seed=3)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as here:
        with distributed.Client(here) as client:
            fit = surefoot.fit(DATA, "gaussian-location", draws=30, seed=3,
                               executor=client.get_executor())
    assert same(fit, alone)


def test_a_run_goes_on_by_an_executor(processes, tmp_path):
    output = tmp_path / "fit.nc"
    surefoot.fit(DATA, "gaussian-location", draws=10, seed=3, output=output)
    more = surefoot.fit(DATA, "gaussian-location", draws=30, seed=3, output=output, resume=True,
                        executor=processes)
    assert same(more, surefoot.fit(DATA, "gaussian-location", draws=30, seed=3))


def test_an_error_of_the_simulator_is_its_own(processes):
    def simulate(theta, noise):
        raise ZeroDivisionError("in the simulator")

    with pytest.raises(ZeroDivisionError, match="in the simulator"):
        surefoot.fit(DATA, simulate, parameters=BOX, draws=20, executor=processes)


def test_a_worker_that_dies_is_said():
    here = os.getpid()

    def simulate(theta, noise):
        if os.getpid() != here:
            os._exit(1)
        return theta[0] + theta[1] * noise

    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        with pytest.raises(concurrent.futures.BrokenExecutor):
            surefoot.fit(DATA, simulate, parameters=BOX, draws=20, executor=executor)


def test_what_cannot_help_is_refused(processes):
    with pytest.raises(ValueError, match="method bayes has no use for an executor"):
        surefoot.fit(DATA, "gaussian-location", method="bayes", executor=processes)
    with pytest.raises(TypeError, match="executor must be a concurrent.futures.Executor"):
        surefoot.fit(DATA, "gaussian-location", executor=2)

    def simulate(theta, noise, lock=threading.Lock()):
        return theta[0] + theta[1] * noise

    with pytest.raises(TypeError, match="executor needs a model and settings that can travel"):
        surefoot.fit(DATA, simulate, parameters=BOX, executor=processes)
