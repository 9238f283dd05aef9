"""What is said about a fit: objects as of JSON, which print as the command line does."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from . import _html

if TYPE_CHECKING:
    import pandas


class Findings(dict[str, Any]):
    """What `Fit.check` or `Fit.calibrate` found, the object of the command's ``--json``, which
    prints as its text."""

    def __init__(self, content: dict[str, Any], text: str) -> None:
        super().__init__(content)
        self._text = text

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    __str__ = __repr__

    def _repr_html_(self) -> str:
        return _html.preformatted(repr(self))


class Summary(Findings):
    """The summary of a fit, that of ``surefoot fit --summary json``, which prints as the table."""

    def __init__(self, content: dict[str, Any], text: str, table: str) -> None:
        super().__init__(content, text)
        self._table = table

    def _repr_html_(self) -> str:
        return _html.table_of_csv(self._table)

    def to_frame(self) -> pandas.DataFrame:
        """The parameters, and the mass where it is free, as a pandas DataFrame, one row each."""
        import pandas

        rows = list(csv.DictReader(io.StringIO(self._table)))
        names = [row.pop("parameter") for row in rows]
        numbers = [{key: float(text or "nan") for key, text in row.items()} for row in rows]
        return pandas.DataFrame(numbers, index=names)
