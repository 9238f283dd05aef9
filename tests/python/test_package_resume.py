"""Fits from Python that are kept as they come, go on, and take more draws."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")


@pytest.fixture(scope="module")
def data():
    return surefoot.simulate("g-and-k", observations=60, seed=1)


def fit(data, model="g-and-k", **settings):
    return surefoot.fit(data, model, **{"progress": False, "seed": 3, **settings})


def same(one, other):
    """Whether two fits have the same bits, whatever the time that they took."""
    assert one.draws.tobytes() == other.draws.tobytes()
    for name, values in one.statistics.items():
        assert repr(list(values)) == repr(list(other.statistics[name])), name
    assert one._data.predictive.tobytes() == other._data.predictive.tobytes()
    assert one.warnings == other.warnings
    ours, theirs = ({**some.summary(), "seconds": 0} for some in (one, other))
    assert ours == theirs


def test_output_keeps_the_fit(data, tmp_path):
    kept = fit(data, draws=20, output=tmp_path / "fit.nc")
    same(surefoot.load(tmp_path / "fit.nc"), kept)
    assert list(tmp_path.iterdir()) == [tmp_path / "fit.nc"]


def test_resume_goes_on_from_the_file(data, tmp_path):
    fit(data, draws=20, output=tmp_path / "fit.nc")
    same(fit(data, draws=45, output=tmp_path / "fit.nc", resume=True), fit(data, draws=45))


def test_resume_refuses_another_run(data, tmp_path):
    fit(data, draws=20, output=tmp_path / "fit.nc")
    with pytest.raises(ValueError, match="seed: 3 there, 4 here"):
        fit(data, draws=45, seed=4, output=tmp_path / "fit.nc", resume=True)
    with pytest.raises(ValueError, match="resume needs output"):
        fit(data, resume=True)
    with pytest.raises(ValueError, match="must end in .nc or .csv"):
        fit(data, output=tmp_path / "fit.txt")


def test_more_draws_are_those_of_a_longer_run(data):
    same(fit(data, draws=20).more(45, progress=False), fit(data, draws=45))


def test_more_draws_of_a_loaded_fit(data, tmp_path):
    fit(data, draws=20).save(tmp_path / "fit.nc")
    same(surefoot.load(tmp_path / "fit.nc").more(45, progress=False), fit(data, draws=45))


def test_more_draws_of_a_python_function():
    data = np.random.default_rng(1).normal(size=(30, 1))
    words = {"parameters": {"mean": (-5, 5)}, "simulations": 16, "screening": 8}

    def simulate(theta, noise):
        return theta + noise

    few, many = (fit(data, simulate, draws=draws, **words) for draws in (4, 9))
    same(few.more(9, progress=False), many)


def test_more_refuses_fewer_and_draws_that_depend_on_each_other(data):
    with pytest.raises(ValueError, match="it would be lost"):
        fit(data, draws=20).more(10)
    chain = fit(data, draws=8, method="bayes", warmup=10, thin=1)
    with pytest.raises(ValueError, match="depend on each other"):
        chain.more(16)


def test_a_killed_session_leaves_its_draws(data, tmp_path):
    np.save(tmp_path / "data.npy", data)
    output = tmp_path / "fit.nc"
    script = (f"import numpy, surefoot\n"
              f"surefoot.fit(numpy.load({str(tmp_path / 'data.npy')!r}), 'g-and-k', draws=1500, "
              f"seed=3, progress=False, output={str(output)!r})")
    session = subprocess.Popen([sys.executable, "-c", script], env=os.environ)
    journal, until = pathlib.Path(f"{output}.journal"), time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size > 3000):
        assert session.poll() is None and time.monotonic() < until
        time.sleep(0.01)
    session.send_signal(signal.SIGKILL)
    session.wait()
    same(fit(data, draws=1500, output=output, resume=True), fit(data, draws=1500))
    assert not journal.exists()
