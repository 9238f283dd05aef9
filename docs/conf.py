"""How Sphinx builds the documentation site; `make site` calls it."""

import pathlib
import re

ROOT = pathlib.Path(__file__).parents[1]

project = "surefoot"
author = "the surefoot authors"
release = re.search(r"project\(surefoot VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
copyright = author  # noqa: A001 (the name that Sphinx asks for)

extensions = [
    "breathe",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["requirements.txt", "_build"]

# Chapters are Markdown that GitHub shows too: its anchors, and its links to files.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
suppress_warnings = ["myst.header"]  # chapters that begin below a level are included as they are

# Notebooks are stored with their outputs, which a test compares with a run of its own.
nb_execution_mode = "off"
nb_merge_streams = True

# The compiled part says of itself what nanobind's stub says; users meet the Python part.
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
napoleon_numpy_docstring = True
napoleon_google_docstring = False

breathe_projects = {"surefoot": str(ROOT / "build" / "site" / "doxygen" / "xml")}
breathe_default_project = "surefoot"

html_theme = "pydata_sphinx_theme"
html_title = "surefoot"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "show_prev_next": True,
    "show_toc_level": 2,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_show_sourcelink = False
# Pages that have no others below them need no list of these.
html_sidebars = {page: [] for page in ("faq", "gallery", "reviewers")}
