"""`surefoot reproduce`: the paper's tables and figures, at sizes that take seconds."""

import json
import pathlib
import signal
import subprocess
import time

import pytest

from background import Running
from fit_files import content

INTERRUPTED = 130
FILES = ["numbers.csv", "numbers.json", "comparison.md", "picture.vg.json"]


@pytest.fixture(scope="module")
def tables(tmp_path_factory, done):
    """A folder with two smoke-tested items that share fits."""
    out = tmp_path_factory.mktemp("reproduce")
    text = done("reproduce", "table-gaussian", "figure-gaussian", "--smoke", "--without-rivals",
                "--out", out)
    return out, text


def test_items_are_listed(done):
    lines = done("reproduce").splitlines()
    names = [line.split()[0] for line in lines]
    assert names[-1] == "all"
    assert len(names) == 19
    assert {"table-times", "table-gaussian", "figure-rate", "figure-loss"} <= set(names)


def test_an_item_has_its_files(tables):
    out, text = tables
    for item in ("table-gaussian", "figure-gaussian"):
        for name in FILES + [item + ".html"]:
            assert (out / item / name).stat().st_size > 0
    assert (out / "index.html").read_text().count("<h2>") == 2
    assert text.startswith("## table-gaussian")


def test_numbers_have_errors_and_verdicts(tables):
    out, _ = tables
    numbers = json.loads((out / "table-gaussian" / "numbers.json").read_text())
    assert numbers["complete"]
    errors = [n for n in numbers["numbers"] if n["quantity"] == "NMSE"]
    assert len(errors) == 6 and all(n["value"] > 0 and n["error"] > 0 for n in errors)
    rows = {(row["row"], row["at"]): row for row in numbers["comparison"]}
    ours = rows["NPL-MMD", "eps = 0.1"]
    assert ours["published"].startswith("0.0113")
    assert "standard errors" in ours["verdict"] or "by a factor" in ours["verdict"]
    assert "artefact" in rows["WABC", "eps = 0"]["verdict"]


def test_the_picture_is_vega(tables):
    out, _ = tables
    picture = json.loads((out / "figure-gaussian" / "picture.vg.json").read_text())
    assert picture["$schema"].endswith("/vega/v5.json")
    assert len(picture["marks"]) == 8  # four parameters, two cases


def test_items_share_fits(tables):
    out, _ = tables
    # Three cases by two runs by two fits; the figure adds none.
    assert len(list((out / "fits").glob("*.nc"))) == 12


def test_a_second_run_makes_no_fit(tables, surefoot):
    out, text = tables
    before = {path: path.stat().st_mtime_ns for path in (out / "fits").iterdir()}
    again = surefoot("reproduce", "table-gaussian", "figure-gaussian", "--smoke",
                     "--without-rivals", "--out", out)
    assert again.returncode == 0 and again.stdout == text
    assert "no fit is left to do" in again.stderr
    assert "table-gaussian is finished" in again.stderr
    assert before == {path: path.stat().st_mtime_ns for path in (out / "fits").iterdir()}


def test_other_options_are_not_mistaken_for_it(tables, surefoot):
    out, _ = tables
    again = surefoot("reproduce", "table-gaussian", "--smoke", "--without-rivals", "--runs", 1,
                     "--out", out)
    assert "no fit is left to do" in again.stderr  # runs 0 is there already
    assert "is finished" not in again.stderr
    numbers = json.loads((out / "table-gaussian" / "numbers.json").read_text())
    assert {n["runs"] for n in numbers["numbers"]} == {1}


