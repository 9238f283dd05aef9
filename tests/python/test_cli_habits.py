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


def on_a_terminal(command, columns, **variables):
    """What a program prints on a terminal that is so wide."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm", **variables}
    environment.pop("COLUMNS", None)
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
    assert process.wait(timeout=60) == 0, text
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

def test_help_fits_a_narrow_terminal(program):
    for columns in (50, 72, 100):
        shown = on_a_terminal([program, "models", "--help"], columns)
        assert max(map(len, shown.splitlines())) <= columns
    wide = on_a_terminal([program, "fit", "--help"], 300)
    assert max(map(len, wide.splitlines())) <= 100


def test_long_sentences_are_broken_but_tables_are_not(program, g_and_k_data):
    fit = [program, "fit", "g-and-k", str(g_and_k_data), "--draws", "20", "--quiet", "--seed", "1"]
    table = on_a_terminal(fit, 60)
    assert max(map(len, table.splitlines())) <= 60
    plain = subprocess.run(fit, capture_output=True, text=True, check=True).stdout
    assert max(map(len, plain.splitlines())) > 60  # a file is nobody's terminal
    header = next(line for line in plain.splitlines() if line.startswith("parameter"))
    assert header in table.splitlines()


def test_a_bar_never_takes_two_lines(program, g_and_k_data):
    shown = on_a_terminal([program, "fit", "g-and-k", str(g_and_k_data), "--draws", "200",
                           "--device", "cpu"], 44)
    bars = re.findall(r"\r\x1b\[K([^\r\n]*)", shown)
    assert bars and max(map(len, bars)) < 44


def test_no_colours_are_printed(program, g_and_k_data):
    shown = on_a_terminal([program, "fit", "g-and-k", str(g_and_k_data), "--draws", "20"], 80,
                          NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*m", shown)


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
