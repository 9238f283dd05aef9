"""What tests of the documentation rely on: blocks are found, and what is wrong is noticed."""

import json

import pytest
from code_blocks import (assert_says, blocks_of, commands_of, is_piece_of, options_in,
                         reasons_without_a_block, smaller, without_language)
from page_links import anchors_in, links_in, loose_links, pages_within, section_of

PAGE = """A page.

<!-- not run: needs a GPU -->
```sh
one
```

1. An item,

   ```sh
   two
     three
   ```

   ```text
   output
   ```
"""


def test_blocks_have_their_text_reason_and_output():
    first, second, output = blocks_of(PAGE)
    assert (first.language, first.text, first.output) == ("sh", "one\n", None)
    assert first.reason == "needs a GPU"
    assert (second.text, second.reason, second.output) == ("two\n  three\n", None, "output\n")
    assert output.language == "text"


def test_words_between_a_block_and_a_text_part_them():
    block, _ = blocks_of("```sh\none\n```\n\nElsewhere:\n\n```text\noutput\n```\n")
    assert block.output is None


def test_a_block_that_does_not_end_is_noticed():
    with pytest.raises(AssertionError, match="line 3"):
        blocks_of("Text\n\n```sh\none\n")


@pytest.mark.parametrize("page, lines", [
    (PAGE, []),
    ("Text\n    that goes on.\n", []),
    ("Text\n\n    surefoot doctor\n", [3]),
    ("Text\n\n\tsurefoot doctor\n", [3]),
    ("# Heading\n    surefoot doctor\n", [2]),
    ("```\nsurefoot doctor\n```\n", [1]),
    ("~~~sh\nsurefoot doctor\n~~~\n", [1, 3]),
    ("```sh\nif true; then\n\n    surefoot doctor\nfi\n```\n", []),
    ("1. An item\n\n       surefoot doctor\n", [3]),
])
def test_code_without_a_language_is_noticed(page, lines):
    assert without_language(page) == lines


@pytest.mark.parametrize("page, stray", [
    (PAGE, 0),
    ("<!-- not run: takes hours -->\n\n```sh\none\n```\n", 1),
    ("<!--not run: takes hours-->\n```sh\none\n```\n", 1),
    ("<!-- Not run: takes hours -->\n```sh\none\n```\n", 1),
    ("<!-- not run: takes hours -->\nText\n", 1),
])
def test_a_reason_that_leaves_out_nothing_is_noticed(page, stray):
    assert reasons_without_a_block(page) == stray


def test_commands_are_found_in_blocks_and_sentences():
    page = ("Say `make test` or `surefoot fit\n--watch`.\n\n"
            "```sh\nsurefoot fit m \\\n  --draws 5  # --no\n"
            "surefoot fit \"exec:./simulator --fast\" d\n```\n\n"
            "```text\nsurefoot --no\n```\n")
    lines = [" ".join(line.split()) for line in commands_of(page).splitlines() if line.strip()]
    assert lines == ["surefoot fit m --draws 5", "surefoot fit d",
                     "make test", "surefoot fit --watch"]
    assert options_in(commands_of(page)) == {"--draws", "--watch"}


@pytest.mark.parametrize("block, there", [
    ("b {\n  c;\n}\n", True),
    ("c;\n}\n", True),
    ("c;\nd;\n", False),
    ("b {\n}\n", False),
    ("c\n", False),
])
def test_a_piece_has_whole_lines_in_a_row(block, there):
    assert is_piece_of(block, "a;\n  b {\n    c;\n  }\nd;\n") == there


@pytest.mark.parametrize("command, less", [
    ("surefoot fit m d --draws 20000", "surefoot fit m d --draws 60"),
    ("surefoot fit m d --draws 50000 --resume", "surefoot fit m d --draws 90 --resume"),
    ("surefoot fit m d --draws 10", "surefoot fit m d --draws 10"),
    ("surefoot fit m d  # as usual", "surefoot fit --draws 40 m d  # as usual"),
    ("surefoot fit m d --draws 5 --budget 30min", "surefoot fit m d --draws 5 --budget 1s"),
    ("surefoot fit m d --draws 5 --budget 400000", "surefoot fit m d --draws 5 --budget 4400"),
    ("surefoot simulate m --observations 2048 --contaminate shift:0.1:-50,50",
     "surefoot simulate m --observations 62 --contaminate shift:0.1:-50,50"),
    ("surefoot report fit.nc --draws-of 2000", "surefoot report fit.nc --draws-of 2000"),
])
def test_only_amounts_of_work_become_smaller(command, less):
    assert smaller(command) == less


def test_a_wrong_number_or_word_is_noticed():
    shown = "a 3.02 (sd 0.03)\n0.1 seconds\n"
    assert_says(shown, "a 3.01 (sd 0.03)\n0.7 seconds\n")
    for printed in ("a 3.40 (sd 0.03)", "b 3.02 (sd 0.03)", "a 3.02", "a 3.02 (sd 0.09)",
                    "a 3.02 (sd 0.03) b", "a 3.02\n(sd 0.03)\nc", ""):
        with pytest.raises(AssertionError):
            assert_says(shown, printed)


