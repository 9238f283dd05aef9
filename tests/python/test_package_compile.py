"""Headers of the user's own, from Python."""

import pathlib
import threading

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")

HEADER = pathlib.Path(__file__).parents[2] / "examples" / "two_stages.hpp"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    folder = tmp_path_factory.mktemp("cache")
    patch.setenv("SUREFOOT_CACHE", str(folder))
    yield folder
    patch.undo()


@pytest.fixture(scope="module")
def compiled(cache):
    return surefoot.compile(HEADER)


@pytest.fixture(scope="module")
def times(compiled):
    return surefoot.simulate(compiled, {"mean": 5, "ratio": 0.3}, 300, seed=1)


@pytest.fixture(scope="module")
def fit(compiled, times):
    return surefoot.fit(times, compiled, draws=30, seed=2)


def test_compile_describes_the_model(compiled, cache):
    assert compiled.name == "two_stages.hpp"
    assert compiled.parameters == {"mean": (0.1, 100.0, "log"), "ratio": (0.0, 1.0, "identity")}
    assert (compiled.dimension, compiled.latents) == (1, 2)
    assert [file.suffix for file in cache.iterdir()] == [".so"]


def test_draws_are_those_of_the_command_line_bit_for_bit(fit, times, done, tmp_path):
    data, output = tmp_path / "times.csv", tmp_path / "fit.nc"
    data.write_text("\n".join(repr(float(x)) for x in times[:, 0]))
    done("fit", HEADER, data, "--draws", 30, "--seed", 2, "--output", output, "--quiet")
    assert fit.draws.tobytes() == surefoot.load(output).draws.tobytes()


def test_a_path_is_as_good(fit, times):
    for path in (HEADER, str(HEADER)):
        assert surefoot.fit(times, path, draws=30, seed=2).draws.tobytes() == fit.draws.tobytes()


def test_an_isolated_header_has_the_same_bits(fit, times, compiled):
    for model in (HEADER, compiled):
        isolated = surefoot.fit(times, model, draws=30, seed=2, isolate=True)
        assert isolated.draws.tobytes() == fit.draws.tobytes()
    own = surefoot.Simulator(lambda t, e: t[0] + e[:, 0], {"mean": (-5, 5)}, jacobian=None)
    for other in ("gaussian-location", own):
        with pytest.raises(ValueError, match="isolate is for the code of a header"):
            surefoot.fit(times, other, draws=3, isolate=True)


def test_a_fit_predicts_also_when_it_was_loaded(fit, compiled, tmp_path):
    fit.save(tmp_path / "fit.nc")
    loaded = surefoot.load(tmp_path / "fit.nc")
    with pytest.raises(ValueError, match="the simulator two_stages.hpp did not travel with the fit"):
        loaded.predict(5)
    np.testing.assert_array_equal(loaded.predict(5, model=HEADER), fit.predict(5))
    np.testing.assert_array_equal(loaded.predict(5, model=compiled), fit.predict(5))


def test_two_threads_fit_at_once(fit, times, compiled):
    fits = [None, None]

    def work(i):
        fits[i] = surefoot.fit(times, compiled, draws=30, seed=2)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(other.draws.tobytes() == fit.draws.tobytes() for other in fits)


def test_all_that_the_compiler_says_is_in_the_error(tmp_path):
    header = tmp_path / "two_stages.hpp"
    header.write_text(HEADER.read_text().replace("latent.uniform());", "latent.unifrom());"))
    with pytest.raises(ValueError) as error:
        surefoot.compile(header)
    first, rest = str(error.value).split("\n", 1)
    assert first.startswith(f"{header}: it does not compile: {header}:")
    assert "unifrom" in rest and "error:" in rest


@pytest.mark.parametrize("name, error, says", [
    ("none.hpp", ValueError, "no such header"),
    ("model.py", ValueError, "must end in .hpp"),
])
def test_what_is_no_header_is_refused(name, error, says):
    with pytest.raises(error, match=says):
        surefoot.compile(name)


def test_without_a_compiler_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(RuntimeError, match="apt-get install g"):
        surefoot.compile(HEADER)
