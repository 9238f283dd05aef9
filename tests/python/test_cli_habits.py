"""Completion, manual pages, the doctor, narrow terminals, and what is said of what is missing."""

import fcntl
import json
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import termios

import pytest

USAGE = 64
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def on_a_terminal(command, columns, status=0, **variables):
    """What a program prints on a terminal that is so wide."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm", **variables}
    environment.pop("COLUMNS", None)
    if "NO_COLOR" not in variables:
        environment.pop("NO_COLOR", None)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=follower, stderr=follower,
                               env=environment)
    os.close(follower)
    text = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # Linux's word for the end
            break
        if not part:
            break
        text += part
    os.close(leader)
    assert process.wait(timeout=60) == status, text
    return text.decode().replace("\r\n", "\n")


def words_of(text):
    return [line.split("\t")[0] for line in text.splitlines()]


# Completion

@pytest.fixture
def complete(done):
    return lambda *words: words_of(done("__complete", *words))


def verbs(done):
    return re.findall(r"^  ([a-z]+) ", done("--help").split("Verbs:")[1].split("\n\n")[0], re.M)


def test_every_verb_is_offered(complete, done):
    assert complete("") == verbs(done)
    assert complete("mo") == ["models"]
    assert complete("--v") == ["--version"]


def test_every_option_of_the_help_is_offered(complete, done):
    for verb in verbs(done):
        if verb == "reproduce":  # another program's
            continue
        listed = re.findall(r"^  (?:-\w )?(--[a-z0-9-]+)", done(verb, "--help"), re.M)
        assert sorted(complete(verb, "--")) == sorted(listed)


def test_values_that_are_words_are_offered(complete):
    assert complete("fit", "g-and-k", "--method", "npl-w") == ["npl-wll", "npl-wasserstein"]
    assert complete("fit", "--design=s") == ["--design=sobol"]
    assert complete("fit", "--summary", "") == ["text", "json", "csv"]
    assert complete("fit", "--draws", "") == []


def test_models_and_files_are_offered(complete):
    assert complete("fit", "g") == ["gaussian-location", "g-and-k", ":files"]
    assert complete("fit", "g-and-k", "") == [":files"]
    assert complete("fit", "--draws", "10", "g-and-k", "") == [":files"]
    assert complete("fit", "--output", "") == [":files"]
    assert complete("fit", "g-and-k", "data.csv", "") == []


def test_what_was_given_is_not_offered_again(complete):
    assert complete("fit", "--draws", "5", "--draw") == []
    assert complete("fit", "--fixed", "a=1", "--fixe") == ["--fixed"]  # a list goes on


def test_unknown_verbs_have_no_completions(complete):
    assert complete("paint", "--") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_read_by_their_shells(done, tmp_path, shell):
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "script"
    script.write_text(done("completion", shell))
    option = "--no-execute" if shell == "fish" else "-n"
    subprocess.run([shell, option, script], check=True, timeout=30)


def bash_offers(program, done, tmp_path, line):
    """What bash itself would offer for a line."""
    script = tmp_path / "completion.bash"
    script.write_text(done("completion", "bash"))
    asked = f"""
        PATH={os.path.dirname(program)}:$PATH
        source {script}
        COMP_LINE={line!r} COMP_POINT={len(line)}
        read -ra COMP_WORDS <<<"$COMP_LINE"
        _surefoot
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    answer = subprocess.run(["bash", "--norc", "-c", asked], capture_output=True, text=True,
                            timeout=60, check=True, cwd=tmp_path)
    return answer.stdout.split()


def test_bash_completes(program, done, tmp_path):
    offers = lambda line: bash_offers(program, done, tmp_path, line)  # noqa: E731
    assert offers("surefoot simul") == ["simulate"]
    assert offers("surefoot fit --method wa") == ["wabc"]
    assert offers("surefoot fit --design=so") == ["sobol"]
    (tmp_path / "data.csv").touch()
    assert offers("surefoot fit g-and-k da") == ["data.csv"]


