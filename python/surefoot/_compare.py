"""Several methods beside each other."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Sequence
from typing import Any

from . import _core, _html, _settings
from ._data import as_table
from ._errors import WrongTypeError
from ._fit import own_simulator, refuse_swapped, with_threads, with_warnings
from ._models import resolve
from ._progress import progress_line
from ._result import Fit
from ._warnings import SurefootWarning

_log = logging.getLogger("surefoot")


class Comparison(dict[str, Fit]):
    """Fits by method; prints as a table."""

    def __repr__(self) -> str:
        return _core.comparison([fit._data for fit in self.values()]).rstrip("\n")

    __str__ = __repr__

    def _repr_html_(self) -> str:
        return _html.preformatted(repr(self))


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
    if not isinstance(methods, Sequence) or not all(isinstance(word, str) for word in methods):
        raise WrongTypeError("methods must be names in a list, such as [\"npl-mmd\", \"wabc\"], "
                             f"but are {methods!r}")
    refuse_swapped(data, model)
    table = as_table(data, columns, drop_nonfinite)
    dimension = table.values.shape[1]
    keywords = dict(settings)
    model = own_simulator(model, keywords, dimension)
    config = _settings.make(keywords)
    # Transport has its derivatives from the simulator, whatever npl-mmd does.
    way = "direct" if "npl-wasserstein" in methods else config.embedding_way
    core, answer = resolve(model, dimension, config, way)
    with_threads(config, answer, keywords)
    line = progress_line(progress)
    try:
        fits, failures, interrupted = _core.compare(core, table.values, table.names, config,
                                                    list(methods), answer, line, _log.info)
    finally:
        if line is not None:
            line.close()
    for method, reason in failures:
        warnings.warn(f"{method}: {reason}", SurefootWarning, stacklevel=2)
    comparison = Comparison()
    for method, data in fits:
        stopped = interrupted and data.partial  # those before have all their draws
        comparison[method] = with_warnings(Fit(data, core, answer), stopped, stacklevel=2)
    return comparison
