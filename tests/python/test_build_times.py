"""scripts/build-times reads Ninja's log."""

import pathlib
import subprocess

script = pathlib.Path(__file__).parents[2] / "scripts" / "build-times"


def test_the_latest_time_of_each_output_counts_once(tmp_path):
    lines = [
        "# ninja log v5",
        "0\t9000\t1\tsrc/CMakeFiles/a.dir/old/x.cpp.o\taaaa",
        "0\t2000\t1\tsrc/CMakeFiles/a.dir/old/x.cpp.o\tbbbb",
        "0\t500\t1\tdata.nc\tcccc",
        "0\t500\t1\tdata.txt\tcccc",
    ]
    (tmp_path / ".ninja_log").write_text("\n".join(lines) + "\n")
    printed = subprocess.run([script, tmp_path], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=1) for line in printed.splitlines() if line[:1] == " "]
    assert rows[0] == ["2.5", "all 2 outputs"]
    assert ["2.0", "src/old"] in rows
    assert ["2.0", "src/CMakeFiles/a.dir/old/x.cpp.o"] in rows


def test_a_folder_without_a_log_is_refused(tmp_path):
    refused = subprocess.run([script, tmp_path], capture_output=True, text=True)
    assert refused.returncode == 1
    assert ".ninja_log is missing" in refused.stderr
