"""No input, however wrong, ends in a crash, a hang, a silent wrong answer or an output file."""

import os
import resource
import subprocess

import pytest

USAGE, DATA, OUTPUT, WRITE = 64, 65, 73, 74


@pytest.fixture
def refused_fit(refused, tmp_path):
    """A fit that must be refused, and must leave no output file, not even a temporary one."""

    def run(status, model, data, *words, says=(), **how):
        before = sorted(tmp_path.iterdir())
        message = refused(status, "fit", model, data, "--draws", 20, "--output",
                          tmp_path / "fit.nc", *words, says=says, **how)
        assert sorted(tmp_path.iterdir()) == before
        return message

    return run


# Observations

def test_missing_file_is_named(refused_fit, tmp_path):
    refused_fit(DATA, "g-and-k", tmp_path / "nothing.csv", says="nothing.csv")


def test_directory_is_no_data(refused_fit, tmp_path):
    refused_fit(DATA, "g-and-k", tmp_path, says=[tmp_path, "directory"])


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n", "x\n"],
                         ids=["empty", "blank lines", "comment", "header only"])
def test_file_without_observations_is_refused(refused_fit, write, content):
    refused_fit(DATA, "g-and-k", write("none.csv", content), says="none.csv")


def test_empty_standard_input_is_refused(refused_fit):
    refused_fit(DATA, "g-and-k", "-", says="standard input")


def test_ragged_row_is_named(refused_fit, write):
    data = write("ragged.csv", "x,y\n1,2\n3\n5,6\n")
    refused_fit(DATA, "gaussian-location", data, says="ragged.csv: line 3")


def test_text_in_a_number_column_is_named(refused_fit, write):
    data = write("text.csv", "x,y\n1,2\n3,four\n")
    refused_fit(DATA, "gaussian-location", data, says=["text.csv: line 3, column 2", "four"])


@pytest.mark.parametrize("word", ["nan", "inf", "-inf", "1e999", "NA"])
def test_non_finite_value_is_named(refused_fit, write, word):
    data = write("bad.csv", f"x\n1\n{word}\n3\n")
    refused_fit(DATA, "g-and-k", data, says=["bad.csv: line 3, column 1", word])


def test_wrong_number_of_columns_is_refused(refused_fit, write):
    data = write("two.csv", "".join(f"{i},{i * i}\n" for i in range(20)))
    refused_fit(DATA, "g-and-k", data, says=["two.csv", "2"])
    refused_fit(DATA, "gaussian-location", data, "--model-option", "dimension=3", says="two.csv")


def test_column_that_is_not_there_is_refused(refused_fit, write):
    data = write("named.csv", "first,second\n1,2\n3,4\n")
    refused_fit(DATA, "g-and-k", data, "--columns", "frist", says=["frist", "first"])
    refused_fit(DATA, "g-and-k", data, "--columns", "3", says="3")


def test_constant_data_have_no_median_lengthscale(refused_fit, write):
    data = write("constant.csv", "5\n" * 50)
    refused_fit(DATA, "g-and-k", data, "--lengthscale", "median", says="lengthscale")


def test_one_observation_is_not_enough(refused_fit, write):
    refused_fit(DATA, "g-and-k", write("one.csv", "x\n3\n"), says=["at least 3 observations", "there is 1"])


def test_ten_million_columns_are_refused(refused_fit, write):
    data = write("wide.csv", "1," * 9_999_999 + "1\n" + "2," * 9_999_999 + "2\n")
    refused_fit(DATA, "gaussian-location", data, says=["wide.csv", "10000000"])


def test_binary_garbage_is_refused(refused_fit, write):
    garbage = bytes(range(256)) * 40
    refused_fit(DATA, "g-and-k", write("garbage", garbage), says="garbage")
    refused_fit(DATA, "g-and-k", write("cut.npy", b"\x93NUMPY\x01\x00"), says="cut.npy")


def test_summary_of_what_is_no_fit_is_refused(refused, write, tmp_path):
    refused(DATA, "summary", tmp_path / "nothing.nc", says="nothing.nc")
    refused(DATA, "summary", write("text.nc", "not a fit\n"), says="text.nc")
    refused(DATA, "summary", tmp_path, says=str(tmp_path))


# Words

def test_unknown_verb_suggests_the_nearest(refused):
    refused(USAGE, "simulat", says=["'simulat'", "did you mean 'simulate'?"])
    refused(USAGE, "paint", says="no verb 'paint'")


def test_no_words_at_all_point_to_help(refused):
    refused(USAGE, says="--help")


def test_unknown_model_suggests_the_nearest(refused_fit, refused, g_and_k_data):
    refused_fit(USAGE, "g-and-q", g_and_k_data, says=["'g-and-q'", "did you mean 'g-and-k'?"])
    refused(USAGE, "models", "togle-switch", says="did you mean 'toggle-switch'?")


