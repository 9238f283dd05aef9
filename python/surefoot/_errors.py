"""What surefoot raises.  Each class is a `SurefootError`, and also the built-in class that one
would expect; its text says what must hold, what was found and what to do."""

from __future__ import annotations


class SurefootError(Exception):
    """Any error of surefoot itself.  What a simulator of yours raises reaches you as it is."""


class UsageError(SurefootError, ValueError):
    """A setting or argument that cannot be."""


class DataError(SurefootError, ValueError):
    """Data, or a file, that cannot be read or fitted."""


class WrongTypeError(SurefootError, TypeError):
    """An argument of a kind that is not taken here, or a keyword that there is not."""


class UnknownNameError(SurefootError, KeyError):
    """A parameter that the fit has not got."""

    def __str__(self) -> str:  # KeyError puts its text into quotes
        return str(self.args[0])


class MissingPackageError(SurefootError, ImportError):
    """Another package is needed for this."""


class OutputError(SurefootError, RuntimeError):
    """A file that cannot be written."""


class RunError(SurefootError, RuntimeError):
    """A program, a compiler or a device failed."""


class InternalError(SurefootError, RuntimeError):
    """A mistake in surefoot itself, which its authors would like to hear of."""
