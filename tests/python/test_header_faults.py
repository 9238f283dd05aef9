"""Headers of the user's own that throw, exit, abort or crash, and the cache that they are kept in."""

import os
import pathlib
import re
import signal
import stat
import subprocess
import time

import pytest

from background import ends

USAGE, DATA, MISSING, OUTPUT, TERMINATED = 64, 65, 69, 73, 143

# A normal distribution that does something else, chosen by the variable DEED, after AFTER calls: it is
# compiled once.
HEADER = """
#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <surefoot/surefoot.hpp>
inline std::string variable(const char* name, const char* otherwise) {
  const char* text = std::getenv(name);
  return text ? text : otherwise;
}
inline const std::string deed = variable("DEED", "none");
inline const int after = std::stoi(variable("AFTER", "1000"));
inline std::atomic<int> calls = 0;
inline int deeper(int n) {
  volatile char room[4096];
  room[0] = static_cast<char>(n);
  return n < 0 ? 0 : deeper(n + 1) + room[0];
}
inline double do_it() {
  volatile int one = 1, zero = 0;
  if (deed == "runtime_error") throw std::runtime_error("no luck");
  if (deed == "int") throw 3;
  if (deed == "exit 0") std::exit(0);
  if (deed == "exit 3") std::exit(3);
  if (deed == "quick_exit") std::quick_exit(0);
  if (deed == "abort") std::abort();
  if (deed == "noexcept") []() noexcept { throw 1; }();
  if (deed == "null") *static_cast<volatile int*>(nullptr) = 1;
  if (deed == "stack") return deeper(1);
  if (deed == "division") return one / zero;
  return 0.0;
}
struct Mine {
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  surefoot::Vec<double, 1> operator()(const surefoot::Vec<double, 1>& theta, auto& latent) const {
    const double more = deed != "none" && ++calls > after ? do_it() : 0.0;
    return {{theta[0] + latent.normal() + more}};
  }
  static std::vector<surefoot::Parameter> box() {
    if (deed == "box") throw std::out_of_range("box");
    return {{"mean", -10.0, 10.0}};
  }
};
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """How to run the program with a cache of the tests' own."""
    cache = tmp_path_factory.mktemp("cache")
    return {"env": {**os.environ, "SUREFOOT_CACHE": str(cache)}, "timeout": 600}


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    path = tmp_path_factory.mktemp("mine") / "mine.hpp"
    path.write_text(HEADER)
    return path


def doing(home, deed, after=1000):
    return {**home, "env": {**home["env"], "DEED": deed, "AFTER": str(after)}}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "data.csv"
    path.write_text("".join(f"{i / 10}\n" for i in range(40)))
    return path


def last_line(result):
    return result.stderr.splitlines()[-1]


def test_an_exception_is_the_headers(surefoot, mine, data, home):
    result = surefoot("fit", mine, data, "--draws", 20, "--isolate=false",
                      **doing(home, "runtime_error"))
    assert result.returncode == DATA, result.stderr
    assert f"{mine}: the code of the header threw std::runtime_error ('no luck')" in \
        last_line(result)


def test_an_exception_of_no_kind_and_one_of_the_box(surefoot, mine, data, home):
    result = surefoot("fit", mine, data, "--isolate=false", **doing(home, "int"))
    assert result.returncode == DATA and "threw int;" in last_line(result), result.stderr
    result = surefoot("compile", mine, **doing(home, "box"))
    assert result.returncode == DATA, result.stderr
    assert f"{mine}: the code of the header threw std::out_of_range" in last_line(result)


def test_draws_before_an_exception_are_kept(surefoot, mine, data, home, tmp_path):
    # Late enough for some draws, early enough for not all of them.
    fit = tmp_path / "fit.nc"
    result = surefoot("fit", mine, data, "--draws", 100_000, "--simulations", 100, "--isolate=false",
                      "--output", fit, **doing(home, "runtime_error", after=30_000_000))
    assert result.returncode == DATA, result.stderr
    assert "of 100000 draws done: " in last_line(result) and fit.exists()


@pytest.mark.parametrize("method, after, how_far", [
    (["mmd-bayes", "--draws", 1_000_000, "--chains", 1, "--warmup", 10, "--thin", 1,
      "--simulations", 40, "--score-weight", 1], 100_000,
     r"\d+ of 1000000 draws"),
    (["wabc", "--particles", 100, "--max-simulations", 1_000_000], 100_000, "100 of 100 draws"),
])
def test_chains_and_particles_before_an_exception_are_kept(surefoot, mine, data, home, tmp_path,
                                                           method, after, how_far):
    fit = tmp_path / "fit.nc"
    result = surefoot("fit", mine, data, "--method", *method, "--isolate=false", "--output", fit,
                      **doing(home, "runtime_error", after=after))
    assert result.returncode == DATA, result.stderr
    assert re.search(f": {how_far} done: .*no luck", last_line(result)), result.stderr
    assert fit.exists() and "mean" in result.stdout


