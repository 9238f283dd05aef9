"""Reports as their readers meet them: in a browser, on a phone and on a wide screen."""

import random
import subprocess
import xml.dom.minidom

import pytest

from browser import chromium, look_at

USAGE, DATA, DEVICE, OUTPUT = 64, 65, 69, 73
WIDTHS = [400, 1600]


@pytest.fixture(scope="session")
def fit_file(tmp_path_factory, done):
    """Makes the file of a fit: data from the model, contaminated, and few draws."""
    folder = tmp_path_factory.mktemp("fits")

    def make(name, model, *words, simulate=()):
        fit = folder / f"{name}.nc"
        if not fit.exists():
            data = folder / f"{name}.csv"
            done("simulate", model, "--output", data, *simulate)
            done("fit", model, data, "--output", fit, "--quiet", *words)
        return fit

    return make


@pytest.fixture(scope="session")
def g_and_k(fit_file):
    return fit_file("g-and-k", "g-and-k", "--draws", 60, "--mass", "free", simulate=(
        "--observations", 300, "--contaminate", "shift:0.1:-50,50"))


@pytest.fixture(scope="session")
def g_and_k_fixed(fit_file):
    return fit_file("g-and-k-fixed", "g-and-k", "--draws", 60, "--mass", "fixed", simulate=(
        "--observations", 300, "--contaminate", "shift:0.1:-50,50"))


@pytest.fixture(scope="session")
def seven(fit_file):
    return fit_file("seven", "gaussian-location", "--draws", 100, simulate=(
        "--observations", 200, "--model-option", "dimension=7"))


@pytest.fixture(scope="session")
def toggle_switch(fit_file):
    return fit_file("toggle-switch", "toggle-switch", "--draws", 8, "--simulations", 256,
                    "--steps", 10, "--model-option", "transitions=50",
                    simulate=("--observations", 100, "--model-option", "transitions=50"))


@pytest.fixture(scope="session")
def tiny(tmp_path_factory, done):
    """Numbers that are small, and numbers that are large and differ in late digits."""
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "tiny.py").write_text("""
import random, sys
for line in sys.stdin:
    m, seed, small, spread, large = line.split()
    draw = random.Random(int(seed))
    print("\\n".join(f"{draw.gauss(float(small), float(spread))} {draw.gauss(float(large), 1e-3)}"
                    for _ in range(int(m))), flush=True)
""")
    numbers = random.Random(1)
    rows = [f"{numbers.gauss(-2e-5, 3e-6)},{numbers.gauss(1234.5, 1e-3)}" for _ in range(80)]
    (folder / "tiny.csv").write_text("\n".join(["x,y", *rows]))
    done("fit", "exec:python3 -S tiny.py", "tiny.csv", "--parameters",
         "small=-3e-5:-1e-5,spread=1e-6:6e-6,large=1234.4:1234.6", "--lengthscale", 1e-3, "--draws",
         12, "--simulations", 32, "--steps", 5, "--check", "none", "--quiet", "--output", "tiny.nc",
         cwd=folder)
    return folder / "tiny.nc"


def check_page(report, width, folder):
    seen = look_at(report, width, folder)
    assert seen["problems"] == ""
    assert seen["overflow"] == 0 and seen["sticking_out"] == []
    assert seen["figures"]
    for figure in seen["figures"]:
        assert figure["rendered"] and not figure["broken"], figure
        assert figure["marks"] > 0, figure
        assert figure["label"], figure
        assert figure["overlapping"] == [] and figure["cut_off"] == [], figure
    return seen


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name, figures", [
    ("g_and_k", 4 + 1 + 1 + 1 + 1),  # marginals, pairs, predictive, mass, mmd
    ("seven", 7 + 1 + 1 + 1 + 1 + 1),
    ("toggle_switch", 7 + 1 + 1 + 1 + 1),
    ("tiny", 3 + 1 + 1 + 1 + 1),
])
def test_every_picture_is_drawn_and_nothing_sticks_out(request, done, tmp_path, name, figures,
                                                       width):
    report = tmp_path / "report.html"
    done("report", request.getfixturevalue(name), "--output", report)
    assert len(check_page(report, width, tmp_path)["figures"]) == figures


@pytest.mark.parametrize("width", WIDTHS)
def test_several_fits_are_compared(done, tmp_path, g_and_k, g_and_k_fixed, width):
    report = tmp_path / "report.html"
    done("report", g_and_k, g_and_k_fixed, "-o", report)
    check_page(report, width, tmp_path)
    text = report.read_text()
    assert "2 fits compared" in text and "<mark><b>free</b></mark>" in text
    assert text.count('class="fit"') == 2


