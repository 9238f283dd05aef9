"""Several methods beside each other."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from . import _core, _settings
from ._data import as_observations
from ._fit import carry_out, own_simulator, with_threads
from ._models import resolve
from ._result import Fit
from ._warnings import SurefootWarning


class Comparison(dict[str, Fit]):
    """Fits by method; prints as a table."""

    def __repr__(self) -> str:
        return _core.comparison([fit._data for fit in self.values()]).rstrip("\n")

    __str__ = __repr__


def _from_library(error: BaseException) -> bool:
    """Whether an error was raised by the library, and not inside the user's simulator."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code is carry_out.__code__


def compare(data: Any, model: Any, methods: Sequence[str], *, columns: Any = None,
            drop_nonfinite: bool = False, progress: bool = True, **settings: Any) -> Comparison:
    """Fits one model by several methods.

    Parameters
    ----------
    data, model, columns, drop_nonfinite, progress
        As for `fit`.
    methods : sequence of str
        Such as ``["npl-mmd", "wabc"]``; see the setting ``method`` of `fit`.
    **settings : Any
        Those of `fit`; each method takes the ones that it looks at.

    Returns
    -------
    Comparison
        The fit of each method.  One that cannot serve the model is left out,
        with a `SurefootWarning` that says why.

    >>> import surefoot
    >>> data = surefoot.simulate("g-and-k", observations=100)
    >>> fits = surefoot.compare(data, "g-and-k", ["npl-mmd"], draws=20)
    >>> list(fits)
    ['npl-mmd']
    """
    if isinstance(methods, str):
        methods = methods.split(",")
    observations = as_observations(data, columns, drop_nonfinite)
    keywords = dict(settings)
    model = own_simulator(model, keywords, observations.shape[1])
    config = _settings.make(keywords)
    fits = Comparison()
    for method in methods:
        only = config.only_for(method)
        core, answer = resolve(model, observations.shape[1], only)
        with_threads(only, answer, keywords)
        try:
            fits[method] = carry_out(core, answer, observations, only, progress, stacklevel=2)
        except (ValueError, RuntimeError) as error:
            if not _from_library(error):
                raise
            warnings.warn(f"{method}: {error}", SurefootWarning, stacklevel=2)
    return fits
