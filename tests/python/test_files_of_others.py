"""Files that somebody else made: fits that were forged, numbers of reproduce that are not."""

import json
import shutil
import zlib

import h5py
import pytest

DATA = 65
LINE = len("\nsurefoot crc32 00000000\n")


@pytest.fixture(scope="module")
def particles(tmp_path_factory, done, g_and_k_data):
    """A fit with a history and predictive data."""
    path = tmp_path_factory.mktemp("particles") / "fit.nc"
    done("fit", "g-and-k", g_and_k_data, "--method", "wabc", "--draws", 16, "--max-simulations",
         200, "--output", path)
    return path


def sign(path):
    """Puts a checksum at the end, as whoever means harm can."""
    content = path.read_bytes()
    path.write_bytes(content + f"\nsurefoot crc32 {zlib.crc32(content):08x}\n".encode())


@pytest.fixture
def forged(particles, tmp_path):
    """The fit with what a function makes of its HDF5 file, and a right checksum."""

    def make(change):
        path = tmp_path / "forged.nc"
        path.write_bytes(particles.read_bytes()[:-LINE])
        with h5py.File(path, "r+") as file:
            change(file)
        sign(path)
        return path

    return make


def shortened(group, name):
    values = group[name][:1]
    del group[name]
    group.create_dataset(name, data=values)


@pytest.mark.parametrize("name", ["step_acceptance", "step_seconds", "step_simulations",
                                  "step_unique"])
def test_a_history_of_several_lengths_is_refused(refused, forged, name):
    path = forged(lambda file: shortened(file["surefoot"], name))
    refused(DATA, "summary", path, says=[path, f'"{name}" must have', "but has 1"])


def test_predictive_rows_that_do_not_belong_are_refused(refused, forged):
    path = forged(lambda file: shortened(file["surefoot"], "predictive_row"))
    refused(DATA, "report", path, "-o", path.with_suffix(".html"), says="posterior_predictive/x")

    def far(file):
        file["surefoot"]["predictive_row"][0] = 10_000

    refused(DATA, "summary", forged(far), says="must be below the number of draws")


def test_draws_of_chains_that_cannot_be_are_refused(refused, forged):
    for chains in (-1, 7):
        path = forged(lambda file: file["surefoot"].attrs.update(chains=chains, acceptance=0.5))
        refused(DATA, "summary", path, says=f"{chains} chains")


def test_wrong_types_are_refused(refused, forged):
    def text_for_numbers(file):
        del file["surefoot"]["step_threshold"]
        file["surefoot"].create_dataset("step_threshold", data=["a", "b"])

    refused(DATA, "summary", forged(text_for_numbers), says="step_threshold")

    def number_for_text(file):
        del file["surefoot"]["parameter"]
        file["surefoot"].create_dataset("parameter", data=[1.0, 2.0, 3.0, 4.0])

    refused(DATA, "summary", forged(number_for_text), says="parameter")


def test_no_change_of_a_byte_crashes_or_hangs(surefoot, particles, tmp_path):
    content = particles.read_bytes()[:-LINE]
    path = tmp_path / "changed.nc"
    for at in list(range(0, 2000, 97)) + list(range(2000, len(content), len(content) // 40)):
        changed = bytearray(content)
        changed[at] ^= 0xFF
        path.write_bytes(changed)
        sign(path)
        result = surefoot("summary", path)
        assert result.returncode in (0, DATA), (at, result.returncode, result.stderr)


def test_what_a_name_hides_does_not_reach_the_terminal(done, forged):
    path = forged(lambda file: file.attrs.modify("model", b"\x1b]0;owned\x07"))
    assert "\x1b" not in done("summary", path)


def test_summary_has_the_warnings_of_the_file(surefoot, done, g_and_k_data, tmp_path):
    fit = tmp_path / "fit.nc"
    first = surefoot("fit", "g-and-k", g_and_k_data, "--method", "wabc", "--draws", 16,
                     "--max-simulations", 16, "--output", fit)
    said = [line for line in first.stderr.splitlines() if "warning: " in line]
    assert said
    again = surefoot("summary", fit)
    assert again.returncode == 0
    assert again.stderr.splitlines() == said


@pytest.fixture(scope="module")
def reproduced(tmp_path_factory, done):
    out = tmp_path_factory.mktemp("reproduced") / "out"
    done("reproduce", "figure-loss", "--smoke", "--out", out)
    return out


@pytest.mark.parametrize("numbers", ["{}", '{"item": 1}', "[]", '{"place": "x", "item": "y"}',
                                     '{"complete": "yes", "made_from": []}'])
def test_stored_numbers_that_are_not_ours_are_made_again(done, reproduced, tmp_path, numbers):
    out = tmp_path / "out"
    shutil.copytree(reproduced, out)
    (out / "figure-loss" / "numbers.json").write_text(numbers)
    (out / "other").mkdir()
    (out / "other" / "numbers.json").write_text(numbers)
    (out / "other" / "picture.vg.json").write_text("{}")
    done("reproduce", "figure-loss", "--smoke", "--out", out)
    assert json.loads((out / "figure-loss" / "numbers.json").read_text())["item"] == "figure-loss"
    assert "figure-loss" in (out / "index.html").read_text()