def test_report_asks_for_nothing_from_elsewhere(done, tmp_path, g_and_k):
    report = tmp_path / "report.html"
    done("report", g_and_k, "--output", report)
    text = report.read_text()
    assert text.count("http://") == text.count("http://www.w3.org/") and "https://" not in text


def test_fit_writes_the_page_itself(done, tmp_path, g_and_k_data):
    report = tmp_path / "report.html"
    done("fit", "g-and-k", g_and_k_data, "--draws", 20, "--report", report, "--quiet")
    check_page(report, 1600, tmp_path)


def test_printing_makes_pages(done, tmp_path, g_and_k):
    report, paper = tmp_path / "report.html", tmp_path / "report.pdf"
    done("report", g_and_k, "--output", report)
    subprocess.run([*chromium(), f"--user-data-dir={tmp_path / 'profile'}",
                    f"--print-to-pdf={paper}", report.as_uri()], capture_output=True, timeout=120)
    assert paper.read_bytes().startswith(b"%PDF")


def test_figures_are_files(done, tmp_path, g_and_k):
    done("report", g_and_k, "--figures", tmp_path / "svg")
    done("report", g_and_k, "--figures", tmp_path / "png", "--format", "png")
    names = {path.stem for path in (tmp_path / "svg").iterdir()}
    assert names == {"marginal-a", "marginal-b", "marginal-g", "marginal-log-k", "pairs",
                     "predictive", "mass", "mmd"}
    assert names == {path.stem for path in (tmp_path / "png").iterdir()}
    for path in (tmp_path / "svg").iterdir():
        assert xml.dom.minidom.parse(str(path)).documentElement.tagName == "svg"
    for path in (tmp_path / "png").iterdir():
        assert path.read_bytes().startswith(b"\x89PNG")


def test_figures_without_a_browser_say_what_to_install(refused, tmp_path, g_and_k):
    refused(DEVICE, "report", g_and_k, "--figures", tmp_path / "svg", env={"PATH": "/nonexistent"},
            says="apt-get install chromium")
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_fit_is_refused(refused, tmp_path, write, g_and_k):
    report = tmp_path / "report.html"
    cut = write("cut.nc", g_and_k.read_bytes()[:5000])
    for fit in [tmp_path / "nothing.nc", write("text.nc", "hello"), cut]:
        refused(DATA, "report", fit, "--output", report, says=fit.name)
    assert not report.exists()


@pytest.mark.parametrize("words, says", [
    ((), "--output"),
    (("--figures", "d", "--format", "pgn"), "did you mean 'png'?"),
    (("--output", "x.html", "--format", "svg"), "--figures"),
    (("--outptu", "x.html"), "did you mean '--output'?"),
])
def test_wrong_usage_is_refused(refused, tmp_path, g_and_k, words, says):
    refused(USAGE, "report", g_and_k, *words, says=says, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_report_needs_a_fit_and_not_too_many(refused, tmp_path, g_and_k):
    refused(USAGE, "report", "--output", tmp_path / "x.html", says="needs the file of a fit")
    refused(USAGE, "report", *[g_and_k] * 9, "--output", tmp_path / "x.html", says="1 to 8 fits")


def test_fit_is_not_replaced_by_its_report(refused, write, g_and_k):
    fit = write("fit.nc", g_and_k.read_bytes())
    refused(USAGE, "report", fit, "--output", fit, says="would replace the fit")
    assert fit.read_bytes() == g_and_k.read_bytes()


def test_output_that_cannot_be_created_is_refused(refused, tmp_path, g_and_k):
    refused(OUTPUT, "report", g_and_k, "--output", tmp_path / "none" / "x.html", says="x.html")


def test_fit_refuses_a_report_in_the_place_of_another_file(refused, tmp_path, write, g_and_k_data):
    data = write("data.csv", g_and_k_data.read_bytes())
    fit = ("fit", "g-and-k", data, "--draws", 4)
    refused(USAGE, *fit, "--report", data, says="would replace the data")
    refused(USAGE, *fit, "--report", tmp_path / "x.nc", "--output", tmp_path / "x.nc",
            says="two files")
    refused(OUTPUT, *fit, "--report", tmp_path / "none" / "x.html", says="x.html")
    assert list(tmp_path.iterdir()) == [data]
