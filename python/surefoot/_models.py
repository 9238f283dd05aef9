"""Models that have names, and simulating from any model."""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _core, _settings
from ._arguments import as_count, as_number, as_path, as_seed
from ._errors import DataError, UsageError, WrongTypeError
from ._simulator import Simulator

_log = logging.getLogger("surefoot")


@dataclass(frozen=True)
class Model:
    """What a model is: parameters with their boxes, dimension, options, published truth.

    Made by `model` and `compile`, and taken wherever a model is.
    """

    name: str
    description: str
    parameters: dict[str, tuple[float, float, str]]
    dimension: int
    latents: int
    options: dict[str, tuple[float, str]]
    kernel: str | None
    lengthscale: str | None
    truth: dict[str, float]
    _given: dict[str, float] = field(repr=False)  # options
    _compiled: _core.Model | None = field(repr=False)  # if it was a header


def _describe(core: _core.Model, given: dict[str, float],
              compiled: _core.Model | None = None) -> Model:
    facts = json.loads(core.json)
    return Model(name=facts["name"], description=facts["description"],
                 parameters={name: (lower, upper, scale)
                             for name, lower, upper, scale in core.parameters},
                 dimension=facts["dimension"], latents=facts["latents"],
                 options={name: (option["value"], option["help"])
                          for name, option in facts["options"].items()},
                 kernel=facts.get("kernel"), lengthscale=facts.get("lengthscale"),
                 truth=facts.get("truth", {}), _given=given, _compiled=compiled)


def models() -> list[str]:
    """The names of the built-in models.

    >>> import surefoot
    >>> surefoot.models()
    ['gaussian-location', 'g-and-k', 'toggle-switch', 'm-g-1', 'sir', 'ricker']
    """
    return _core.model_names()


def model(name: str, **options: float) -> Model:
    """Describes a built-in model.

    Parameters
    ----------
    name : str
        One of `models()`.
    **options : float
        The model's own, such as ``dimension`` of the Gaussian location.

    >>> import surefoot
    >>> surefoot.model("g-and-k").truth
    {'a': 3.0, 'b': 1.0, 'g': 1.0, 'log_k': -0.6931471805599453}
    """
    if not isinstance(name, str):
        raise WrongTypeError("name must be that of a built-in model, as surefoot.models() lists "
                             f"them, but is {type(name).__name__}")
    given = {option: as_number(value, option) for option, value in options.items()}
    return _describe(_core.built_in_model(name, given), given)


def devices() -> list[str]:
    """What this build of surefoot computes on, the processor first.

    >>> import surefoot
    >>> surefoot.devices()[0]
    'cpu'
    """
    return _core.devices()


def compile(header: str | os.PathLike[str]) -> Model:
    """Compiles a simulator that is a C++ header, and describes what is in it.

    Parameters
    ----------
    header : path
        A struct as ``surefoot new my_model.hpp`` writes it on the command line.

    Returns
    -------
    Model
        To be given to `fit`, `compare` and `simulate`, which also take the
        header's path.  It is as fast as a built-in model.

    Raises
    ------
    ValueError
        If the header cannot be read or does not compile, with all that the
        compiler said.
    RuntimeError
        If there is no compiler.

    Notes
    -----
    What was compiled is kept in ``$SUREFOOT_CACHE``, else ``~/.cache/surefoot``,
    and used again until the header or the compiler changes.
    """
    path = os.fspath(as_path(header, "header"))
    _core.require_header(path)
    core = _core.named_model(path, 0, _core.Settings(), _log.info)
    return _describe(core, {}, core)


def _columns(count: int) -> str:
    return f"{count} column" if count == 1 else f"{count} columns"


def _columns_to_take(error: str, dimension: int) -> str:
    """How users choose as many columns as a model takes, if it takes fewer than there are."""
    wanted = re.search(r"takes observations of (\d+) column", error)
    if wanted is None or int(wanted[1]) >= dimension:
        return ""
    return f": columns={list(range(1, int(wanted[1]) + 1))}, for example, chooses as many"


