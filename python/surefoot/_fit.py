"""Fitting a model to data."""

from __future__ import annotations

import concurrent.futures
import logging
import os
import warnings
from collections.abc import Sequence
from typing import Any

from . import _core, _settings
from ._arguments import as_flag, as_path
from ._data import Table, as_table
from ._errors import UsageError, WrongTypeError
from ._executor import Helpers, pack
from ._models import Model, resolve
from ._priors import is_prior, setting_of
from ._progress import progress_line
from ._result import Fit
from ._simulator import Simulator
from ._warnings import SurefootWarning

_log = logging.getLogger("surefoot")


def _with_prior(model: Any, keywords: dict[str, Any], dimension: int) -> Simulator:
    """A simulator of the sbi kind, which comes with a prior."""
    from .adapters import from_sbi

    prior, names = keywords.pop("prior"), keywords.pop("parameters", None)
    own = from_sbi(model, prior, dimension, names=None if names is None else list(names))
    setting, unused = setting_of(prior, list(own.parameters))
    keywords["prior"] = setting or None
    if unused:
        warnings.warn(f"of the prior of {', '.join(unused)} the box alone is used, since the "
                      "bootstrap knows uniform and normal priors only; prior={\"NAME\": "
                      "\"normal:MEAN:SD\"} on a surefoot.Simulator gives one", SurefootWarning,
                      stacklevel=5)
    return own


def own_simulator(model: Any, keywords: dict[str, Any], dimension: int) -> Any:
    """A bare function with parameters is a simulator with one normal for each column; one with a
    prior of another package is of the sbi kind."""
    if is_prior(keywords.get("prior")):
        if not callable(model) or isinstance(model, Simulator):
            raise WrongTypeError("a distribution as prior goes with a function simulator(theta), "
                                 "as of sbi; for other models prior is "
                                 "{\"name\": \"normal:MEAN:SD\"}")
        return _with_prior(model, keywords, dimension)
    if callable(model) and not isinstance(model, (str, Simulator)):
        if not keywords.get("parameters"):
            raise WrongTypeError("a function needs its parameters: parameters={\"name\": (lo, hi), "
                                 "...}, or surefoot.Simulator(...), which says more about it; one "
                                 "of the sbi kind, simulator(theta), needs prior=")
        return Simulator(model, keywords.pop("parameters"), dimension)
    return model


def model_of_table(keywords: dict[str, Any]) -> str:
    """What stands for a model where simulations are all that there is."""
    if keywords.get("simulations_from") is None:
        raise WrongTypeError("fit() needs a model, or simulations_from, a table of simulations: "
                             "surefoot.fit(data, \"g-and-k\"), for example")
    return "table"


def _is_model(thing: Any) -> bool:
    return isinstance(thing, (str, os.PathLike, Model, Simulator)) or callable(thing)


def refuse_swapped(data: Any, model: Any) -> None:
    """Raises TypeError for a model in the place of the data."""
    if _is_model(data) and not (isinstance(data, (str, os.PathLike)) and _is_model(model)):
        raise WrongTypeError("the data come first and the model second, as in surefoot.fit(data, "
                             f"simulator), but the first is {type(data).__name__}")


def carry_out(core: _core.Model, answer: Any, table: Table, settings: _core.Settings,
              progress: bool, stacklevel: int, keeping: _core.Keeping | None = None) -> Fit:
    """One fit of a model that is at hand; warns of what users should know."""
    line = progress_line(progress)
    told: list[str] = []

    def warn(text: str) -> None:
        told.append(text)
        warnings.warn(text, SurefootWarning, stacklevel=stacklevel + 2)

    try:
        data, interrupted, troubles = _core.fit(core, table.values, table.names, settings,
                                                answer, line, _log.info, warn,
                                                keeping or _core.Keeping())
    finally:
        if line is not None:
            line.close()
    return with_warnings(Fit(data, core, answer), interrupted, stacklevel + 1, troubles, told)


def with_warnings(fit: Fit, interrupted: bool, stacklevel: int, troubles: Sequence[str] = (),
                  before: Sequence[str] = ()) -> Fit:
    """Warns of what users should know about a fit, and were not told before."""
    told = [*troubles, *(text for text in fit.warnings if text not in before)]
    if interrupted:
        told.append(f"interrupted after {len(fit.draws)} of {fit._data.config.get('draws')} draws; "
                    "these are kept")
    if fit._data.failure:
        told.append(fit._data.failure)
    for text in told:
        warnings.warn(text, SurefootWarning, stacklevel=stacklevel + 1)
    return fit


def with_threads(settings: _core.Settings, answer: Any, keywords: dict[str, Any]) -> None:
    """As many workers as one call of the simulator can answer: most of them wait."""
    if answer is not None and not keywords.get("threads") and answer.rows > 1:
        settings.set("threads", str(answer.rows))