@pytest.mark.parametrize("deed, status, says", [
    ("exit 0", DATA, "ended the program (exit)"),
    ("exit 3", DATA, "ended the program (exit)"),
    ("quick_exit", DATA, "ended the program (exit)"),
    ("abort", -signal.SIGABRT, "aborted"),
    ("noexcept", -signal.SIGABRT, "aborted"),
    ("null", -signal.SIGSEGV, "crashed"),
    ("stack", -signal.SIGSEGV, "crashed"),
    ("division", -signal.SIGFPE, "divided"),
])
def test_the_end_of_the_program_is_the_headers(surefoot, mine, data, home, deed, status, says):
    result = surefoot("fit", mine, data, "--draws", 20, "--isolate=false", **doing(home, deed))
    assert result.returncode == status, result.stderr
    # Another thread may be in the middle of what the C++ runtime says of exceptions.
    line = result.stderr[result.stderr.rindex("surefoot: "):].splitlines()[0]
    assert str(mine) in line and says in line


def test_a_compiler_that_dies_is_said(surefoot, mine, write, home, tmp_path):
    compiler = write("killed", "#!/bin/sh\nkill -9 $$\n")
    compiler.chmod(0o755)
    elsewhere = {**home["env"], "CXX": str(compiler), "SUREFOOT_CACHE": str(tmp_path / "cache")}
    result = surefoot("compile", mine, **{**home, "env": elsewhere})
    assert result.returncode == USAGE
    assert "ended by signal 9" in last_line(result), result.stderr
    compiler.write_text("#!/bin/sh\nexit 7\n")
    result = surefoot("compile", mine, **{**home, "env": elsewhere})
    assert "ended with status 7" in last_line(result), result.stderr


def test_a_folder_on_the_path_that_cannot_be_looked_into_is_passed_over(done, mine, write, home,
                                                                         tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    compiler = write("wrapped", f"#!/bin/sh\nPATH='{os.environ['PATH']}' exec c++ \"$@\"\n")
    compiler.chmod(0o755)
    path = f"{loop}:{tmp_path / ('x' * 300)}:{tmp_path}"
    done("compile", mine, **{**home, "env": {**home["env"], "PATH": path, "CXX": "wrapped"}})


@pytest.fixture
def compiled(done, mine, home):
    """A header that is in the cache, and its file there."""
    done("compile", mine, **home)
    return mine, pathlib.Path(done("compile", mine, **home).split()[-1])


def test_a_truncated_or_changed_plug_in_is_made_again(surefoot, compiled, home):
    header, plugin = compiled
    whole = plugin.read_bytes()
    code = whole.index(b"\x7fELF") + len(whole) // 2
    for damaged in (whole[:len(whole) // 2], b"",
                    whole[:code] + bytes([whole[code] ^ 0xFF]) + whole[code + 1:]):
        plugin.write_bytes(damaged)
        result = surefoot("compile", header, **home)
        assert result.returncode == 0, result.stderr
        assert "compiled" in result.stderr
        assert plugin.read_bytes()[:4] == b"\x7fELF" and len(plugin.read_bytes()) == len(whole)


def test_the_cache_is_the_users_alone(surefoot, compiled, home):
    header, plugin = compiled
    assert stat.S_IMODE(plugin.stat().st_mode) & 0o077 == 0
    plugin.chmod(0o666)
    assert "compiled" in surefoot("compile", header, **home).stderr
    assert stat.S_IMODE(plugin.stat().st_mode) & 0o022 == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of others")
def test_what_another_user_planted_is_not_run(surefoot, compiled, home):
    header, plugin = compiled
    os.chown(plugin, 12345, 12345)
    assert "compiled" in surefoot("compile", header, **home).stderr
    assert plugin.stat().st_uid == 0


def test_a_cache_of_others_is_refused(refused, mine, home, tmp_path):
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o777)
    env = {**home, "env": {**home["env"], "SUREFOOT_CACHE": str(folder)}}
    refused(OUTPUT, "compile", mine, says=[folder, "others may write there", "chmod go-w"], **env)
    if os.geteuid() == 0:
        folder.chmod(0o755)
        os.chown(folder, 12345, 12345)
        refused(OUTPUT, "compile", mine, says=[folder, "belongs to user 12345"], **env)


def test_a_new_cache_is_private(done, mine, home, tmp_path):
    folder = tmp_path / "new"
    done("compile", mine, **{**home, "env": {**home["env"], "SUREFOOT_CACHE": str(folder)}})
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_signal_leaves_no_compiler_and_no_files(program, mine, write, tmp_path):
    # A compiler that does its work and then sleeps, with a file of its own.
    compiler = write("slow", "#!/bin/sh\ncase \"$*\" in *-shared*) ;; *) exec c++ \"$@\";; esac\n"
                             "while [ \"$1\" != -o ]; do shift; done; touch \"$2\"\n"
                             f"echo $$ > {tmp_path}/pid; sleep 600\n")
    compiler.chmod(0o755)
    cache = tmp_path / "cache"
    env = {**os.environ, "SUREFOOT_CACHE": str(cache), "CXX": str(compiler)}
    running = subprocess.Popen([program, "compile", str(mine)], env=env,
                               stderr=subprocess.DEVNULL)
    for _ in range(600):
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            break
        time.sleep(0.1)
    pid = int((tmp_path / "pid").read_text())
    assert list(cache.iterdir())
    running.terminate()
    assert running.wait(timeout=10) == TERMINATED
    assert list(cache.iterdir()) == []
    assert ends(pid)
