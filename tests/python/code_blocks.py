"""Code of Markdown pages: its blocks, how much of them is run, whether two outputs say the same."""

import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "HACKING.md", *sorted((ROOT / "docs").rglob("*.md"))]

NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")
FENCE = re.compile(r"( *)```(.*)")
REASON = re.compile(r" *<!-- not run: (.*) -->")
UNSTEADY = r"seconds| in [\d.]+ s$|^surefoot: note: no CUDA device"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[0-9a-f]+/")


@dataclasses.dataclass
class Block:
    language: str
    line: int
    text: str
    output: str | None = None  # the block of text that follows it
    reason: str | None = None  # why it is not run, by the comment before it


def name_of(page):
    return str(page.relative_to(ROOT))


def pages_with(language):
    return [page for page in PAGES if blocks_in(page, language)]


def blocks_in(page, language):
    return [block for block in blocks_of(page.read_text()) if block.language == language]


def blocks_of(page):
    """The fenced blocks of a page; one of `text` right behind another is its output."""
    blocks, inside, indent = [], None, ""
    between, before = "", ""
    for number, line in enumerate(page.splitlines(), 1):
        fence = FENCE.fullmatch(line)
        if inside is None and fence:
            reason = REASON.fullmatch(before)
            indent = fence[1]
            inside = Block(fence[2].strip(), number, "", reason=reason and reason[1])
        elif inside is not None and line == indent + "```":
            if inside.language == "text" and blocks and not between.strip():
                blocks[-1].output = inside.text
            blocks.append(inside)
            inside, between = None, ""
        elif inside is not None:
            inside.text += line.removeprefix(indent) + "\n"
        else:
            between += line
        before = line
    assert inside is None, f"the block of line {inside.line} does not end"
    return blocks


def reasons_without_a_block(page):
    """How many comments would leave out a block, but do not stand right before one."""
    meant = len(re.findall(r"<!--\s*not[ -]run", page, re.I))
    return meant - sum(block.reason is not None for block in blocks_of(page))


def without_language(page):
    """Lines of a page where code begins that nobody can tell the language of."""
    lines, found, inside = page.splitlines(), [], False
    for number, (before, line) in enumerate(zip(["", *lines], lines), 1):
        fence = FENCE.fullmatch(line)
        if fence:
            inside = not inside
            if inside and not fence[2].strip():
                found.append(number)
            continue
        indented = re.match(r" {4,}\S|\t", line) and re.match(r" *($|#|```|<!--)", before)
        if not inside and (indented or re.match(r" *~~~", line)):
            found.append(number)
    return found


def commands_of(page):
    """Everything that a page has readers type, in blocks and inside of sentences, one a line."""
    blocks = [block.text for block in blocks_of(page) if block.language == "sh"]
    sentences = re.sub(r"^ *```.*?^ *```", "", page, flags=re.M | re.S)
    spans = [span.replace("\n", " ") for span in re.findall(r"`([^`]*)`", sentences)]
    commands = "\n".join([*blocks, *spans]).replace("\\\n", " ")
    return re.sub(r"\"[^\"\n]*\"|'[^'\n]*'|#.*", "", commands)  # those of users, and comments


def options_in(words):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", words))


def is_piece_of(block, text):
    """Whether all lines of a block are in a file, in a row, wherever they are indented to."""
    def lines_of(text):
        return "\n" + "\n".join(line.strip() for line in text.strip().splitlines()) + "\n"

    return lines_of(block) in lines_of(text)


# Amounts of work, and how much of each is enough to see that a command runs.
ENOUGH = {"--draws": 40, "--observations": 60, "--replicates": 49, "--refit": 20, "--datasets": 20,
          "--budget": 4000}


def smaller(commands):
    """The same commands with less work to do: what was more before is still more."""
    def lower(match):
        option, amount = match[1], int(match[2])
        return f"{option} {min(amount, ENOUGH[option] + amount // 1000)}"

    commands = re.sub(r"--budget \d+(?:s|min|h)\b", "--budget 1s", commands)
    commands = re.sub(rf"({'|'.join(ENOUGH)}) (\d+)\b(?![.:])", lower, commands)
    without_draws = r"\bsurefoot (fit|compare|calibrate)\b(?!.*--draws )"
    return re.sub(without_draws, rf"surefoot \1 --draws {ENOUGH['--draws']}", commands)


def steady(text):
    """What differs from run to run (times, addresses) or between machines (devices) is left out."""
    lines = [line.rstrip() for line in ADDRESS.sub("ADDRESS", text).strip().splitlines()]
    return "\n".join(line for line in lines if not re.search(UNSTEADY, line))


def assert_says(shown, printed, digits=2):
    """Both have the same words, and numbers that agree to so many digits.

    Numbers differ in their last digits from one instruction set to another.  A line `...` stands
    for lines that are not shown.
    """
    shown, printed = steady(shown), steady(printed)
    both = f"shown:\n{shown}\nprinted:\n{printed}"
    pieces = [piece.split() for piece in re.split(r"^\.\.\.$", shown, flags=re.M)]
    words, done = printed.split(), 0
    for number, piece in enumerate(pieces):
        last = len(words) - len(piece)
        if number == 0:
            places = [0]
        elif number == len(pieces) - 1:
            places = [last]
        else:
            places = range(done, last + 1)
        found = next((place for place in places if place >= done
                      and agree(piece, words[place:place + len(piece)], digits)), None)
        assert found is not None, both
        done = found + len(piece)
    assert done == len(words), both


def agree(shown, printed, digits):
    return len(shown) == len(printed) and all(
        NUMBER.sub("#", one) == NUMBER.sub("#", other)
        and all(map(close, NUMBER.findall(one), NUMBER.findall(other), [digits] * len(one)))
        for one, other in zip(shown, printed))


def close(one, other, digits):
    allowed = max(abs(float(one)) * 10.0 ** -digits, 1.5 * last_place(one))
    return abs(float(one) - float(other)) <= allowed


def last_place(number):
    """The size of a unit in the last digit that is shown."""
    digits, _, exponent = number.lower().partition("e")
    _, _, decimals = digits.partition(".")
    return 10.0 ** (int(exponent or 0) - len(decimals))