def test_fish_completes(program, done, tmp_path):
    if not shutil.which("fish"):
        pytest.skip("there is no fish here")
    script = tmp_path / "surefoot.fish"
    script.write_text(done("completion", "fish"))
    asked = (f"set PATH {os.path.dirname(program)} $PATH; source {script}; "
             "complete -C 'surefoot simul'")
    answer = subprocess.run(["fish", "--no-config", "-c", asked], capture_output=True, text=True,
                            timeout=60, check=True, env={**os.environ, "HOME": str(tmp_path)})
    assert words_of(answer.stdout) == ["simulate"]


def read_until(descriptor, text, seconds=30):
    """Reads what a terminal shows until a text comes, which must be in time."""
    shown = b""
    while text not in shown:
        ready, _, _ = select.select([descriptor], [], [], seconds)
        assert ready, shown
        shown += os.read(descriptor, 65536)


def test_zsh_completes(program, done, tmp_path):
    if not shutil.which("zsh"):
        pytest.skip("there is no zsh here")
    (tmp_path / "_surefoot").write_text(done("completion", "zsh"))
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    shell = subprocess.Popen(["zsh", "-f", "-i"], stdin=follower, stdout=follower, stderr=follower,
                             cwd=tmp_path, start_new_session=True,
                             env={"PATH": f"{os.path.dirname(program)}:{os.environ['PATH']}",
                                  "HOME": str(tmp_path), "TERM": "xterm", "PS1": "> "})
    os.close(follower)
    try:
        os.write(leader, f"fpath=({tmp_path} $fpath); autoload -Uz compinit; compinit -u -D\n"
                         "echo rea''dy\n".encode())
        read_until(leader, b"ready")
        os.write(leader, b"surefoot simul\t; echo don''e\n")  # the verb's own refusal names it
        read_until(leader, b"simulate needs a model")
        os.write(leader, b"surefoot doctor --js\t; echo don''e\n")
        read_until(leader, b'"instruction_set"')
    finally:
        shell.kill()
        shell.wait()
        os.close(leader)


def test_completion_is_installed_where_the_shell_looks(done, tmp_path):
    said = done("completion", "bash", "--install", env={"HOME": str(tmp_path)})
    file = tmp_path / ".local/share/bash-completion/completions/surefoot"
    assert str(file) in said
    assert file.read_text() == done("completion", "bash")
    said = done("completion", "--install", env={"HOME": str(tmp_path), "SHELL": "/usr/bin/zsh"})
    assert "fpath=(" in said


def test_other_shells_are_refused(refused):
    refused(USAGE, "completion", "fihs", says=["bash, zsh, fish", "did you mean 'fish'?"])
    refused(USAGE, "completion", env={"SHELL": ""}, says="surefoot completion bash")
    refused(USAGE, "completion", "bash", "--install", env={},
            says=["HOME", "surefoot completion bash"])


# Manual pages

def test_manual_pages_have_every_option(done):
    page = done("manual", "fit")
    assert page.startswith(".TH SUREFOOT")
    for option in re.findall(r"^  (--[a-z0-9-]+)", done("fit", "--help"), re.M):
        assert ".B " + option.replace("-", r"\-") in page


def test_manual_pages_are_read_by_man(done):
    if not shutil.which("man"):
        pytest.skip("there is no man here")
    for verb in ([], ["fit"], ["doctor"]):
        shown = subprocess.run(["man", "--warnings", "-l", "-"], input=done("manual", *verb),
                               capture_output=True, text=True, timeout=60, check=True)
        assert shown.stderr == ""
        assert "NAME" in shown.stdout and "EXIT STATUS" in shown.stdout


def test_a_manual_of_no_verb_is_refused(refused):
    refused(USAGE, "manual", "fitt", says="did you mean 'fit'?")


# The doctor

def test_the_doctor_says_what_is_here(done, program):
    found = json.loads(done("doctor", "--json"))
    assert found["program"] == os.path.realpath(program)
    assert found["version"] in done("--version")
    assert found["threads"] >= 1 and found["devices"][0] == "cpu"
    assert found["compiler"] and not found["compiler_problem"]
    assert os.path.exists(os.path.join(found["headers"], "surefoot/model.hpp"))
    text = done("doctor")
    for name in ("processor", "instruction set", "MPI", "compiler", "Python"):
        assert re.search(f"^{name} ", text, re.M)


