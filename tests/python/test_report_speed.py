"""How quickly a report is there.  It is timed, so nothing else runs beside it (tests/CMakeLists.txt)."""

from browser import look_at


def test_large_report_is_small_and_quick(done, tmp_path):
    # As large as the limits are meant for: 1000 draws of seven parameters.
    data, fit, report = tmp_path / "data.csv", tmp_path / "fit.nc", tmp_path / "report.html"
    done("simulate", "gaussian-location", "--observations", 200, "--model-option", "dimension=7",
         "--output", data)
    done("fit", "gaussian-location", data, "--draws", 1000, "--output", fit, "--quiet")
    done("report", fit, "--output", report)
    assert report.stat().st_size < 3_000_000
    # Other work on the machine can only add to the time, so the quickest of a few looks counts.
    looks = (look_at(report, 1600, tmp_path)["milliseconds"] for _ in range(6))
    assert any(milliseconds < 2000 for milliseconds in looks)