@pytest.mark.parametrize("shown, fits", [
    ("a 1\n...\n", True),
    ("...\nc 3\n", True),
    ("...\nb 2\n...\n", True),
    ("a 1\n...\nc 3\n", True),
    ("...\na 1\n...\nb 2\n...\nc 3", True),
    ("a 1\n...\nc 9\n", False),
    ("b 2\n...\n", False),
    ("...\nb 2\n", False),
    ("...\nb 2\n...\na 1\n...", False),
    ("a 1\nb 2\n...\nb 2\nc 3\n", False),
])
def test_dots_stand_for_lines_that_are_not_shown(shown, fits):
    if fits:
        assert_says(shown, "a 1\nb 2\nc 3\n")
    else:
        with pytest.raises(AssertionError):
            assert_says(shown, "a 1\nb 2\nc 3\n")


def test_addresses_and_times_may_differ():
    assert_says("surefoot: watch this fit at http://127.0.0.1:43629/40dbf0dc/\n",
                "surefoot: note: compiled a.hpp in 1.9 s\n"
                "surefoot: watch this fit at http://127.0.0.1:1/ff/\n")


@pytest.mark.parametrize("heading, anchor", [
    ("## Against the paper's way of fitting", "against-the-papers-way-of-fitting"),
    ("# Performance: what a fit costs", "performance-what-a-fit-costs"),
    ("### `fit()` and *draws* ###", "fit-and-draws"),
    ("## Is it [robust](robustness.md)?", "is-it-robust"),
    ("#### m_g - 1", "m_g---1"),
])
def test_headings_have_the_anchors_of_github(heading, anchor):
    assert anchors_in(f"Text\n\n{heading}\n\nText\n") == [anchor]


def test_what_is_no_heading_has_no_anchor():
    assert anchors_in("#one\n##### five\n text # two\n") == []


def test_headings_that_are_there_again_are_counted():
    assert anchors_in("# Fits\n## Fits\n## Fits\n") == ["fits", "fits-1", "fits-2"]


def test_links_are_found_in_text_alone():
    text = "[a\nb](c.md#d) ![e](f.png) [g](https://h) `[i](j)` [k](#l)"
    assert links_in(text) == ["c.md#d", "f.png", "#l"]


@pytest.mark.parametrize("link, loose", [
    ("there.md", False),
    ("there.md#a-heading", False),
    ("#here", False),
    ("there.ipynb#cells", False),
    ("there.md#an-heading", True),
    ("#there", True),
    ("nowhere.md", True),
    ("there.ipynb#a-comment", True),
    ("picture.png#here", True),
])
@pytest.mark.parametrize("page", ["page.md", "page.ipynb"])
def test_links_that_lead_nowhere_are_noticed(link, loose, page, tmp_path):
    cells = [{"cell_type": "markdown", "source": ["Text\n", "# Cells\n"]},
             {"cell_type": "code", "source": ["# A comment"]}]
    (tmp_path / "there.md").write_text("# A heading\n\n```sh\n# a-comment\n```\n")
    (tmp_path / "there.ipynb").write_text(json.dumps({"cells": cells}))
    (tmp_path / "picture.png").touch()
    text = f"# Here\n\nA [link]({link}).\n"
    if page.endswith(".ipynb"):
        text = json.dumps({"cells": [{"cell_type": "markdown", "source": [text]}]})
    (tmp_path / page).write_text(text)
    assert loose_links(tmp_path / page) == ([link] if loose else [])


@pytest.mark.parametrize("clicks, names", [
    (0, {"index.md"}),
    (1, {"index.md", "linked.md", "card.md", "sub/entry.ipynb"}),
    (2, {"index.md", "linked.md", "card.md", "sub/entry.ipynb", "far.md", "near.md"}),
])
def test_pages_are_reached_by_links_cards_and_contents(clicks, names, tmp_path):
    cell = {"cell_type": "markdown", "source": ["[near](../near.md)"]}
    pages = {
        "index.md": "[a](linked.md#b) `[no](alone.md)`\n\n:::{grid-item-card} C\n:link: card\n"
                    ":link-type: doc\n:::\n\n```{toctree}\n:hidden:\nsub/entry\n```\n",
        "linked.md": "[f](far.md) [index](index.md) [gone](gone.md)", "card.md": "", "far.md": "",
        "near.md": "", "alone.md": "", "sub/entry.ipynb": json.dumps({"cells": [cell]}),
    }
    for name, text in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert pages_within(clicks, tmp_path / "index.md") == {tmp_path / name for name in names}


@pytest.mark.parametrize("anchor, section", [
    ("", "# A\nin a\n## B\nin b\n### C\nin c\n## D\nin d"),
    ("b", "in b\n### C\nin c"),
    ("c", "in c"),
    ("d", "in d"),
])
def test_a_section_has_what_is_below_its_heading(anchor, section, tmp_path):
    (tmp_path / "page.md").write_text("# A\nin a\n## B\nin b\n### C\nin c\n## D\nin d\n")
    assert section_of(tmp_path / "page.md", anchor) == section
