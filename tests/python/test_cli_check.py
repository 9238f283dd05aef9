"""surefoot check, and --scores of surefoot fit."""

import csv
import json

import pytest


@pytest.fixture(scope="module")
def folder(done, tmp_path_factory):
    folder = tmp_path_factory.mktemp("check")
    done("simulate", "g-and-k", "--observations", 400, "--contaminate", "cluster:0.2:20:0.5",
         "--output", folder / "x.csv", "--labels", folder / "labels.csv")
    done("fit", "g-and-k", folder / "x.csv", "--draws", 100, "--output", folder / "fit.nc",
         "--scores", folder / "scores.csv")
    return folder


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def area(scores, outlier):
    pairs = [(a, b) for a, out in zip(scores, outlier) if out
             for b, other in zip(scores, outlier) if not other]
    return sum((a < b) + 0.5 * (a == b) for a, b in pairs) / len(pairs)


def test_scores_tell_the_labels(folder):
    scores = [float(row["inlier"]) for row in rows(folder / "scores.csv")]
    outlier = [row["outlier"] in ("1", "true") for row in rows(folder / "labels.csv")]
    assert sum(outlier) == 80 and area(scores, outlier) > 0.98


def test_check_says_where_and_what(done, folder):
    text = done("check", folder / "fit.nc", "--replicates", 39)
    assert "the model does not fit all of the data (p <= 0.025 by 39 simulated data sets)" in text
    assert "lies around 20 (" in text and "mass fixed" in text
    found = json.loads(done("check", folder / "fit.nc", "--json", "--tolerance", 0.4,
                            "--scores", folder / "again.csv", "--output", folder / "again.nc"))
    assert found["p_value"] == pytest.approx(1 / 200) and found["tolerance"] == 0.4
    assert found["p_value_beyond_tolerance"] > 0.05
    assert rows(folder / "again.csv")[0].keys() == rows(folder / "scores.csv")[0].keys()
    assert "by 199 simulated data sets" in done("summary", folder / "again.nc")


def test_whole_fits_are_made_again_on_request(done, refused, folder):
    words = ("check", folder / "fit.nc", "--replicates", 19, "--refit", 20)
    text = done(*words, "--output", folder / "refitted.nc")
    assert "where the whole fit is made again, by 20 draws each" in text
    found = json.loads(done(*words, "--json"))
    assert found["refit_draws"] == 20
    for choice in found["sensitivities"]:
        assert set(choice["mean_moves"]) == set(choice["sd_ratios"]) == {"a", "b", "g", "log_k"}
    done("report", folder / "refitted.nc", "--output", folder / "refitted.html")
    assert "where the whole fit is made again, by 20 draws" in (folder / "refitted.html").read_text()
    refused(64, "check", folder / "fit.nc", "--refit", 500, says="refit must be from 20 to the 100")
    refused(64, "check", folder / "fit.nc", "--refit", "all", says="--refit")


def test_the_fit_ends_with_what_was_found(done, folder):
    text = done("summary", folder / "fit.nc")
    assert "the model explains " in text and "the model does not fit all of the data" in text
    report = folder / "report.html"
    done("report", folder / "fit.nc", "--output", report)
    page = report.read_text()
    assert "Does the model fit?" in page and "The observations to look at first" in page


def test_wrong_use_is_refused(refused, done, folder, tmp_path):
    refused(64, "check", says="check needs the file of a fit")
    refused(65, "check", folder / "x.csv", says="must be a netCDF-4 file")
    refused(64, "check", folder / "fit.nc", "--tolerance", 5, says="tolerance must be a share")
    refused(64, "check", folder / "fit.nc", "--replicates", 5, says="replicates must be a whole number between 19")
    refused(64, "check", folder / "fit.nc", "--output", folder / "fit.nc", says="fit.nc")
    refused(64, "check", folder / "fit.nc", "--model", "sir", says="must have the parameters")
    done("fit", "gaussian-location", folder / "x.csv", "--method", "bayes", "--draws", 40,
         "--output", tmp_path / "bayes.nc")
    refused(64, "check", tmp_path / "bayes.nc", says="only fits by npl-mmd can be checked")
    refused(64, "fit", "gaussian-location", folder / "x.csv", "--method", "bayes", "--check",
            "full", says="check is not a setting of method bayes")


def test_calibrate_counts_and_corrects(done, refused, folder):
    words = ("calibrate", folder / "fit.nc", "--datasets", 20, "--draws", 20)
    text = done(*words, "--output", folder / "calibrated.nc")
    assert "Repeated sampling at the best fit: 20 data sets, 20 draws each" in text
    assert "Repeated sampling at the best fit" in done("summary", folder / "calibrated.nc")
    found = json.loads(done(*words, "--json"))
    assert set(found["parameters"]) == {"a", "b", "g", "log_k"}
    assert 0.15 < found["outliers"] < 0.25
    refused(64, *words[:2], "--datasets", 2, says="datasets must be")
    refused(64, "calibrate", says="calibrate needs the file of a fit")
