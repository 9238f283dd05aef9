"""Whatever is wrong, what surefoot raises is an error of its own: a built-in kind too, in words."""

import ast
import inspect
import pathlib

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")

SOURCES = sorted((pathlib.Path(__file__).parents[2] / "python" / "surefoot").glob("*.py"))
CLASSES = {name: kind for name, kind in vars(surefoot).items()
           if inspect.isclass(kind) and issubclass(kind, BaseException)
           and not issubclass(kind, Warning)}


def raised_in(path):
    """The names of what a source raises; none where it raises again what it caught."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield ast.unparse(node.exc.func)


def test_each_class_is_ours_and_a_built_in_one():
    assert len(CLASSES) >= 9 and set(CLASSES) <= set(surefoot.__all__)
    for name, kind in CLASSES.items():
        assert issubclass(kind, surefoot.SurefootError) and kind.__doc__, name
        if kind is not surefoot.SurefootError:
            assert kind.__bases__[0] is surefoot.SurefootError
            assert kind.__bases__[1].__module__ == "builtins", name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_nothing_else_is_raised(path):
    assert set(raised_in(path)) <= set(CLASSES), path


# Values of all kinds, of which each argument takes a few.
WRONG = {
    "an object": object(), "text": "junk", "bytes": b"junk", "minus one": -1, "a fraction": 1.5,
    "no number": np.nan, "huge": 10**30, "a list": ["junk", None], "nothing in a list": [],
    "ragged": [[1, 2], [3]], "a dict": {"junk": None}, "a dict of numbers": {1: 2},
    "a function": lambda *given: None, "an array": np.ones((2, 2, 2)), "texts": np.array(["a", "b"]),
    "True": True,
}

DATA = np.random.default_rng(1).standard_normal(30)


def located(theta, noise):
    return theta[0] + noise


@pytest.fixture(scope="module")
def fitted():
    return surefoot.fit(DATA, "gaussian-location", draws=20, seed=1, progress=False)


def calls(fit):
    """Everything that users call, with what it needs."""
    quick = {"draws": 20, "steps": 5, "simulations": 8, "check": "none", "progress": False}
    return {
        "fit": (surefoot.fit, {"data": DATA, "model": "gaussian-location", **quick}),
        "compare": (surefoot.compare, {"data": DATA, "model": "gaussian-location",
                                       "methods": ["npl-mmd"], **quick}),
        "simulate": (surefoot.simulate, {"model": "g-and-k", "observations": 4}),
        "model": (surefoot.model, {"name": "gaussian-location", "dimension": 2}),
        "compile": (surefoot.compile, {"header": "nowhere.hpp"}),
        "load": (surefoot.load, {"path": "nowhere.nc"}),
        "Simulator": (surefoot.Simulator, {"simulate": located, "parameters": {"mu": (-9, 9)}}),
        "from_sbi": (surefoot.adapters.from_sbi, {"simulator": located, "prior": None}),
        "box_of": (surefoot.adapters.box_of, {"prior": None}),
        "more": (fit.more, {"draws": 20, "progress": False}),
        "sample": (fit.sample, {"n": 2}),
        "save": (fit.save, {"path": "fit.nc"}),
        "report": (fit.report, {"path": "fit.html"}),
        "check": (fit.check, {}),
        "calibrate": (fit.calibrate, {"datasets": 20, "draws": 20, "progress": False}),
        "predict": (fit.predict, {"observations": 2}),
        "to_dataframe": (fit.to_dataframe, {}),
        "plot_posterior": (fit.plot_posterior, {}),
        "plot_pair": (fit.plot_pair, {}),
        "plot_predictive": (fit.plot_predictive, {}),
    }


NAMES = list(calls(surefoot.Fit))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_wrong_arguments_are_refused_as_ours(name, fitted, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    function, valid = calls(fitted)[name]
    strangers = []
    arguments = ["no_such_keyword" if parameter.kind is parameter.VAR_KEYWORD else parameter.name
                 for parameter in inspect.signature(function).parameters.values()]
    for argument in arguments:
        for what, value in WRONG.items():
            try:
                function(**{**valid, argument: value})
            except surefoot.SurefootError as error:
                if not str(error).strip():
                    strangers.append(f"{argument} = {what}: no words")
            except Exception as error:
                strangers.append(f"{argument} = {what}: {type(error).__name__}: {error}")
    assert not strangers, "\n" + "\n".join(strangers)
