"""Simulators that are Python functions."""

import gc
import sys
import threading
import warnings
import weakref

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")

from test_package_running import run_and_interrupt  # noqa: E402

BOX = {"a": (-5, 10), "b": (0.1, 10, "log")}


def scale(theta, noise):
    return theta[0] + theta[1] * noise


def scale_slopes(theta, noise):
    return np.stack([np.ones_like(noise), noise], axis=-1)


@pytest.fixture(scope="module")
def data():
    return 2.0 + 0.5 * np.random.default_rng(1).standard_normal(100)


def g_and_k(theta, noise, np=np):
    a, b, g, log_k = theta
    z = noise[:, 0]
    return a + b * (1 + 0.8 * np.tanh(g * z / 2)) * (1 + z**2) ** np.exp(log_k) * z


def g_and_k_box():
    """That of the built-in model, made finite: it knows where to look by itself."""
    return {**surefoot.model("g-and-k").parameters, "a": (-20, 20), "b": (0.01, 100, "log")}


def in_posterior_sds(fit, other):
    return np.abs(fit.draws.mean(axis=0) - other.draws.mean(axis=0)) / other.draws.std(axis=0)


def fit_g_and_k(simulator, draws=100, **settings):
    """By draws that simulate, also where a busy machine makes the simulator look slow."""
    data = surefoot.simulate("g-and-k", observations=200, seed=1)
    return surefoot.fit(data, simulator, draws=draws, seed=1, embedding="direct", **settings)


# What they give

@pytest.mark.parametrize("jacobian", [None, "differences"])
def test_numpy_function_agrees_with_the_built_in_model(jacobian):
    own = fit_g_and_k(surefoot.Simulator(g_and_k, g_and_k_box(), jacobian=jacobian), draws=40)
    assert (in_posterior_sds(own, fit_g_and_k("g-and-k", draws=40)) < 0.1).all()
    assert own.names == ("a", "b", "g", "log_k") and own.model == "g_and_k"


def test_all_ways_of_writing_a_simulator_agree(data):
    ways = {
        "plain": surefoot.Simulator(scale, BOX, jacobian=None),
        "vector": surefoot.Simulator(lambda t, e: t[0] + t[1] * e[:, 0], BOX, jacobian=None),
        "batched": surefoot.Simulator(
            lambda t, e: t[:, 0, None, None] + t[:, 1, None, None] * e, BOX, batched=True,
            jacobian=None),
        "by steps": surefoot.Simulator(scale, BOX, jacobian="differences"),
        "derived": surefoot.Simulator(scale, BOX, jacobian=scale_slopes),
    }
    fits = {name: surefoot.fit(data, way, draws=60, seed=2) for name, way in ways.items()}
    np.testing.assert_array_equal(fits["plain"].draws, fits["vector"].draws)
    np.testing.assert_array_equal(fits["plain"].draws, fits["batched"].draws)
    assert (in_posterior_sds(fits["derived"], fits["plain"]) < 0.1).all()
    np.testing.assert_allclose(fits["by steps"].draws, fits["derived"].draws, rtol=1e-4)


def test_without_derivatives_sums_go_over_grids_unless_doubles_are_asked_for(data):
    """The error of grids, 1e-8, is smooth, so differences do not see it."""
    own = surefoot.Simulator(scale, BOX, jacobian=None)
    fits = [surefoot.fit(data, own, draws=20, embedding="direct", **settings)
            for settings in ({}, {"precision": "double"})]
    assert [fit.settings["evaluator"] for fit in fits] == ["grid", "pairs"]
    assert {fit.settings["precision"] for fit in fits} == {"double"}
    assert (np.abs(fits[0].draws - fits[1].draws) < 0.003 * fits[1].draws.std(axis=0)).all()


@pytest.mark.parametrize("batched", [False, True])
def test_threads_do_not_change_the_draws(data, batched):
    def simulate(theta, noise):
        return theta[..., 0, None, None] + theta[..., 1, None, None] * noise if batched \
            else scale(theta, noise)

    own = surefoot.Simulator(simulate, BOX, batched=batched)
    one, many = (surefoot.fit(data, own, draws=30, threads=n) for n in (1, 11))
    assert one.draws.tobytes() == many.draws.tobytes()


@pytest.mark.parametrize("simulate, smooth", [
    (scale, True),
    (lambda t, e: t[0] + t[1] * np.sign(e) * np.sqrt(np.abs(e)), True),
    (lambda t, e: np.floor(10 * t[0] + t[1] * e), False),
    (lambda t, e: np.where(e < t[0] / 20, t[0], t[1]), False),
    (lambda t, e: t[0] + e, False),  # the other parameter has no effect
    (lambda t, e: t[0] + np.sqrt(t[1] - 5) * e, False),
], ids=["smooth", "kink in noise", "floor", "branch", "no effect", "nan"])
def test_derivatives_by_steps_are_taken_where_they_serve(data, simulate, smooth):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, evaluator = surefoot.Simulator(simulate, BOX)._core_model()
    assert evaluator.differentiable == smooth