@_settings.take_settings
def fit(data: Any, model: Any = None, *, columns: Any = None, drop_nonfinite: bool = False,
        progress: bool = True, output: str | os.PathLike[str] | None = None,
        resume: bool = False, executor: concurrent.futures.Executor | None = None,
        **settings: Any) -> Fit:
    """Draws from the robust posterior of a simulator.

    Parameters
    ----------
    data : array_like or DataFrame
        One observation a row; a one-dimensional array has one column.  The
        names of a DataFrame's columns appear in pictures, pages and files.  An
        array of contiguous doubles is not copied: the fit keeps it, so it should
        not be changed.  Values that are masked or not finite are refused.
    model : str, path, Model, Simulator or callable
        A built-in name (`models()`), a C++ header (`compile`), ``"exec:COMMAND"``
        with `parameters`, a `Simulator`, a function ``simulate(theta, noise)``
        with `parameters`, or one of the sbi kind, ``simulator(theta[batch, p])``,
        with a distribution as `prior`; none, or ``"table"``, with `simulations_from`
        and `parameters`.
    columns : sequence of str or int, optional
        The columns to take, in this order: names (of a DataFrame or structured
        array) or numbers from 1, as on the command line, also as ``"x,y"``.
    drop_nonfinite : bool
        Leaves out rows with masked or non-finite values, instead of refusing
        them; the logger ``surefoot`` is told how many.
    progress : bool
        Whether a line shows how far the run has come, in a terminal or notebook.
    output : path, optional
        Keeps the draws there, as ``.nc`` or ``.csv``: as they come in a journal beside it, so that
        not even a crash loses them, and at the end in the file.
    resume : bool
        Goes on from the draws that an earlier run with the same model, data and settings left in
        `output` or its journal; `draws` may be more.  Begins anew if there are none.
    executor : concurrent.futures.Executor, optional
        Whose workers make the draws, with the same bits: a ``ProcessPoolExecutor``, so that a
        simulator in Python uses all cores, ``dask.distributed``'s ``client.get_executor()``, or
        ``mpi4py.futures.MPIPoolExecutor``.  Model and data travel by cloudpickle; each worker
        searches for the modes once, and draws on one thread unless `threads` says more.
    **settings

    Returns
    -------
    Fit
        The draws, and all that is needed to report or repeat the run.

    Raises
    ------
    SurefootError
        Of which `UsageError` and `DataError`, for settings or data that cannot be
        fitted, are also `ValueError`, and `RunError`, if a program or device
        fails, is also `RuntimeError`.

    Notes
    -----
    Ctrl-C keeps the draws that are finished: the fit is returned with a
    `SurefootWarning`, unless there are none yet.  The same seed and settings
    give the same draws as the command line, bit for bit.

    >>> import surefoot
    >>> data = surefoot.simulate("gaussian-location", observations=99, contaminate="cluster:0.1:20")
    >>> fit = surefoot.fit(data, "gaussian-location", draws=200, seed=1)
    >>> abs(fit.draws.mean() - 1.0) < 0.3  # the outliers at 20 have no say
    np.True_
    """
    if model is None:
        model = model_of_table(settings)
    refuse_swapped(data, model)
    table = as_table(data, columns, drop_nonfinite)
    keeping = keeping_of(output, resume)
    helpers = None
    if executor is not None:
        helpers = keeping.helpers = Helpers(executor, pack(table, model, settings))
    core, answer, config = prepare(table, model, settings, shared=executor is not None)
    try:
        return carry_out(core, answer, table, config, progress, stacklevel=2, keeping=keeping)
    finally:
        if helpers is not None:
            helpers.close()


def prepare(table: Table, model: Any, settings: dict[str, Any], *,
            shared: bool) -> tuple[_core.Model, Any, _core.Settings]:
    """The model for these data, what answers its simulator, and the settings of the run.

    Processes that share the draws of a run must agree whatever their clocks say.
    """
    keywords = dict(settings)
    dimension = table.values.shape[1]
    model = own_simulator(model, keywords, dimension)
    config = _settings.make(keywords)
    way = config.embedding_way
    core, answer = resolve(model, dimension, config,
                           "direct" if shared and way == "auto" else way)
    with_threads(config, answer, keywords)
    return core, answer, config


def keeping_of(output: str | os.PathLike[str] | None, resume: bool) -> _core.Keeping:
    """Where a run is kept, which must be possible before it begins."""
    keeping = _core.Keeping()
    keeping.resume = as_flag(resume, "resume")
    if output is not None:
        keeping.output = as_path(output, "output")
        _core.check_writable(keeping.output)
    elif resume:
        raise UsageError("resume needs output, the file that the run goes on from")
    return keeping


def load(path: str | os.PathLike[str]) -> Fit:
    """Reads a fit that was saved as ``.nc``, here or by the command line.

    Raises
    ------
    ValueError
        For a file that is missing, damaged or no such fit.
    """
    return Fit(_core.load(as_path(path, "path")))