def test_the_doctor_says_what_would_help(done, tmp_path):
    bare = json.loads(done("doctor", "--json",
                           env={"PATH": str(tmp_path), "SUREFOOT_ISA": "baseline"}))
    advice = "\n".join(bare["advice"])
    assert "c++" in advice and "Chromium" in advice
    assert bare["compiler"] == "" and bare["python"] == ""
    if bare["widest_instruction_set"] != "baseline":
        assert "SUREFOOT_ISA" in advice


# Terminals

def fit_of(program, data):
    return [program, "fit", "g-and-k", str(data), "--draws", "20", "--quiet", "--seed", "1"]


def test_help_fits_a_narrow_terminal(program):
    for columns in (50, 72, 100):
        shown = on_a_terminal([program, "models", "--help"], columns)
        assert max(map(len, shown.splitlines())) <= columns
    wide = on_a_terminal([program, "fit", "--help"], 300)
    assert max(map(len, wide.splitlines())) <= 100


def test_long_sentences_are_broken_but_tables_with_room_are_not(program, g_and_k_data):
    fit = fit_of(program, g_and_k_data)
    table = on_a_terminal(fit, 60, NO_COLOR="1")
    assert max(map(len, table.splitlines())) <= 60
    plain = subprocess.run(fit, capture_output=True, text=True, check=True).stdout
    assert max(map(len, plain.splitlines())) > 60  # a file is nobody's terminal
    header = next(line for line in plain.splitlines() if line.startswith("parameter"))
    assert header in table.splitlines()


def tables_in(text):
    """What each row of each table has under each name of a column."""
    found = {}
    for block in re.split(r"\n\n", text):
        rows = [re.split(r" {2,}", line.strip()) for line in block.splitlines()]
        if len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1:
            for row in rows[1:]:
                found.setdefault(row[0], {}).update(zip(rows[0][1:], row[1:]))
    return found


@pytest.mark.parametrize("columns", [20, 30, 45])
def test_columns_without_room_stand_below_each_other(program, g_and_k_data, columns):
    fit = fit_of(program, g_and_k_data)
    shown = on_a_terminal(fit, columns, NO_COLOR="1")
    assert max(map(len, shown.splitlines())) <= columns
    plain = subprocess.run(fit, capture_output=True, text=True, check=True).stdout
    assert tables_in(shown) == tables_in(plain)
    assert set(tables_in(plain)["log_k"]) == {"mean", "sd", "mcse", "5 %", "50 %", "95 %"}


def test_columns_that_name_rows_stand_in_every_part(program, g_and_k_data, tmp_path):
    shown = on_a_terminal([program, "compare", "g-and-k", str(g_and_k_data), "--methods",
                           "npl-mmd,npl-wll", "--draws", "20", "--quiet", "--out", str(tmp_path)], 40,
                          NO_COLOR="1")
    assert max(map(len, shown.splitlines())) <= 40
    heads = [line.split() for line in shown.splitlines() if line.startswith("parameter")]
    assert len(heads) > 1 and all(head[1] == "method" for head in heads)
    assert sum(line.split()[:2] == ["g", "npl-mmd"] for line in shown.splitlines()) == len(heads)


PROGRAM = """
import random, sys
for line in sys.stdin:
    m, seed, mean = line.split()
    draw = random.Random(int(seed))
    print("\\n".join(str(float(mean) + draw.gauss(0, 1)) for _ in range(int(m))), flush=True)
"""


def test_names_of_several_bytes_keep_their_columns(program, write):
    data = write("data.csv", "\n".join(str(k % 7) for k in range(30)))
    fit = [program, "fit", f"exec:python3 -S {write('program.py', PROGRAM)}", str(data), "--draws", "4",
           "--parameters", "größe=0:9", "--simulations", "20", "--check", "none", "--quiet"]
    plain = subprocess.run(fit, capture_output=True, text=True, check=True).stdout
    shown = on_a_terminal(fit, 30, NO_COLOR="1")
    assert tables_in(shown) == tables_in(plain) and "größe" in tables_in(plain)