def test_bare_function_with_parameters(data):
    fit = surefoot.fit(data, scale, parameters=BOX, draws=10)
    assert fit.names == ("a", "b")
    with pytest.raises(TypeError, match="parameters="):
        surefoot.fit(data, scale, draws=10)


def test_simulator_with_its_own_noise(data):
    own = surefoot.Simulator(lambda t, size, rng: t[0] + t[1] * rng.standard_normal(size), BOX,
                             noise=None)
    first, again = (surefoot.fit(data, own, draws=10, simulations=200, seed=3) for _ in range(2))
    np.testing.assert_array_equal(first.draws, again.draws)
    assert abs(first["a"].mean() - 2.0) < 0.5


def test_kinds_of_noise_can_differ_by_column():
    seen = []

    def simulate(theta, noise):
        seen.append(noise.copy())
        return theta[0] + noise[:, :1] + noise[:, 1:]

    own = surefoot.Simulator(simulate, {"a": (-5, 5)}, noise=["normal", "uniform"])
    surefoot.simulate(own, [0.0], 500)
    assert seen[-1][:, 0].min() < -1 and 0 < seen[-1][:, 1].min() < seen[-1][:, 1].max() < 1


def test_two_columns(data):
    own = surefoot.Simulator(lambda t, e: t[:2] + t[2] * e, {"x": (-5, 5), "y": (-5, 5),
                                                           "s": (0.1, 5, "log")}, 2)
    pairs = np.random.default_rng(1).standard_normal((80, 2)) + [1.0, -1.0]
    fit = surefoot.fit(pairs, own, draws=12)
    np.testing.assert_allclose(fit.draws.mean(axis=0), [1.0, -1.0, 1.0], atol=0.6)
    assert fit.predict(7).shape == (12, 7, 2)


def test_loaded_fit_needs_its_simulator_to_predict(data, tmp_path):
    own = surefoot.Simulator(scale, BOX)
    fit = surefoot.fit(data, own, draws=8)
    fit.save(tmp_path / "fit.nc")
    loaded = surefoot.load(tmp_path / "fit.nc")
    with pytest.raises(ValueError, match="model="):
        loaded.predict(3)
    np.testing.assert_array_equal(loaded.predict(3, model=own), fit.predict(3))


def test_calls_are_gathered(data):
    sizes = []

    def simulate(theta, noise):
        sizes.append(len(theta))
        return theta[:, 0, None, None] + theta[:, 1, None, None] * noise

    surefoot.fit(data, surefoot.Simulator(simulate, BOX, batched=True), draws=200)
    assert np.mean(sizes) > 3 and max(sizes) <= 16


# What can be wrong with them

@pytest.mark.parametrize("simulate, error, says", [
    (lambda t, e: t[0] + e[:-1], ValueError, r"shape \(7, 1\).*but returned shape \(6, 1\)"),
    (lambda t, e: 3.0, ValueError, r"but returned shape \(\)"),
    (lambda t, e: np.hstack([e, e]), ValueError, r"returned shape \(7, 2\)"),
    (lambda t, e: None, TypeError, "returned NoneType"),
    (lambda t, e: e * 1j, TypeError, "complex128"),
    (lambda t, e: e.astype(str), TypeError, "real numbers"),
    (lambda t, e: np.random.standard_normal(e.shape), ValueError, "must come from noise"),
    (lambda t, e: e / 0 * t[7], IndexError, "index 7"),
    (lambda t: t, TypeError, "positional argument"),
], ids=["rows", "number", "columns", "none", "complex", "text", "random", "index", "arguments"])
def test_what_is_wrong_is_said_before_the_fit(data, simulate, error, says):
    with pytest.raises(error, match=says), np.errstate(all="ignore"):
        surefoot.fit(data, surefoot.Simulator(simulate, BOX), draws=5)


def test_exception_says_where_the_simulator_was_called(data):
    def simulate(theta, noise):
        a, b, c = theta
        return a + noise

    with pytest.raises(ValueError, match="unpack") as raised:
        surefoot.fit(data, surefoot.Simulator(simulate, BOX), draws=5)
    if sys.version_info >= (3, 11):
        assert "theta of 2 values (a=2.5, b=1)" in raised.value.__notes__[0]


