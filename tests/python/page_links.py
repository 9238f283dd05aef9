"""Links of pages and notebooks: what they point at, and which anchors the pages have for them."""

import json
import re

from code_blocks import PAGES, ROOT

NOTEBOOKS = sorted(path for folder in ("docs", "examples")
                   for path in (ROOT / folder).rglob("*.ipynb"))
LINKING = [*PAGES, *NOTEBOOKS]

FENCED = re.compile(r"^ *```.*?^ *```", re.M | re.S)
SPAN = re.compile(r"(`+)(.+?)\1", re.S)
LINK = re.compile(r"\]\((?!https?:|mailto:|<)([^)\s]+)")
HEADING = re.compile(r"#{1,4} +(.*?)(?: +#+)? *")  # four levels, as docs/conf.py asks of Sphinx


def prose_of(path):
    """What readers meet as text: a page without its blocks of code, or the text of a notebook."""
    text = path.read_text()
    if path.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells)
    return FENCED.sub("", text)


def links_in(prose):
    """The targets of links and pictures that are no addresses elsewhere."""
    return LINK.findall(SPAN.sub("", prose))


def anchors_in(prose):
    """The anchors that GitHub and Sphinx make of the headings of a page."""
    anchors = []
    for heading in filter(None, map(HEADING.fullmatch, prose.splitlines())):
        slug = slug_of(heading[1])
        again = sum(re.fullmatch(rf"{re.escape(slug)}(-\d+)?", anchor) is not None
                    for anchor in anchors)
        anchors.append(f"{slug}-{again}" if again else slug)
    return anchors


def slug_of(heading):
    """Letters, digits, hyphens and underscores of what a heading shows; spaces become hyphens."""
    shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")


def loose_links(path):
    """The links of a page or notebook that lead to no file, or to no heading of it."""
    return [target for target in links_in(prose_of(path)) if not leads_somewhere(path, target)]


def leads_somewhere(path, target):
    name, _, anchor = target.partition("#")
    there = path.parent / name if name else path
    if not there.exists():
        return False
    return not anchor or (there.suffix in {".md", ".ipynb"}
                          and anchor in anchors_in(prose_of(there)))


def next_pages(path):
    """The pages and notebooks that one click leads to: by links, cards and tables of contents."""
    text = path.read_text() if path.suffix == ".md" else ""
    contents = re.findall(r"^```\{toctree\}\n(.*?)^```", text, re.M | re.S)
    entries = [line.strip() for block in contents for line in block.splitlines()
               if line.strip() and not line.startswith(":")]
    cards = re.findall(r"^:link: (\S+)\n:link-type: doc$", text, re.M)
    links = [link.partition("#")[0] for link in links_in(prose_of(path))]
    tries = [(path.parent / f"{name}{suffix}").resolve() for name in (*entries, *cards, *links)
             for suffix in ("", ".md", ".ipynb") if name]
    return {page for page in tries if page.suffix in {".md", ".ipynb"} and page.exists()}


def pages_within(clicks, start):
    """Every page that so many clicks lead to, from one that is open."""
    reached = {start.resolve()}
    for _ in range(clicks):
        reached |= {page for open_page in reached for page in next_pages(open_page)}
    return reached


def section_of(path, anchor):
    """What stands below a heading, up to the next that is no lower; without an anchor, all."""
    lines = prose_of(path).splitlines()
    if not anchor:
        return "\n".join(lines)
    headings = [k for k, line in enumerate(lines) if HEADING.fullmatch(line)]
    at = anchors_in("\n".join(lines)).index(anchor)
    depth = len(lines[headings[at]].partition(" ")[0])
    end = next((k for k in headings[at + 1:] if len(lines[k].partition(" ")[0]) <= depth), None)
    return "\n".join(lines[headings[at] + 1:end])
