"""Notebooks: running them, and whether what they print then is what they show."""

import html.parser

from code_blocks import assert_says

UNSTEADY = {"seconds"}  # columns of tables that differ from run to run


class _Tables(html.parser.HTMLParser):
    """The rows of all tables, by their cells; what stands outside of tables is a row of one."""

    def __init__(self):
        super().__init__()
        self.rows = [[]]
        self._cell = self._style = False

    def handle_starttag(self, tag, attributes):
        if tag in ("tr", "caption", "p", "pre"):
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self._cell = True
        elif tag == "style":
            self._style = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self._cell = False
        elif tag == "style":
            self._style = False

    def handle_data(self, text):
        if self._cell:
            self.rows[-1][-1] += text
        elif not self._style and text.strip():
            self.rows[-1].append(text)


def text_of_tables(page):
    """What an output of HTML says, a row a line, without columns that differ from run to run."""
    parser = _Tables()
    parser.feed(page)
    lines, left_out = [], set()
    for row in parser.rows:
        if UNSTEADY & set(row):
            left_out = {k for k, cell in enumerate(row) if cell in UNSTEADY}
        lines.append("  ".join(cell for k, cell in enumerate(row) if k not in left_out))
    return "\n".join(line for line in lines if line.strip())


def text_of(cell):
    """What a cell printed, gave, or drew as a table; pictures are told of by `kinds_of`."""
    said = []
    for output in cell.outputs:
        data = output.get("data", {})
        if output.output_type == "stream" and output.name == "stdout":
            said.append(output.text)
        elif "text/html" in data:
            said.append(text_of_tables(data["text/html"]))
        elif "text/plain" in data and "image/png" not in data:
            said.append(data["text/plain"])
    return "\n".join(said)


def kinds_of(cell):
    return [sorted(output.get("data", {})) for output in cell.outputs if "data" in output]


def executed(notebook, folder):
    """The notebook as it is after a run in that folder."""
    import nbclient

    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3",
                            resources={"metadata": {"path": str(folder)}}).execute()
    return notebook


def assert_prints_what_it_shows(shown, run):
    for before, after in zip(shown.cells, run.cells):
        if before.cell_type == "code":
            assert_says(text_of(before), text_of(after))
            assert kinds_of(before) == kinds_of(after), before.source
