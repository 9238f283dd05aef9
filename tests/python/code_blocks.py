"""Code of Markdown pages: its blocks, and whether two outputs say the same."""

import dataclasses
import re

NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")


@dataclasses.dataclass
class Block:
    language: str
    line: int
    text: str
    output: str | None = None  # the block of text that follows it


def blocks_of(page):
    """The fenced blocks of a page; one of `text` right behind another is its output."""
    blocks, inside = [], None
    between = ""
    for number, line in enumerate(page.splitlines(), 1):
        if inside is None and line.startswith("```") and line != "```":
            inside = Block(line[3:].strip(), number, "")
        elif inside is not None and line == "```":
            if inside.language == "text" and blocks and not between.strip():
                blocks[-1].output = inside.text
            blocks.append(inside)
            inside, between = None, ""
        elif inside is not None:
            inside.text += line + "\n"
        else:
            between += line
    return blocks


def without_times(text):
    """Lines that say how long something took differ from run to run."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines() if "seconds" not in line)


def assert_says(shown, printed, digits=2):
    """Both have the same words, and numbers that agree to so many digits.

    Numbers differ in their last digits from one instruction set to another.
    """
    shown, printed = without_times(shown), without_times(printed)
    assert words_of(shown) == words_of(printed), f"shown:\n{shown}\nprinted:\n{printed}"
    for one, other in zip(NUMBER.findall(shown), NUMBER.findall(printed)):
        allowed = max(abs(float(one)) * 10.0 ** -digits, 1.5 * last_place(one))
        assert abs(float(one) - float(other)) <= allowed, \
            f"{other} where the page has {one}\nshown:\n{shown}\nprinted:\n{printed}"


def words_of(text):
    return NUMBER.sub("#", text).split()


def last_place(number):
    """The size of a unit in the last digit that is shown."""
    digits, _, exponent = number.lower().partition("e")
    _, _, decimals = digits.partition(".")
    return 10.0 ** (int(exponent or 0) - len(decimals))
