"""Robust Bayesian inference for simulators by the MMD posterior bootstrap.

>>> import surefoot
>>> data = surefoot.simulate("g-and-k", observations=200, seed=1)
>>> fit = surefoot.fit(data, "g-and-k", draws=50, seed=1)
>>> fit.names
('a', 'b', 'g', 'log_k')
>>> fit.draws.shape
(50, 4)
"""

from . import adapters
from ._compare import Comparison, compare
from ._core import version as __version__
from ._errors import (
    DataError,
    InternalError,
    MissingPackageError,
    OutputError,
    RunError,
    SurefootError,
    UnknownNameError,
    UsageError,
    WrongTypeError,
)
from ._fit import fit, load
from ._models import Model, compile, devices, model, models, simulate
from ._result import Fit
from ._simulator import Simulator
from ._summary import Summary
from ._warnings import SurefootWarning

__all__ = [
    "Comparison",
    "DataError",
    "Fit",
    "InternalError",
    "MissingPackageError",
    "Model",
    "OutputError",
    "RunError",
    "Simulator",
    "Summary",
    "SurefootError",
    "SurefootWarning",
    "UnknownNameError",
    "UsageError",
    "WrongTypeError",
    "__version__",
    "adapters",
    "compare",
    "compile",
    "devices",
    "fit",
    "load",
    "model",
    "models",
    "simulate",
]
