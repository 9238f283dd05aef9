"""Headers of the user's own: `surefoot new`, `compile`, and wherever a model is named."""

import csv
import os
import pathlib
import re
import shutil

import pytest

USAGE, DATA, MISSING, OUTPUT = 64, 65, 69, 73

# The built-in model, as a user would write it; same boxes.
G_AND_K = """
#include <limits>
#include <surefoot/surefoot.hpp>
struct Mine {
  static constexpr int parameters = 4, dimension = 1, latents = 1;
  template <class Real, class Latent>
  surefoot::Vec<Real, 1> operator()(const surefoot::Vec<Real, 4>& theta, Latent& latent) const {
    const auto z = latent.normal();
    const Real skew = 1.0 + 0.8 * tanh(0.5 * z * theta[2]);
    const Real tail = exp(log1p(z * z) * exp(theta[3]));
    return {{theta[0] + theta[1] * skew * tail * z}};
  }
  static std::vector<surefoot::Parameter> box() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    return {{"a", -inf, inf}, {"b", 0.0, inf}, {"g", -20.0, 20.0}, {"log_k", -6.0, 3.0}};
  }
};
"""


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def at_home(cache):
    """How to run the program with a cache of the tests' own."""
    return {"env": {**os.environ, "SUREFOOT_CACHE": str(cache)}, "timeout": 600}


@pytest.fixture(scope="session")
def skeleton(tmp_path_factory, done):
    path = tmp_path_factory.mktemp("skeleton") / "my_model.hpp"
    said = done("new", path)
    assert f"surefoot fit {path}" in said
    return path


@pytest.fixture
def header(skeleton, tmp_path):
    """Writes the skeleton with one thing replaced by another."""

    def make(old="", new="", name="my_model.hpp"):
        text = skeleton.read_text()
        assert old in text
        path = tmp_path / name
        path.write_text(text.replace(old, new, 1))
        return path

    return make


def rows(text):
    return {row["parameter"]: row for row in csv.DictReader(text.splitlines())}


def test_the_skeleton_compiles_simulates_and_fits(done, surefoot, skeleton, at_home, tmp_path):
    data = tmp_path / "data.csv"
    done("simulate", skeleton, "--theta", "mean=5,sd=2", "--observations", 400, "--output", data,
         **at_home)
    first = surefoot("fit", skeleton, data, "--draws", 50, "--summary", "csv", **at_home)
    assert first.returncode == 0, first.stderr
    assert "compiled" not in first.stderr  # by simulate already
    row = rows(first.stdout)
    assert abs(float(row["mean"]["mean"]) - 5) < 0.5
    assert abs(float(row["sd"]["mean"]) - 2) < 0.5


def test_compile_says_what_the_model_is(done, skeleton, at_home, cache):
    text = done("compile", skeleton, **at_home)
    assert re.search(r"^mean +-100 +100 +identity$", text, re.MULTILINE)
    assert re.search(r"^sd +0.01 +100 +log$", text, re.MULTILINE)
    assert re.search(r"^latents +1 normal$", text, re.MULTILINE)
    assert "derivatives" in text and str(cache) in text
    assert "mean" in done("models", skeleton, **at_home)


def test_a_header_is_compiled_again_only_when_something_changed(surefoot, header, at_home, write):
    path = header("#include <vector>", '#include <vector>\n#include "scale.hpp"', "part.hpp")
    scale = write("scale.hpp", "inline constexpr double scale = 1;\n")

    def compiled():
        result = surefoot("compile", path, **at_home)
        assert result.returncode == 0, result.stderr
        return "compiled" in result.stderr

    assert compiled()
    assert not compiled()
    os.utime(path)  # its content counts, not its date
    assert not compiled()
    scale.write_text("inline constexpr double scale = 2;\n")
    assert compiled()
    path.write_text(path.read_text().replace("100.0", "90.0"))
    assert compiled()
    scale.write_text("inline constexpr double scale = 1;\n")
    path.write_text(path.read_text().replace("90.0", "100.0"))
    assert not compiled()


def test_a_header_is_what_the_same_model_is_built_in(done, write, at_home, g_and_k_data):
    header = write("mine.hpp", G_AND_K)
    simulate = ("--theta", "a=3,b=1,g=1,log_k=-0.7", "--observations", 500, "--seed", 3)
    assert done("simulate", header, *simulate, **at_home) == done("simulate", "g-and-k", *simulate)
    # The search for a start knows more of the built-in model, so minima are the same up to the
    # minimiser's tolerance only.
    fit = (g_and_k_data, "--draws", 40, "--start", "a=3,b=1,g=1,log_k=-0.7", "--bounds",
           "a=-10:20,b=0.01:20", "--seed", 3, "--quiet", "--summary", "csv")
    mine, built_in = rows(done("fit", header, *fit, **at_home)), rows(done("fit", "g-and-k", *fit))
    assert mine.keys() == built_in.keys()
    for name, row in built_in.items():
        assert abs(float(mine[name]["mean"]) - float(row["mean"])) < 0.01 * float(row["sd"])