def test_a_bar_never_takes_two_lines(program, g_and_k_data):
    shown = on_a_terminal([program, "fit", "g-and-k", str(g_and_k_data), "--draws", "200",
                           "--device", "cpu"], 44)
    bars = re.findall(r"\r\x1b\[K([^\r\n]*)", COLOUR.sub("", shown))
    assert bars and max(map(len, bars)) < 44


def test_titles_and_names_of_columns_are_bold(program, g_and_k_data):
    fit = fit_of(program, g_and_k_data)
    shown = on_a_terminal(fit, 60)
    assert "\x1b[1mg-and-k by npl-mmd, 100 observations\x1b[0m\n" in shown
    assert re.search(r"\x1b\[1mparameter .* 95 %\x1b\[0m\n", shown)
    assert len(COLOUR.findall(shown)) == 4
    assert steady(COLOUR.sub("", shown)) == steady(on_a_terminal(fit, 60, NO_COLOR="1"))


def steady(text):
    return re.sub(r"[\d.]+ seconds", "seconds", text)


def test_errors_are_red_and_warnings_yellow(program, write):
    wrong = on_a_terminal([program, "fit", "g-and-k"], 80, status=USAGE)
    assert wrong.startswith("\x1b[31msurefoot:\x1b[0m fit needs")
    few = write("few.csv", "\n".join(map(str, range(9))))
    fit = [program, "fit", "gaussian-location", str(few), "--draws", "8"]
    shown = on_a_terminal(fit, 80)
    assert "surefoot: \x1b[33mwarning:\x1b[0m " in shown
    assert "\x1b[31m" not in shown


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}],
                         ids=["NO_COLOR", "dumb", "no TERM"])
def test_no_colours_where_they_are_not_wanted(program, g_and_k_data, variables):
    assert not COLOUR.search(on_a_terminal(fit_of(program, g_and_k_data), 80, **variables))
    wrong = on_a_terminal([program, "fit", "g-and-k"], 80, status=USAGE, **variables)
    assert not COLOUR.search(wrong)


def test_an_empty_no_color_asks_for_nothing(program, g_and_k_data):
    assert COLOUR.search(on_a_terminal(fit_of(program, g_and_k_data), 80, NO_COLOR=""))


def test_no_colours_are_piped(surefoot, g_and_k_data):
    done = surefoot(*fit_of("", g_and_k_data)[1:-3], env={**os.environ, "TERM": "xterm"})
    wrong = surefoot("fit", "g-and-k", env={**os.environ, "TERM": "xterm"})
    assert done.returncode == 0 and wrong.returncode == USAGE
    assert "\x1b" not in done.stdout + done.stderr + wrong.stderr


# What is missing

def test_fit_without_a_model_lists_them(surefoot, done):
    result = surefoot("fit")
    assert result.returncode == USAGE
    assert "surefoot fit MODEL DATA" in result.stderr
    for name in words_of(re.sub(" +", "\t", done("models"))):
        assert re.search(f"^{name} ", result.stdout, re.M)
    assert "surefoot new" in result.stdout and "exec:COMMAND" in result.stdout


@pytest.mark.parametrize("columns, first", [(1, "g-and-k"), (2, "gaussian-location")])
def test_models_that_suit_the_data_come_first(surefoot, write, columns, first):
    data = write("data.csv", "".join(",".join(["1.5"] * columns) + "\n" for _ in range(9)))
    result = surefoot("fit", data)
    assert result.returncode == USAGE
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{data} has {columns} column")
    assert lines[1].split()[0] == first
    assert result.stderr.endswith(f"surefoot fit {first} {data}\n")


def test_missing_words_are_followed_by_the_command_to_try(refused):
    refused(USAGE, "fit", "--drawz", "3", says="?: surefoot fit --draws 3")
    refused(USAGE, "fit", "--zzzzz", "3", says="surefoot fit --help")
    refused(USAGE, "--drawz", says="surefoot --help")
    refused(USAGE, "models", "g-and-k", "more", says="surefoot models --help")
    refused(USAGE, "simulate", says="surefoot models")
    refused(USAGE, "summary", says="surefoot summary fit.nc")
    refused(USAGE, "check", says="surefoot check fit.nc")
    refused(USAGE, "calibrate", says="surefoot calibrate fit.nc")
    refused(USAGE, "report", says="surefoot report fit.nc --output fit.html")