def resolve(model: Any, dimension: int, settings: _core.Settings, way: str = "auto"):
    """The library's model for what users call one, and what answers its simulator.

    `way` is how embeddings are computed; nobody asks for derivatives of one that is "emulated".
    """
    if isinstance(model, Simulator):
        if settings.get("parameters"):
            raise WrongTypeError("parameters belong to the Simulator, which has its own")
        if dimension not in (0, model.dimension):
            raise DataError(f"the data have {_columns(dimension)}, but observations of the "
                            f"simulator {model.name} have {_columns(model.dimension)}: "
                            f"surefoot.Simulator(..., dimension={dimension}) says what they have, "
                            "and columns= chooses columns of the data")
        return model._core_model(way)
    if isinstance(model, Model):
        if model._given and not settings.get("model-option"):
            settings.set("model-option", _settings.text(model._given))
        if model._compiled is not None:
            for setting in ("parameters", "model-option"):
                if settings.get(setting):
                    raise UsageError(f"{setting} are not for {model.name}, which describes its own")
            return model._compiled.copy(), None
        model = model.name
    if isinstance(model, (str, os.PathLike)):
        try:
            return _core.named_model(os.fspath(model), dimension, settings, _log.info), None
        except DataError as error:
            raise DataError(str(error) + _columns_to_take(str(error), dimension)) from None
    raise WrongTypeError("model must be a name, a header's path, \"exec:COMMAND\" or a "
                         f"surefoot.Simulator, but is {type(model).__name__}")


def _theta(core: _core.Model, theta: Mapping[str, float] | Sequence[float] | None) -> list[float]:
    if theta is None:
        theta = {}
    if not isinstance(theta, Mapping):
        if not hasattr(theta, "__len__"):
            raise WrongTypeError("theta must be a dict, {\"name\": value, ...}, or a list of "
                                 f"values, but is {type(theta).__name__}")
        names = [name for name, *_ in core.parameters]
        if len(theta) != len(names):
            raise UsageError(f"theta must have {len(names)} values ({', '.join(names)}), "
                             f"but has {len(theta)}")
        theta = dict(zip(names, theta))
    return core.theta({str(name): as_number(value, f"theta of {name!r}")
                       for name, value in theta.items()})


def simulate(model: str | os.PathLike[str] | Model | Simulator,
             theta: Mapping[str, float] | Sequence[float] | None = None,
             observations: int = 200, seed: int = 0, *, contaminate: str | None = None,
             parameters: Any = None, model_option: Mapping[str, float] | None = None) -> np.ndarray:
    """Observations from a model, clean or contaminated.

    Parameters
    ----------
    model : str, path, Model or Simulator
        A built-in name, a header, ``"exec:COMMAND"`` or a simulator of your own.
    theta : dict or sequence, optional
        Parameters; those not given are the model's published truth.
    observations : int
        Rows in all, outliers included.
    seed : int
        Same seed, same observations, also on the command line.
    contaminate : str, optional
        ``"cluster:FRACTION:CENTRE[:SD]"``, ``"shift:FRACTION:BY,BY,..."`` or
        ``"student-t:FRACTION:DF:SCALE"``.
    parameters : dict, optional
        Of a program: ``{"a": (0, 10)}``.
    model_option : dict, optional
        The model's own options, such as ``{"dimension": 2}``.

    Returns
    -------
    numpy.ndarray
        One observation a row.

    >>> import surefoot
    >>> surefoot.simulate("g-and-k", {"a": 5.0}, 3, seed=1).shape
    (3, 1)
    """
    observations, seed = as_count(observations), as_seed(seed)
    settings = _settings.make({"parameters": parameters, "model_option": model_option})
    core, answer = resolve(model, 0, settings, way="emulated")
    sample = _core.simulate(core, _theta(core, theta), observations, seed, answer)
    if contaminate is not None:
        if not isinstance(contaminate, str):
            raise WrongTypeError("contaminate must be text, such as \"cluster:0.1:20\", but is "
                                 f"{type(contaminate).__name__}")
        sample = _core.contaminate(np.ascontiguousarray(sample), contaminate, seed)
    return np.array(sample)