def test_a_damaged_plug_in_is_made_again(surefoot, done, header, at_home):
    path = header("-100.0", "-70.0")
    plugin = done("compile", path, **at_home).split()[-1]
    with open(plugin, "w") as file:
        file.write("not a shared object")
    assert "compiled" in surefoot("compile", path, **at_home).stderr


@pytest.mark.parametrize("old, new, says", [
    ("static constexpr int parameters = 2;", "static constexpr int sizes = 2;", "int parameters"),
    ("static constexpr int dimension", "static constexpr int columns", "int dimension"),
    ("static constexpr int latents", "static constexpr int randoms", "int latents"),
    ("box()", "boxes()", "box()"),
    ("{\"mean\", -100.0, 100.0}, ", "", "it has 2, and 1 are described"),
    ("\"sd\"", "\"mean\"", "mean"),
    ("latents = 1", "latents = 2", "declares 2 and asked for 1"),
    ("const surefoot::Vec<Real, parameters>& theta", "const surefoot::Vec<Real, 3>& theta",
     "operator()"),
])
def test_what_a_struct_lacks_is_said_in_one_line(surefoot, header, at_home, old, new, says):
    path = header(old, new)
    if "parameters" in old and "static" in old or "dimension" in old:
        # The names are used in the struct itself; spell them out.
        path.write_text(path.read_text().replace("<Real, dimension>", "<Real, 1>").replace(
            "<Real, parameters>", "<Real, 2>"))
    result = surefoot("compile", path, **at_home)
    assert result.returncode == USAGE, result.stderr
    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"surefoot: {path}: ") and says in last
    assert "error:" not in result.stderr


def test_errors_of_the_compiler_are_in_the_users_file(surefoot, header, at_home):
    path = header("const auto z = latent.normal();", "const auto z = latent.normal()")
    line = 1 + path.read_text().splitlines().index("    const auto z = latent.normal()")
    result = surefoot("fit", path.name, "none.csv", cwd=path.parent, **at_home)
    assert result.returncode == USAGE
    last = result.stderr.splitlines()[-1]
    assert re.search(rf"^my_model.hpp:({line}|{line + 1}):", result.stderr, re.MULTILINE)
    assert last.startswith("surefoot: my_model.hpp: it does not compile: my_model.hpp:")


DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "own-simulator.md"


def documented_calls():
    section = DOCUMENT.read_text().split("| what | functions |")[1].split("Of two arguments")[0]
    return re.findall(r"`(\w+)(\([^`]*\))`", section)


def test_every_documented_function_compiles(done, header, at_home):
    terms = []
    for name, arguments in documented_calls():
        call = name + arguments.replace("condition", "x < y && !(x == 1.0)")
        is_condition = name.startswith("is")
        terms.append(f"select({call}, x, y)" if is_condition else call)
        if arguments == "(x, y)":
            terms += [f"{name}(x, 2.5)", f"{name}(2.5, y)"]
    assert len(terms) > 45
    path = header("return {{mean + sd * z}};", "const Real x = mean * z, y = sd;\n    return {{" +
                  " + ".join(terms) + "}};")
    assert "derivatives" in done("compile", path, **at_home)


@pytest.mark.parametrize("call, says", [
    ("std::riemann_zeta(mean)", "surefoot has no riemann_zeta() for"),
    ("j0(mean)", "surefoot has no j0() for"),
    ("std::sin(mean)", "write sin(...) without std::"),
    ("(mean < sd ? mean : sd)", "write select(condition, yes, no)"),
])
def test_what_packs_lack_is_said_in_one_line(surefoot, header, at_home, call, says):
    path = header("mean + sd * z", f"{call} + sd * z")
    result = surefoot("compile", path, **at_home)
    assert result.returncode == USAGE, result.stderr
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"surefoot: {path}: line ") and says in line
    if "no " in says:
        available = set(line.split("available: ")[1].split(", "))
        assert available == {name for name, _ in documented_calls()}


SECOND = "\nstruct Other { template <class A, class B> A operator()(A a, B&) const { return a; } };\n"


def test_of_two_structs_the_name_of_the_file_decides(done, refused, header, at_home):
    path = header()
    text = path.read_text() + SECOND
    path.write_text(text)
    assert "MyModel, a" in done("compile", path, **at_home)
    other = path.with_name("another.hpp")
    other.write_text(text)
    refused(USAGE, "compile", other, says=["MyModel and Other"], **at_home)


