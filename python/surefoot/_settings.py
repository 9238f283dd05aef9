"""Settings of `fit` as Python keywords, made from the library's own list."""

from __future__ import annotations

import difflib
import inspect
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core
from ._errors import WrongTypeError

DOCS = {doc.name.replace("-", "_"): doc for doc in _core.setting_docs()}


def text(value: Any) -> str:
    """A value as the library's own text for it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, Mapping):
        return ",".join(f"{name}={text(entry)}" for name, entry in value.items())
    if isinstance(value, (list, tuple)):
        return ":".join(text(entry) for entry in value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, (str, int, os.PathLike)):
        return str(value)
    raise WrongTypeError(f"a setting must be text, a number, a truth value, a dict or None, "
                         f"but is {type(value).__name__}")


def make(keywords: Mapping[str, Any]) -> _core.Settings:
    """The settings that keywords stand for; None leaves a setting at its default."""
    settings = _core.Settings()
    for name, value in keywords.items():
        if name not in DOCS:
            near = difflib.get_close_matches(name, DOCS, n=1)
            raise WrongTypeError(f"fit() has no setting {name!r}"
                                 + (f"; did you mean {near[0]!r}?" if near else ""))
        if value is None:
            continue
        try:
            settings.set(DOCS[name].name, text(value))
        except TypeError as error:
            raise WrongTypeError(f"{name}: {error}") from None
    return settings


def _default(doc: _core.SettingDoc) -> Any:
    for kind in (int, float):
        try:
            return kind(doc.value)
        except ValueError:
            pass
    return {"true": True, "false": False, "": None}.get(doc.value, doc.value)


def _paragraph(name: str, doc: _core.SettingDoc) -> str:
    methods = f" Of {doc.methods} only." if doc.methods else ""
    return f"{name} : {doc.values}, default: {doc.fallback}\n    {doc.help}.{methods}"


def take_settings(function):
    """Gives a function that takes **settings their names, defaults and descriptions."""
    signature = inspect.signature(function)
    kept = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    named = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=_default(doc))
             for name, doc in DOCS.items() if name not in signature.parameters]
    function.__signature__ = signature.replace(parameters=[*kept, *named])
    paragraphs = "\n".join(_paragraph(name, doc) for name, doc in DOCS.items())
    function.__doc__ = inspect.getdoc(function).replace("**settings\n", paragraphs + "\n", 1)
    return function
