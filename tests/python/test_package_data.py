"""Data as Python users have them: masked, with names, with gaps."""

import logging
import pathlib

import numpy as np
import pytest

surefoot = pytest.importorskip("surefoot")
pandas = pytest.importorskip("pandas")

FEW = {"draws": 4, "seed": 1, "predictive_draws": 0}


@pytest.fixture(scope="module")
def table():
    """Forty rows of three columns, none like another."""
    return np.random.default_rng(1).normal([0.0, 5.0, -5.0], 1.0, (40, 3))


def observed(data, **keywords):
    return surefoot.fit(data, "gaussian-location", **FEW, **keywords).observations


# Masks

def masked_forms(table):
    mask = np.zeros(table.shape, dtype=bool)
    mask[[3, 7], 1] = True
    whole = np.ma.array(table, mask=mask)
    fields = np.ma.array([tuple(row) for row in table], dtype=[(name, float) for name in "xyz"])
    fields["y"][[3, 7]] = np.ma.masked
    return {"array": whole, "rows": list(whole), "fields": fields}


@pytest.mark.parametrize("form", ["array", "rows", "fields"])
def test_masked_values_are_refused_or_their_rows_dropped(table, form, caplog):
    data = masked_forms(table)[form]
    with pytest.raises(ValueError, match="masked value in row 4: drop_nonfinite=True"):
        observed(data)
    with caplog.at_level(logging.INFO, "surefoot"):
        kept = observed(data, drop_nonfinite=True)
    np.testing.assert_array_equal(kept, np.delete(table, [3, 7], axis=0))
    assert "data: 2 rows with missing or non-finite values left out" in caplog.text


def test_a_mask_of_nothing_is_no_mask(table):
    np.testing.assert_array_equal(observed(np.ma.array(table)), table)


def test_masked_column_that_is_not_taken_does_not_matter(table):
    np.testing.assert_array_equal(observed(masked_forms(table)["array"], columns=[1, 3]),
                                  table[:, [0, 2]])


def test_masked_results_of_a_simulator_are_not_numbers():
    def simulator(largest):
        return surefoot.Simulator(
            lambda theta, noise: np.ma.masked_greater(theta[0] + noise, largest), {"mu": (-5, 5)},
            jacobian=None)

    assert np.isfinite(surefoot.simulate(simulator(100.0), [0.0], 50)).all()
    with pytest.warns(surefoot.SurefootWarning, match="not numbers"), \
            pytest.raises(ValueError, match="not a number"):
        surefoot.simulate(simulator(0.0), [0.0], 50)


# Columns

@pytest.mark.parametrize("columns", [["z", "x"], "z,x", [3, 1], ("z", 1), np.array([3, 1])])
def test_columns_are_names_or_numbers_from_one(table, columns):
    frame = pandas.DataFrame(table, columns=["x", "y", "z"])
    frame["y"] = "text"
    np.testing.assert_array_equal(observed(frame, columns=columns), table[:, [2, 0]])


def test_columns_of_what_has_no_names_are_numbers(table):
    np.testing.assert_array_equal(observed(table, columns=2), table[:, 1:2])
    np.testing.assert_array_equal(observed(pandas.DataFrame(table), columns=[1]), table[:, :1])
    np.testing.assert_array_equal(observed(table.tolist(), columns="3"), table[:, 2:])


def test_columns_of_a_structured_array_have_names(table):
    fields = np.array([tuple(row) for row in table], dtype=[(name, float) for name in "xyz"])
    np.testing.assert_array_equal(observed(fields), table)
    np.testing.assert_array_equal(observed(fields, columns=["y", "x"]), table[:, [1, 0]])


@pytest.mark.parametrize("columns, error, says", [
    (["a"], ValueError, "no column 'a': its columns are 'x', 'y', 'z'"),
    (["x", "x"], ValueError, "column 'x' chosen twice"),
    ([0], ValueError, "no column '0'"),
    ([4], ValueError, "no column '4'"),
    ([], ValueError, "at least one"),
    ([1.5], TypeError, "names or numbers from 1, but one is float"),
    ([True], TypeError, "but one is bool"),
])
def test_wrong_columns_are_refused(table, columns, error, says):
    with pytest.raises(error, match=says):
        observed(pandas.DataFrame(table, columns=["x", "y", "z"]), columns=columns)


def test_a_model_of_fewer_columns_asks_for_as_many(table):
    frame = pandas.DataFrame(table, columns=["x", "y", "z"])
    with pytest.raises(ValueError, match=r"1 column, but these have 3: columns=\[1\], for example"):
        surefoot.fit(frame, "g-and-k", **FEW)
    fit = surefoot.fit(frame, "g-and-k", columns=[1], **FEW)
    np.testing.assert_array_equal(fit.observations, table[:, :1])


@pytest.mark.parametrize("name", ["data.csv", pathlib.Path("data.csv")])
def test_the_name_of_a_file_is_no_data(name):
    with pytest.raises(ValueError, match=r"fit\(pandas\.read_csv\('data\.csv'\), \.\.\.\)"):
        surefoot.fit(name, "g-and-k", **FEW)


# Gaps

def test_rows_with_gaps_are_left_out(table):
    data = table.copy()
    data[2, 0], data[5, 2] = np.nan, np.inf
    np.testing.assert_array_equal(observed(data, drop_nonfinite=True),
                                  np.delete(table, [2, 5], axis=0))
    np.testing.assert_array_equal(observed(data, drop_nonfinite=True, columns=[1]),
                                  np.delete(table, 2, axis=0)[:, :1])
    fits = surefoot.compare(data, "gaussian-location", ["npl-mmd"], columns=[2],
                            drop_nonfinite=True, **FEW)
    np.testing.assert_array_equal(fits["npl-mmd"].observations, table[:, 1:2])


@pytest.mark.parametrize("data, keywords, error, says", [
    ([np.nan, np.inf], {"drop_nonfinite": True}, ValueError, "all 2 rows have a value"),
    ([1.0, np.nan], {}, ValueError, "2"),
    ([1.0, 2.0], {"drop_nonfinite": "yes"}, TypeError, "True or False"),
])
def test_gaps_that_leave_nothing_are_refused(data, keywords, error, says):
    with pytest.raises(error, match=says):
        surefoot.fit(data, "gaussian-location", **FEW, **keywords)


def test_they_mean_what_they_mean_on_the_command_line(table, done, tmp_path):
    lines = ["x,y,z", *(",".join(map(repr, row)) for row in table.tolist())]
    lines[4] = "1.0,,2.0"
    (tmp_path / "data.csv").write_text("\n".join(lines) + "\n")
    done("fit", "gaussian-location", tmp_path / "data.csv", "--columns", "z,2", "--drop-nonfinite",
         "--draws", 4, "--seed", 1, "--predictive-draws", 0, "--output", tmp_path / "fit.nc")
    data = pandas.read_csv(tmp_path / "data.csv")
    here = surefoot.fit(data, "gaussian-location", columns=["z", 2], drop_nonfinite=True, **FEW)
    assert here.draws.tobytes() == surefoot.load(tmp_path / "fit.nc").draws.tobytes()