@pytest.mark.parametrize("keywords, says", [
    ({"parameters": {"a": (0,)}}, "'a' must be"),
    ({"parameters": {"a": 1}}, "'a' must be .* but is 1"),
    ({"parameters": {"a": (0, 1, "cubic")}}, "scale of parameter 'a' must be one of identity, log"),
    ({"parameters": {"a": (0, 1, "lgo")}}, "but is 'lgo'; did you mean 'log'"),
    ({"parameters": {"a": (0, 1, None)}}, "scale of parameter 'a' must be .* but is None"),
    ({"parameters": {"a": (0, 1, 3)}}, "scale of parameter 'a' must be .* but is 3"),
    ({"parameters": {"a": (1, 1)}}, "a"),
    ({"parameters": {}}, "parameter"),
    ({"noise": "gaussian"}, "noise must be"),
    ({"noise": None, "noise_dimension": 2}, "noise is None"),
    ({"noise": None, "batched": True}, "noise is None"),
    ({"noise": ["normal"], "noise_dimension": 2}, "1 entries"),
    ({"noise_dimension": 0}, "must be positive"),
    ({"jacobian": "exact"}, "jacobian must be"),
    ({"framework": "theano"}, "framework must be"),
    ({"dimension": 0}, "dimension must be a whole number between 1 and .* but is 0"),
    ({"batch": 0}, "batch must be a whole number between 1 and .* but is 0"),
])
def test_wrong_descriptions_are_refused(keywords, says):
    with pytest.raises(ValueError, match=says):
        surefoot.Simulator(scale, **{"parameters": BOX, **keywords})


def test_parameters_without_boxes_are_refused():
    with pytest.raises(TypeError, match=r"must be a dict, .*\(lower, upper\).* but are list"):
        surefoot.Simulator(scale, ["mean", "sd"])


def test_missing_numbers_are_told_of(data):
    def simulate(theta, noise):  # a scale that can be negative
        return theta[0] + np.sqrt(theta[1]) * noise

    own = surefoot.Simulator(simulate, {"a": (-5, 10), "v": (-1, 4)})
    with pytest.warns(surefoot.SurefootWarning, match="not numbers in"), np.errstate(all="ignore"):
        fit = surefoot.fit(data, own, draws=12)
    assert fit.failed == 0
    nowhere = surefoot.Simulator(lambda t, e: e * np.nan, BOX)
    with pytest.warns(surefoot.SurefootWarning, match="the box may reach too far"):
        assert surefoot.fit(data, nowhere, draws=5).failed == 5


def test_wrong_jacobian_is_told_of(data):
    own = surefoot.Simulator(scale, BOX, jacobian=lambda t, e: -scale_slopes(t, e))
    with pytest.warns(surefoot.SurefootWarning, match="small steps of a"):
        surefoot.fit(data, own, draws=2)


class Broken(Exception):
    pass


@pytest.mark.parametrize("batched", [False, True])
@pytest.mark.parametrize("after", [3, 40, 1000])
def test_exception_inside_reaches_the_caller_as_itself(data, batched, after):
    calls = 0

    def simulate(theta, noise):
        nonlocal calls
        calls += 1
        if calls > after:
            raise Broken("inside")
        return theta[..., 0, None, None] + theta[..., 1, None, None] * noise if batched \
            else scale(theta, noise)

    before = threading.active_count()
    own = surefoot.Simulator(simulate, BOX, batched=batched)
    with pytest.raises(Broken, match="inside"):
        surefoot.fit(data, own, draws=2000)
    assert threading.active_count() == before
    calls = -10**9
    assert len(surefoot.fit(data, own, draws=5)) == 5  # nothing is left behind


def test_nothing_leaks(data):
    class Callable:
        def __call__(self, theta, noise):
            if self.broken:
                raise Broken
            return scale(theta, noise)

    for broken in (False, True):
        function = Callable()
        function.broken = False
        own = surefoot.Simulator(function, BOX)
        surefoot.fit(data, own, draws=3)
        function.broken = broken
        try:
            surefoot.fit(data, own, draws=3)
        except Broken:
            pass
        gone = weakref.ref(function)
        del function, own
        gc.collect()
        assert gone() is None


SLOW = """
import time, numpy as np, surefoot
calls = 0
def simulate(theta, noise):
    global calls
    calls += 1
    if calls == {begin}:
        print("ready", flush=True)
    if calls >= {begin}:
        {what}
    return theta[0] + theta[1] * noise
data = 2.0 + np.random.default_rng(1).standard_normal(100)
own = surefoot.Simulator(simulate, {{"a": (-5, 10), "b": (0.1, 10, "log")}})
"""


def test_interrupt_inside_the_simulator_keeps_the_finished_draws():
    status, out, err = run_and_interrupt(SLOW.format(begin=6000, what="time.sleep(600)") + """
fit = surefoot.fit(data, own, draws=100_000, lengthscale="median", trim="none", predictive_draws=0)
print(0 < len(fit) < 100_000, fit.partial)
""", after=0.3)
    assert (status, out) == (0, "True True\n"), err
    assert "SurefootWarning: interrupted after" in err


def test_interrupt_before_the_first_draw_is_an_interrupt():
    status, _, err = run_and_interrupt(SLOW.format(begin=5, what="time.sleep(600)")
                                       + "surefoot.fit(data, own)", after=0.3)
    assert status != 0 and "KeyboardInterrupt" in err


def test_fits_of_one_simulator_run_side_by_side(data):
    own = surefoot.Simulator(scale, BOX)
    expected = surefoot.fit(data, own, draws=20, seed=1).draws
    found = {}

    def run(k):
        found[k] = surefoot.fit(data, own, draws=20, seed=1).draws

    threads = [threading.Thread(target=run, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((found[k] == expected).all() for k in range(3))
