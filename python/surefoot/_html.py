"""Tables as notebooks show them."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Sequence


def _number(text: str) -> str:
    """Four digits, as the text of a summary has; what is no number stays as it is."""
    try:
        return f"{float(text):.4g}"
    except ValueError:
        return text


def _cells(cells: Iterable[str], tag: str) -> str:
    return "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells)


def table_of_csv(text: str, caption: str = "") -> str:
    """The table that CSV with a header holds; its first column names the rows."""
    header, *rows = csv.reader(io.StringIO(text))
    shown = [k for k in range(len(header)) if k == 0 or any(row[k] for row in rows)]
    body = "".join(
        f"<tr><th>{html.escape(row[0])}</th>{_cells((_number(row[k]) for k in shown[1:]), 'td')}"
        "</tr>" for row in rows)
    top = f"<caption style='text-align: left'>{html.escape(caption)}</caption>" if caption else ""
    return (f"<table>{top}<thead><tr>{_cells((header[k] for k in shown), 'th')}</tr></thead>"
            f"<tbody>{body}</tbody></table>")


def paragraphs(texts: Sequence[str]) -> str:
    return "".join(f"<p><b>warning:</b> {html.escape(text)}</p>" for text in texts)


def preformatted(text: str) -> str:
    return f"<pre>{html.escape(text)}</pre>"
