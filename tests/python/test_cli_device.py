"""`--device`, in builds with and without CUDA, where there is a device and where there is none."""

import re

import pytest

USAGE, DEVICE = 64, 69
FIT = ("--draws", 8, "--summary", "json")


@pytest.fixture(scope="session")
def devices(done):
    """What --version lists: the CPU and, in a build with CUDA, the device or why there is none."""
    line = re.search(r"^devices: (.*)$", done("--version"), re.MULTILINE)
    assert line
    return line[1]


@pytest.fixture
def no_device(devices):
    if "cuda" in devices and "no device" not in devices:
        pytest.skip("there is a device")


@pytest.fixture
def cuda_build(devices):
    if "cuda" not in devices:
        pytest.skip("this build has no CUDA backend")


def test_version_lists_the_devices(devices):
    assert re.fullmatch(r"cpu(, cuda \((no device: )?[^)]+\))?", devices)


def test_cpu_is_always_there(surefoot, g_and_k_data):
    result = surefoot("fit", "g-and-k", g_and_k_data, *FIT, "--device", "cpu")
    assert result.returncode == 0, result.stderr
    assert '"device": "cpu"' in result.stdout
    assert "CUDA" not in result.stderr


def test_device_that_is_missing_is_one_line_and_no_file(no_device, refused, g_and_k_data, tmp_path):
    for output in ("fit.nc", "fit.csv"):
        message = refused(DEVICE, "fit", "g-and-k", g_and_k_data, "--device", "cuda", "--quiet",
                          "--output", tmp_path / output, says=["device cuda", "device cpu will do"])
        assert list(tmp_path.iterdir()) == []
    assert "no device was found" in message or "there is no code" in message


def test_missing_device_says_why(no_device, cuda_build, devices, refused, g_and_k_data):
    reason = re.search(r"no device: ([^)]+)", devices)[1]
    refused(DEVICE, "fit", "g-and-k", g_and_k_data, "--device", "cuda", says=reason)


def test_device_of_a_config_file_is_refused_alike(no_device, refused, g_and_k_data, write):
    refused(DEVICE, "fit", "g-and-k", g_and_k_data, "--config",
            write("run.toml", 'device = "cuda"\n'), says="device cuda")


@pytest.mark.parametrize("words", [(), ("--device", "auto")], ids=["default", "auto"])
def test_auto_takes_the_cpu_and_says_so_once(no_device, devices, surefoot, g_and_k_data, words):
    result = surefoot("fit", "g-and-k", g_and_k_data, *FIT, *words)
    assert result.returncode == 0, result.stderr
    assert '"device": "cpu"' in result.stdout
    said = [line for line in result.stderr.splitlines() if "CUDA" in line]
    assert len(said) == ("cuda" in devices), result.stderr
    for line in said:
        assert "no CUDA device" in line and "the CPU is used" in line
    quiet = surefoot("fit", "g-and-k", g_and_k_data, *FIT, *words, "--quiet")
    assert quiet.stderr == ""


def test_auto_gives_the_draws_of_the_cpu(no_device, done, g_and_k_data, tmp_path):
    for device in ("auto", "cpu"):
        done("fit", "g-and-k", g_and_k_data, *FIT, "--device", device, "--output",
             tmp_path / f"{device}.csv")
    assert (tmp_path / "auto.csv").read_bytes() == (tmp_path / "cpu.csv").read_bytes()


def test_dimension_without_device_code_is_refused(refused, write):
    data = write("three.csv", "".join(f"{i},{i % 7},{i % 5}\n" for i in range(30)))
    refused(DEVICE, "fit", "gaussian-location", data, "--device", "cuda", "--quiet",
            says=["gaussian-location", "device cpu will do"])


def test_unknown_device_is_a_wrong_word(refused, g_and_k_data):
    refused(USAGE, "fit", "g-and-k", g_and_k_data, "--device", "gpu", says=["device", "gpu"])
