"""The rival methods as a user meets them: one program, one kind of file and summary for all."""

import json
import signal
import subprocess
import time

import arviz
import numpy as np
import pytest

METHODS = ["npl-mmd", "npl-wll", "npl-wasserstein", "wabc", "mmd-abc", "mmd-bayes", "bayes"]
SETTINGS = {
    "wabc": ["--max-simulations", "2000"],
    "mmd-abc": ["--max-simulations", "2000"],
    "mmd-bayes": ["--warmup", "200", "--thin", "2"],
}


@pytest.fixture(scope="module")
def data(tmp_path_factory, done):
    path = tmp_path_factory.mktemp("data") / "x.csv"
    done("simulate", "gaussian-location", "--model-option", "dimension=2", "--observations", "60",
         "--contaminate", "cluster:0.1:20", "--seed", "3", "--output", str(path))
    return str(path)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_writes_what_arviz_opens(done, data, tmp_path, method):
    out = tmp_path / "fit.nc"
    summary = json.loads(done("fit", "gaussian-location", data, "--method", method, "--draws", "40",
                              "--seed", "1", *SETTINGS.get(method, []), "--output", out,
                              "--summary", "json"))
    assert summary["method"] == method
    fit = arviz.from_netcdf(str(out))
    assert fit.posterior["theta1"].size == 40
    np.testing.assert_allclose(float(fit.posterior["theta1"].mean()),
                               summary["parameters"]["theta1"]["mean"], rtol=1e-12)
    again = json.loads(done("summary", out, "--summary", "json"))
    assert again["parameters"] == summary["parameters"]


@pytest.mark.parametrize("method", METHODS)
def test_draws_do_not_depend_on_threads(done, data, tmp_path, method):
    files = []
    for threads in ("1", "3"):
        out = tmp_path / f"{threads}.csv"
        done("fit", "gaussian-location", data, "--method", method, "--draws", "20", "--seed", "7",
             "--threads", threads, *SETTINGS.get(method, []), "--output", out)
        files.append(out.read_text())
    assert files[0] == files[1]


def test_robust_methods_stay_and_others_are_dragged(done, data, tmp_path):
    text = done("compare", "gaussian-location", data, "--methods", "npl-mmd,npl-wll,bayes",
                "--draws", "200", "--out", tmp_path / "out", "--summary", "json")
    fits = {fit["method"]: fit for fit in json.loads(text)["fits"]}
    assert list(fits) == ["npl-mmd", "npl-wll", "bayes"]
    mean = {method: fit["parameters"]["theta1"]["mean"] for method, fit in fits.items()}
    assert abs(mean["npl-mmd"] - 1.0) < 0.5
    assert mean["npl-wll"] > 2.0 and mean["bayes"] > 2.0
    for method in fits:
        assert (tmp_path / "out" / f"{method}.nc").exists()


def test_compare_prints_one_table(done, data, tmp_path):
    lines = done("compare", "gaussian-location", data, "--methods", "npl-mmd,npl-wll", "--draws", "20",
                 "--out", tmp_path).splitlines()
    assert lines[0] == "gaussian-location, 60 observations of dimension 2"
    assert lines[2].split() == ["parameter", "method", "mean", "sd", "5", "%", "50", "%", "95", "%"]
    assert any("simulated observations" in line for line in lines)


def test_compare_goes_on_where_a_method_cannot(surefoot, done, tmp_path):
    x = tmp_path / "x.csv"
    done("simulate", "toggle-switch", "--observations", "20", "--model-option", "transitions=5",
         "--seed", "1", "--output", x)
    result = surefoot("compare", "toggle-switch", x, "--methods", "npl-wll,wabc", "--draws", "10",
                      "--max-simulations", "200", "--model-option", "transitions=5", "--out",
                      tmp_path / "out")
    assert result.returncode == 64
    assert "method npl-wll needs a density" in result.stderr
    assert "wabc" in result.stdout
    assert (tmp_path / "out" / "wabc.nc").exists()


