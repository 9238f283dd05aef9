"""Headers of the user's own that throw, exit, abort or crash, and the cache that they are kept in."""

import os
import pathlib
import signal
import stat
import subprocess
import time

import pytest

from background import ends

USAGE, DATA, MISSING, OUTPUT, TERMINATED = 64, 65, 69, 73, 143

# A normal distribution that does something else once it is beyond what a fit begins with.
HEADER = """
#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <surefoot/surefoot.hpp>
inline std::atomic<int> calls = 0;
inline int deeper(int n) {{
  volatile char room[4096];
  room[0] = static_cast<char>(n);
  return n < 0 ? 0 : deeper(n + 1) + room[0];
}}
struct Mine {{
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  surefoot::Vec<double, 1> operator()(const surefoot::Vec<double, 1>& theta, auto& latent) const {{
    if (++calls > {after}) {{ {deed} }}
    return {{{{theta[0] + latent.normal()}}}};
  }}
  static std::vector<surefoot::Parameter> box() {{
    {in_box}
    return {{{{"mean", -10.0, 10.0}}}};
  }}
}};
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """How to run the program with a cache of the tests' own."""
    cache = tmp_path_factory.mktemp("cache")
    return {"env": {**os.environ, "SUREFOOT_CACHE": str(cache)}, "timeout": 600}


@pytest.fixture
def mine(tmp_path):
    def make(deed="", after=1000, in_box="", name="mine.hpp"):
        path = tmp_path / name
        path.write_text(HEADER.format(deed=deed, after=after, in_box=in_box))
        return path

    return make


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "data.csv"
    path.write_text("".join(f"{i / 10}\n" for i in range(40)))
    return path


def last_line(result):
    return result.stderr.splitlines()[-1]


def test_an_exception_is_the_headers(surefoot, mine, data, home):
    header = mine('throw std::runtime_error("no luck");')
    result = surefoot("fit", header, data, "--draws", 20, **home)
    assert result.returncode == DATA, result.stderr
    assert f"{header}: the code of the header threw std::runtime_error ('no luck')" in \
        last_line(result)


def test_an_exception_of_no_kind_and_one_of_the_box(surefoot, mine, data, home):
    result = surefoot("fit", mine("throw 3;"), data, **home)
    assert result.returncode == DATA and "threw int;" in last_line(result), result.stderr
    header = mine(in_box='throw std::out_of_range("box");')
    result = surefoot("compile", header, **home)
    assert result.returncode == DATA, result.stderr
    assert f"{header}: the code of the header threw std::out_of_range" in last_line(result)


def test_draws_before_an_exception_are_kept(surefoot, mine, data, home, tmp_path):
    # Late enough for some draws, early enough for not all of them.
    header = mine('throw std::runtime_error("late");', after=30_000_000)
    fit = tmp_path / "fit.nc"
    result = surefoot("fit", header, data, "--draws", 100_000, "--simulations", 100,
                      "--output", fit, **home)
    assert result.returncode == DATA, result.stderr
    assert "of 100000 draws done: " in last_line(result) and fit.exists()


@pytest.mark.parametrize("deed, status, says", [
    ("std::exit(0);", DATA, "ended the program (exit)"),
    ("std::exit(3);", DATA, "ended the program (exit)"),
    ("std::quick_exit(0);", DATA, "ended the program (exit)"),
    ("std::abort();", -signal.SIGABRT, "aborted"),
    ("[]() noexcept { throw 1; }();", -signal.SIGABRT, "aborted"),
    ("*static_cast<volatile int*>(nullptr) = 1;", -signal.SIGSEGV, "crashed"),
    ("return {{double(deeper(1))}};", -signal.SIGSEGV, "crashed"),
    ("volatile int one = 1, zero = 0; return {{double(one / zero)}};", -signal.SIGFPE, "divided"),
])
def test_the_end_of_the_program_is_the_headers(surefoot, mine, data, home, deed, status, says):
    header = mine(deed)
    result = surefoot("fit", header, data, "--draws", 20, **home)
    assert result.returncode == status, result.stderr
    line = [line for line in result.stderr.splitlines() if line.startswith("surefoot: ")][-1]
    assert str(header) in line and says in line


def test_a_compiler_that_dies_is_said(surefoot, mine, write, home):
    compiler = write("killed", "#!/bin/sh\nkill -9 $$\n")
    compiler.chmod(0o755)
    result = surefoot("compile", mine(name="dead.hpp"),
                      **{**home, "env": {**home["env"], "CXX": str(compiler)}})
    assert result.returncode == USAGE
    assert "ended by signal 9" in last_line(result), result.stderr
    compiler.write_text("#!/bin/sh\nexit 7\n")
    result = surefoot("compile", mine(name="mute.hpp"),
                      **{**home, "env": {**home["env"], "CXX": str(compiler)}})
    assert "ended with status 7" in last_line(result), result.stderr


def test_a_folder_on_the_path_that_cannot_be_looked_into_is_passed_over(done, mine, write, home,
                                                                         tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    compiler = write("wrapped", f"#!/bin/sh\nPATH='{os.environ['PATH']}' exec c++ \"$@\"\n")
    compiler.chmod(0o755)
    path = f"{loop}:{tmp_path / ('x' * 300)}:{tmp_path}"
    done("compile", mine(), **{**home, "env": {**home["env"], "PATH": path, "CXX": "wrapped"}})


@pytest.fixture
def compiled(done, mine, home):
    """A header that is in the cache, and its file there."""
    header = mine()
    done("compile", header, **home)
    plugin = pathlib.Path(done("compile", header, **home).split()[-1])
    return header, plugin


def test_a_truncated_or_changed_plug_in_is_made_again(surefoot, compiled, home):
    header, plugin = compiled
    whole = plugin.read_bytes()
    code = whole.index(b"\x7fELF") + len(whole) // 2
    for damaged in (whole[:4096], whole[:len(whole) // 2], b"",
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
    refused(OUTPUT, "compile", mine(), says=[folder, "others may write there", "chmod go-w"], **env)
    if os.geteuid() == 0:
        folder.chmod(0o755)
        os.chown(folder, 12345, 12345)
        refused(OUTPUT, "compile", mine(), says=[folder, "belongs to user 12345"], **env)


def test_a_new_cache_is_private(done, mine, home, tmp_path):
    folder = tmp_path / "new"
    done("compile", mine(), **{**home, "env": {**home["env"], "SUREFOOT_CACHE": str(folder)}})
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_signal_leaves_no_compiler_and_no_files(program, mine, write, tmp_path):
    # A compiler that does its work and then sleeps, with a file of its own.
    compiler = write("slow", "#!/bin/sh\ncase \"$*\" in *-shared*) ;; *) exec c++ \"$@\";; esac\n"
                             "while [ \"$1\" != -o ]; do shift; done; touch \"$2\"\n"
                             f"echo $$ > {tmp_path}/pid; sleep 600\n")
    compiler.chmod(0o755)
    cache = tmp_path / "cache"
    env = {**os.environ, "SUREFOOT_CACHE": str(cache), "CXX": str(compiler)}
    running = subprocess.Popen([program, "compile", str(mine())], env=env,
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