def test_what_is_no_model_is_refused(refused, write, at_home, tmp_path):
    refused(USAGE, "compile", write("empty.hpp", ""), says="operator()", **at_home)
    refused(USAGE, "compile", "model.cpp", says=".hpp", **at_home)
    refused(USAGE, "compile", says="my_model.hpp", **at_home)
    refused(DATA, "compile", tmp_path / "none.hpp", says="no such header", **at_home)
    refused(DATA, "fit", tmp_path / "none.hpp", "data.csv", says="no such header", **at_home)


def test_without_a_compiler_it_says_what_to_install(refused, skeleton, tmp_path):
    env = {"PATH": str(tmp_path), "SUREFOOT_CACHE": str(tmp_path)}
    refused(MISSING, "compile", skeleton, says="apt-get install g++", env=env)
    refused(MISSING, "compile", skeleton, says="'no-such-compiler'",
            env={**os.environ, "CXX": "no-such-compiler"})


def test_headers_of_another_version_are_refused(done, refused, skeleton, at_home, tmp_path):
    ours = tmp_path / "include"
    shutil.copytree(pathlib.Path(__file__).parents[2] / "include", ours)
    env = {**at_home["env"], "SUREFOOT_INCLUDE": str(ours)}
    done("compile", skeleton, env=env)
    model = ours / "surefoot" / "model.hpp"
    text = model.read_text()
    # Of the same size, and yet another class.
    swapped = text.replace("std::optional<std::string> kernel;\n", "").replace(
        "std::optional<std::string> lengthscale;\n",
        "std::optional<std::string> lengthscale;\n  std::optional<std::string> kernel;\n")
    assert sorted(swapped.split()) == sorted(text.split()) and swapped != text
    model.write_text(swapped)
    refused(MISSING, "compile", skeleton, says=[str(ours), "built from"], env=env)
    model.unlink()
    refused(MISSING, "compile", skeleton, says="built from", env=env)


def test_a_cache_that_cannot_be_written_is_refused(refused, skeleton, write):
    file = write("file", "")
    refused(OUTPUT, "compile", skeleton, says="SUREFOOT_CACHE",
            env={**os.environ, "SUREFOOT_CACHE": str(file / "cache")})


def test_new_does_not_overwrite(done, refused, tmp_path, write):
    path = write("two-stages.hpp", "mine")
    refused(OUTPUT, "new", path, says="--force")
    assert path.read_text() == "mine"
    assert "struct TwoStages" in done("new", path, "--force")
    assert "struct TwoStages {" in path.read_text()
    refused(USAGE, "new", tmp_path / "model.py", says=".hpp")
    refused(OUTPUT, "new", tmp_path / "nowhere" / "model.hpp", says="cannot be created")


def test_the_skeleton_is_marked_for_the_device(skeleton):
    text = skeleton.read_text()
    assert re.search(r"SUREFOOT_HD surefoot::Vec<Real, dimension> operator\(\)", text)


def test_a_device_that_is_missing_is_said_before_nvcc_is_asked(surefoot, done, skeleton, at_home,
                                                               g_and_k_data):
    devices = re.search(r"^devices: (.*)$", done("--version"), re.MULTILINE)[1]
    if "cuda" in devices and "no device" not in devices:
        pytest.skip("there is a device")
    env = {**at_home["env"], "CUDACXX": "no-such-compiler"}
    fit = ("fit", skeleton, g_and_k_data, "--draws", 4)
    result = surefoot(*fit, "--device", "cuda", env=env)
    assert result.returncode == MISSING
    says = "no device was found" if "cuda" in devices else "no code for model my_model.hpp"
    assert says in result.stderr.splitlines()[-1]
    assert "no-such-compiler" not in surefoot(*fit, env=env).stderr


def test_settings_that_a_header_has_no_use_for_are_refused(refused, surefoot, skeleton, at_home,
                                                           g_and_k_data, normal_data):
    def fails(status, says, *words):
        result = surefoot("fit", skeleton, *words, "--draws", 4, **at_home)
        assert result.returncode == status
        assert says in result.stderr.splitlines()[-1]

    fails(USAGE, "box()", g_and_k_data, "--parameters", "a=0:1")
    fails(USAGE, "no options", g_and_k_data, "--model-option", "dimension=2")
    fails(DATA, "1 column", normal_data)
    refused(USAGE, "simulate", skeleton, "--observations", 3, says="--theta mean=X,sd=X", **at_home)
    refused(USAGE, "simulate", skeleton, "--observations", 3, "--theta", "mean=1", says="sd",
            **at_home)