def test_missing_arguments_are_asked_for(refused):
    refused(USAGE, "fit", "g-and-k", says="MODEL DATA")
    refused(USAGE, "simulate", "g-and-k", says="--observations")
    refused(USAGE, "summary", says="summary needs")


def test_argument_too_many_is_named(refused, g_and_k_data):
    refused(USAGE, "fit", "g-and-k", g_and_k_data, "models", says="'models'")


def test_unknown_setting_suggests_the_nearest(refused_fit, g_and_k_data):
    refused_fit(USAGE, "g-and-k", g_and_k_data, "--lenghtscale", "1",
                says=["'--lenghtscale'", "did you mean '--lengthscale'?"])
    refused_fit(USAGE, "g-and-k", g_and_k_data, "-x", says="'-x'")


@pytest.mark.parametrize("words", [("--seed", 1, "--seed", 2), ("--seed=1", "--seed=1"),
                                   ("--quiet", "--quiet"), ("--draws", 3)], ids=str)
def test_repeated_setting_is_refused(refused_fit, g_and_k_data, words):
    refused_fit(USAGE, "g-and-k", g_and_k_data, *words, says="given twice")


def test_repeated_lists_are_joined(refused_fit, done, g_and_k_data):
    fit = ("fit", "g-and-k", g_and_k_data, "--draws", 4, "--summary", "csv")
    assert done(*fit, "--fixed", "g=1", "--fixed", "log_k=-1") == done(
        *fit, "--fixed", "g=1,log_k=-1")
    refused_fit(USAGE, "g-and-k", g_and_k_data, "--fixed", "g=1", "--fixed", "g=2", says="fixed")


@pytest.mark.parametrize("words", [("--seed",), ("--seed", "--quiet"), ("--seed=",),
                                   ("--seed", "")], ids=str)
def test_setting_without_its_value_is_refused(refused_fit, g_and_k_data, words):
    refused_fit(USAGE, "g-and-k", g_and_k_data, *words, says="--seed needs a value")


@pytest.mark.parametrize("setting, value", [
    ("method", "snpe"), ("device", "tpu"), ("optimiser", "simplex"), ("preset", "papers"),
    ("mass", "0.9"), ("design", "Sobol"), ("precision", "half"), ("kernel", "gausian"),
    ("summary", "xml"), ("scale", "iqr"), ("noise", "none"),
])
def test_value_that_is_not_there_is_unknown(refused_fit, g_and_k_data, setting, value):
    refused_fit(USAGE, "g-and-k", g_and_k_data, f"--{setting}", value, says=value)


def test_unknown_base_measure_is_refused(refused_fit, g_and_k_data):
    refused_fit(USAGE, "g-and-k", g_and_k_data, "--concentration", 1, "--base-measure", "normale",
                says=["base-measure", "'normale'"])


# Numbers

@pytest.mark.parametrize("setting, value", [
    ("lengthscale", "-0.5"), ("lengthscale", "0"), ("lengthscale", "nan"), ("lengthscale", "-inf"),
    ("lengthscale", "1e400"), ("lengthscale", "short"), ("simulations", "-1"),
    ("simulations", "0"), ("simulations", "99999999999999999999"), ("steps", "1.5"),
    ("step-size", "0"), ("seed", "-1"), ("seed", "18446744073709551616"), ("threads", "-2"),
    ("threads", "1000000"), ("concentration", "-3"), ("truncation", "0"), ("starts", "0"),
    ("kernel", "gaussian:-1"), ("kernel", "gaussian:1+"), ("start", "a"), ("start", "a=x"),
    ("start", "q=1"), ("bounds", "a=2:1"), ("bounds", "a=2"), ("fixed", "b=-1"),
    ("fixed", "a=1,b=1,g=1,log_k=1"), ("model-option", "transitions=3"),
    ("predictive-draws", "-1"),
])
def test_negative_or_absurd_value_is_named(refused_fit, g_and_k_data, setting, value):
    message = refused_fit(USAGE, "g-and-k", g_and_k_data, f"--{setting}", value)
    assert setting in message or value.split("=")[0] in message


@pytest.mark.parametrize("draws", ["0", "-5", "1e3", "9999999999"])
def test_draws_must_be_a_sensible_number(refused, g_and_k_data, draws):
    refused(USAGE, "fit", "g-and-k", g_and_k_data, "--draws", draws, says=["draws", draws])


# Config file

def test_missing_config_file_is_named(refused_fit, g_and_k_data, tmp_path):
    refused_fit(USAGE, "g-and-k", g_and_k_data, "--config", tmp_path / "no.toml", says="no.toml")
    refused_fit(USAGE, "g-and-k", g_and_k_data, "--config", tmp_path, says=tmp_path)