def test_a_given_default_is_no_default(done, data):
    """1000 draws are what the bootstrap has unless told; who asks wabc for them gets them."""
    def draws(*arguments):
        return json.loads(done("fit", "gaussian-location", data, "--method", "wabc",
                               "--max-simulations", "1000", "--summary", "json",
                               *arguments))["draws"]

    assert draws("--draws", "1000") == 1000
    assert draws() == 500


def test_summary_says_what_was_given(done, data, tmp_path):
    out = tmp_path / "fit.nc"
    summary = json.loads(done("fit", "gaussian-location", data, "--draws", "8", "--mass", "fixed",
                              "--seed", "0", "--output", out, "--summary", "json"))
    assert summary["given"] == ["draws", "mass", "seed"]
    assert json.loads(done("summary", out, "--summary", "json"))["given"] == summary["given"]


@pytest.mark.parametrize("method", ["npl-mmd", "npl-wll", "npl-wasserstein"])
def test_bootstraps_take_a_prior(done, data, tmp_path, method):
    out = tmp_path / "fit.nc"
    informed = json.loads(done("fit", "gaussian-location", data, "--method", method, "--draws", "20",
                               "--prior", "theta1=normal:1.8:0.01", "--output", out,
                               "--summary", "json"))
    shares = informed["prior_share"]
    assert shares["theta1"] > 0.9 and shares["theta2"] == 0.0
    assert informed["parameters"]["theta1"]["mean"] == pytest.approx(1.8, abs=0.05)
    assert informed["data_weight"] > 0.0
    assert json.loads(done("summary", out, "--summary", "json"))["prior_share"] == shares


@pytest.mark.parametrize("arguments, part", [
    (["--method", "npl-wasserstein", "--noise", "fresh", "--prior", "normal:0:1"],
     "a prior is weighed by the minima of some draws"),
    (["--method", "npl-wll", "--prior", "beta:1:1"], "prior must be normal:MEAN:SD"),
    (["--method", "wabc", "--mass", "free"], "mass is not a setting of method wabc"),
    (["--method", "wabc", "--mass", "fixed"], "mass is not a setting of method wabc, but is fixed"),
    (["--method", "bayes", "--prior", "beta:1:1"], "prior must be normal:MEAN:SD"),
    (["--method", "wabc", "--transport", "sorted"], "transport sorted needs observations of one column"),
    (["--method", "npl-wasserstein", "--order", "3"], "order must be a whole number between 1 and 2"),
    (["--method", "mmd-bayes", "--draws", "10", "--chains", "4"], "draws must be a multiple of the 4 chains"),
    (["--method", "mmd-abc", "--draws", "20", "--particles", "30"], "one of them is enough"),
    (["--method", "npl-mmd", "--particles", "30"], "particles is not a setting of method npl-mmd"),
    (["--method", "wbac"], "did you mean 'wabc'?"),
])
def test_bad_settings_are_refused(refused, data, arguments, part):
    refused(64, "fit", "gaussian-location", data, "--quiet", *arguments, says=part)


def test_compare_needs_methods(refused, data, tmp_path):
    refused(64, "compare", "gaussian-location", data, "--out", tmp_path, says="compare needs methods")
    refused(64, "compare", "gaussian-location", data, "--methods", "wabc,wabc",
            says="names 'wabc' twice")


def test_interrupted_particles_are_those_of_the_last_whole_step(program, done, data, tmp_path):
    output = tmp_path / "partial.nc"
    process = subprocess.Popen([program, "fit", "gaussian-location", data, "--method", "mmd-abc",
                                "--max-simulations", "2000000000", "--output", output],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    stdout, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stdout.startswith("PARTIAL: ")
    assert arviz.from_netcdf(str(output)).posterior["theta1"].size == 500
    assert done("summary", output) == stdout