def test_a_damaged_fit_is_made_again(done, surefoot, tmp_path):
    words = ["reproduce", "table-cauchy", "--smoke", "--without-rivals", "--out", tmp_path]
    done(*words)
    victim = sorted((tmp_path / "fits").glob("*.nc"))[0]
    content = victim.read_bytes()
    victim.write_bytes(content[:len(content) // 2])
    (tmp_path / "table-cauchy" / "numbers.json").unlink()
    done(*words)
    assert len(victim.read_bytes()) > len(content) // 2


SLOW = """title = "Slow"
kind = "accuracy"
runs = 6
[[case]]
label = "clean"
model = "gaussian-location"
model-option = {dimension = 2}
observations = 200
[[fit]]
label = "the paper's settings"
role = "paper"
settings = {preset = "paper", draws = 20}
"""


def test_interrupted_work_is_kept_and_gone_on_with(program, surefoot, write, tmp_path):
    out = tmp_path / "out"
    words = ["reproduce", "--config", write("slow.toml", SLOW), "--threads", 1, "--out", out]
    run = subprocess.Popen([program, *map(str, words)], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 100
        while not list(out.glob("fits/*.nc")) and time.monotonic() < deadline:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
    finally:
        run.kill()
    assert run.returncode == INTERRUPTED, said
    assert "goes on from here" in said
    kept = {path: path.stat().st_mtime_ns for path in out.glob("fits/*.nc")}
    assert 1 <= len(kept) < 6
    assert not (out / "slow").exists()

    again = surefoot(*words)
    assert again.returncode == 0
    assert f"{6 - len(kept)} fits to do" in again.stderr
    assert len(list(out.glob("fits/*.nc"))) == 6
    assert kept == {path: path.stat().st_mtime_ns for path in kept}
    assert (out / "slow" / "numbers.json").exists()


LONG = """title = "Long"
kind = "accuracy"
[[case]]
label = "clean"
model = "g-and-k"
observations = 200
[[fit]]
label = "ours"
role = "default"
settings = {draws = 8000}
"""


def test_a_killed_fit_goes_on_from_its_draws(program, surefoot, done, write, tmp_path):
    config, out, whole = write("long.toml", LONG), tmp_path / "out", tmp_path / "whole"
    words = ("reproduce", "--config", config, "--runs", 1, "--threads", 1, "--out")
    running = Running(program, *words, out, verb=())
    until = time.monotonic() + 60
    while not any(path.stat().st_size > 3000 for path in out.glob("fits/*.journal")):
        assert time.monotonic() < until and running.process.poll() is None
        time.sleep(0.01)
    running.process.kill()
    running.finish()
    before = [path.stat().st_size for path in out.glob("fits/*.journal")]
    assert before and not list(out.glob("fits/*.nc"))
    done(*words, out)
    done(*words, whole)
    (mine,), (theirs,) = out.glob("fits/*.nc"), whole.glob("fits/*.nc")
    assert content(mine) == content(theirs)
    assert not list(out.glob("fits/*.journal*"))


def test_parts_have_the_fits_of_all(surefoot, done, write, tmp_path):
    config, out = write("slow.toml", SLOW), tmp_path / "out"
    words = ("reproduce", "--config", config, "--smoke", "--out", out)
    counts = []
    for k in (1, 2, 3):
        part = surefoot(*words, "--part", f"{k}/3")
        assert part.stdout.startswith(f"part {k}/3: 2 of 6 fits"), part.stderr
        assert "2 fits to do" in part.stderr
        counts.append(len(list(out.glob("fits/*.nc"))))
        assert not (out / "slow").exists()
    assert counts == [2, 4, 6]
    done(*words)
    assert (out / "slow" / "numbers.json").exists()


def test_a_rival_that_cannot_be_fitted_costs_nothing_else(done, tmp_path):
    config = tmp_path / "own.toml"
    config.write_text("""title = "Own"
kind = "accuracy"
[[case]]
label = "clean"
model = "toggle-switch"
model-option = {transitions = 5}
observations = 40
[[fit]]
label = "no likelihood"
role = "rival"
settings = {method = "npl-wll", draws = 4}
[[fit]]
label = "ours"
role = "default"
settings = {draws = 4, simulations = 64, screening = 20}
""")
    text = done("reproduce", "--config", config, "--out", tmp_path / "out")
    assert "Could not be fitted (1 fits): no likelihood" in text
    assert "| ours | clean |" in text
    assert not json.loads((tmp_path / "out/own/numbers.json").read_text())["complete"]


def test_published_data_are_read_and_missing_runs_are_said(done, surefoot, tmp_path):
    folder = tmp_path / "data" / "gaussian-location"
    folder.mkdir(parents=True)
    for run in range(2):
        for level in range(3):
            done("simulate", "gaussian-location", "--observations", 30, "--model-option",
                 "dimension=4", "--seed", run, "--output", folder / f"run_{run}_outl_{level}.txt")
    (folder / "run_1_outl_2.txt").unlink()
    result = surefoot("reproduce", "table-gaussian", "--smoke", "--without-rivals", "--data",
                      tmp_path / "data", "--out", tmp_path / "out")
    assert result.returncode == 0
    assert "run_1_outl_2.txt: no such file" in result.stderr
    numbers = json.loads((tmp_path / "out/table-gaussian/numbers.json").read_text())
    runs = {n["at"]: n["runs"] for n in numbers["numbers"] if n["quantity"] == "NMSE"}
    assert runs == {"eps = 0": 2, "eps = 0.05": 2, "eps = 0.1": 1}


@pytest.mark.parametrize("item", ["figure-rate", "figure-loss", "figure-truncation",
                                  "figure-g-and-k-fits", "figure-g-and-k-draws", "table-times"])
def test_every_kind_has_a_picture(item, done, tmp_path):
    done("reproduce", item, "--smoke", "--without-rivals", "--quiet", "--out", tmp_path)
    picture = json.loads((tmp_path / item / "picture.vg.json").read_text())
    assert picture["marks"]
    assert json.loads((tmp_path / item / "numbers.json").read_text())["numbers"]


def test_exit_status_and_help_are_the_other_programs_own(done, program):
    assert done("reproduce", "--help") == subprocess.run(
        [program + "-paper", "reproduce", "--help"], capture_output=True, text=True).stdout
    assert "Usage: surefoot reproduce [ITEM...] [OPTIONS]" in done("reproduce", "--help")


# Refusals

def test_the_program_that_is_not_installed_is_named(program, tmp_path):
    alone = tmp_path / "surefoot"
    alone.write_bytes(pathlib.Path(program).read_bytes())
    alone.chmod(0o755)
    for words in (["reproduce", "all"], ["bench", "--suite", "paper"]):
        result = subprocess.run([alone, *words], capture_output=True, text=True)
        assert result.returncode == 69 and result.stdout == ""
        assert f"{alone}-paper: the program that does this cannot be started" in result.stderr
        assert "SUREFOOT_PAPER=ON" in result.stderr


def test_options_are_refused_as_those_of_any_verb(refused):
    refused(64, "reproduce", "--smok", says=["reproduce has no option '--smok'", "'--smoke'"])
    refused(64, "reproduc", says="did you mean 'reproduce'?")


def test_an_unknown_item_is_refused_with_the_nearest(refused):
    refused(64, "reproduce", "table-gausian", says=["'table-gausian'", "'table-gaussian'"])


def test_a_wrong_config_is_refused_with_its_line(refused, write):
    path = write("own.toml", 'title = "x"\nkind = "acuracy"\n')
    refused(64, "reproduce", "--config", path, says=f"{path}:")
    refused(64, "reproduce", "--config", "nowhere.toml", says="nowhere.toml")


def test_options_that_cannot_be_are_refused(refused):
    refused(64, "reproduce", "all", "--runs", 0, says="runs must be")
    refused(64, "reproduce", "all", "--smoke", "--full", says="smoke and full")
    refused(65, "reproduce", "table-gaussian", "--data", "nowhere", says="nowhere")


def test_an_unwritable_folder_is_refused_at_once(refused, write):
    path = write("file", "")
    refused(73, "reproduce", "table-gaussian", "--smoke", "--out", path / "out", says=path)