@pytest.mark.parametrize("content, says", [
    ("seed = 1\ndrwas = 2\n", ["run.toml:2:", "'drwas'", "did you mean 'draws'?"]),
    ("seed = 1\nsteps = 'many'\n", ["run.toml:2:", "steps", "many"]),
    ("seed = 1\nsteps = =\n", ["run.toml:2:9:"]),
    ("seed = 1\nseed = 2\n", ["run.toml:2:"]),
    ("seed = 1979-05-27\n", ["run.toml:1:", "seed"]),
    ("start = {a = {b = 1}}\n", ["run.toml:1:", "start"]),
    ("quiet = 3\n", ["run.toml:1:", "quiet must be true or false"]),
    ("\x00", ["run.toml:1"]),
])
def test_fault_in_a_config_file_has_its_place(refused_fit, g_and_k_data, write, content, says):
    refused_fit(USAGE, "g-and-k", g_and_k_data, "--config", write("run.toml", content), says=says)


# Output

def test_output_of_another_kind_is_refused(refused, g_and_k_data, tmp_path):
    refused(USAGE, "fit", "g-and-k", g_and_k_data, "--output", tmp_path / "fit.txt", says=".nc")


def test_unwritable_output_is_found_before_the_fit(refused, g_and_k_data, tmp_path):
    (tmp_path / "folder.nc").mkdir()
    for path in (tmp_path / "no" / "fit.nc", tmp_path / "folder.nc", "/proc/fit.nc"):
        refused(OUTPUT, "fit", "g-and-k", g_and_k_data, "--draws", 10_000_000, "--output", path,
                says=path)
        refused(OUTPUT, "simulate", "g-and-k", "--observations", 10, "--output", path, says=path)


def test_output_never_replaces_the_data(refused, g_and_k_data):
    before = g_and_k_data.read_bytes()
    refused(USAGE, "fit", "g-and-k", g_and_k_data, "--output", g_and_k_data, says="replace")
    assert g_and_k_data.read_bytes() == before


def limit_files(size):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@pytest.mark.parametrize("name", ["fit.nc", "fit.csv"])
def test_full_disk_fails_and_leaves_the_old_file(surefoot, g_and_k_data, tmp_path, name):
    output = tmp_path / name
    output.write_text("old")
    result = surefoot("fit", "g-and-k", g_and_k_data, "--draws", 20, "--quiet", "--output", output,
                      preexec_fn=limit_files(1000))
    assert result.returncode == WRITE, result.stderr
    assert result.stdout.startswith("g-and-k by npl-mmd")
    assert name in result.stderr and "cannot be written" in result.stderr
    assert output.read_text() == "old"


def test_full_file_system_fails_and_says_where_the_draws_are(surefoot, g_and_k_data, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", disk],
                             capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("a small file system cannot be mounted here")
    try:
        result = surefoot("fit", "g-and-k", g_and_k_data, "--draws", 200, "--quiet", "--output",
                          disk / "fit.csv")
        assert result.returncode == WRITE, result.stderr
        assert result.stdout.startswith("g-and-k by npl-mmd")
        assert "fit.csv" in result.stderr and "No space left on device" in result.stderr
        assert not (disk / "fit.csv").exists()
    finally:
        subprocess.run(["umount", disk], check=True)


def test_full_standard_output_fails_after_the_file_is_safe(surefoot, done, g_and_k_data, tmp_path):
    output = tmp_path / "fit.nc"
    with open("/dev/full", "w") as full:
        result = surefoot("fit", "g-and-k", g_and_k_data, "--draws", 8, "--quiet", "--output",
                          output, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert result.returncode == WRITE
    assert result.stderr == "surefoot: standard output cannot be written: No space left on device\n"
    assert "8 draws" in done("summary", output)


def test_reader_that_went_away_is_no_news(program, g_and_k_data, tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    output = tmp_path / "fit.csv"
    result = subprocess.run(
        [program, "fit", "g-and-k", g_and_k_data, "--draws", "8", "--device", "cpu", "--output",
         output],
        stdout=writing, stderr=subprocess.PIPE, timeout=120)
    os.close(writing)
    assert result.returncode == WRITE
    assert result.stderr == b""
    assert len(output.read_text().splitlines()) == 9


def test_closed_standard_streams_do_not_spoil_the_output(program, g_and_k_data, tmp_path):
    output = tmp_path / "fit.csv"
    command = f"'{program}' fit g-and-k '{g_and_k_data}' --draws 8 --output '{output}' <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], timeout=120).returncode == WRITE
    assert len(output.read_text().splitlines()) == 9
