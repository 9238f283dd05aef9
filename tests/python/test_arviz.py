"""The files that surefoot writes, seen from ArviZ, 0.x or 1.x, and xarray.

The program is named by the environment variable SUREFOOT.  `scripts/arviz-lines` runs this page
with the line of ArviZ that .venv does not have.
"""

import csv
import os
import subprocess
import warnings

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
import xarray as xr

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # 0.x announces 1.x at every import
    import arviz as az

TREES = int(az.__version__.partition(".")[0]) >= 1  # else it is InferenceData that ArviZ opens
SUREFOOT = os.environ.get("SUREFOOT")
pytestmark = pytest.mark.skipif(not SUREFOOT, reason="SUREFOOT does not name the program")

STATISTICS = {
    "objective": "float64",
    "mmd2": "float64",
    "gradient_norm": "float64",
    "remaining_move": "float64",
    "evaluations": "int32",
    "simulator_calls": "int64",
    "mode": "int32",
    "converged": "bool",
    "solved_again": "bool",
    "improved": "bool",
    "status": "int8",
}
STATUSES = ["converged", "step-limit", "diverged", "simulator-failed", "box-edge", "undetermined"]


def groups_of(data):
    """The groups of a file that ArviZ has opened, as datasets."""
    names = data.children if TREES else data.groups()
    return {name: data[name].to_dataset() if TREES else data[name] for name in names}


def opened(path):
    """The file as ArviZ has it, in memory: netCDF4 1.7.5 may crash when a file is opened twice."""
    data = az.from_netcdf(path)
    if TREES:
        data.load().close()
    return data


def surefoot(*words):
    subprocess.run([SUREFOOT, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


class Run:
    """One fit, written both as netCDF and as CSV, which the seed makes the same draws."""

    def __init__(self, folder, model, draws, observations, *options):
        data = folder / "data.csv"
        surefoot("simulate", model, "--observations", observations, "--seed", 1, *options,
                 "--output", data)
        mass = "free" if model == "gaussian-location" else "fixed"
        for name in ("f.nc", "f.csv"):
            surefoot("fit", model, data, "--draws", draws, "--mass", mass, "--seed", 1, "--output",
                     folder / name)
        self.netcdf = folder / "f.nc"
        self.data = opened(self.netcdf)
        self.groups = groups_of(self.data)
        self.statistics = STATISTICS | ({"mass": "float64"} if mass == "free" else {})
        with open(folder / "f.csv", newline="") as file:
            self.rows = list(csv.DictReader(file))

    def column(self, name):
        return np.array([float(row[name]) for row in self.rows])


@pytest.fixture(scope="module")
def four_chains(tmp_path_factory):
    return Run(tmp_path_factory.mktemp("four"), "g-and-k", 40, 200)


@pytest.fixture(scope="module")
def one_chain(tmp_path_factory):
    return Run(tmp_path_factory.mktemp("one"), "g-and-k", 39, 200)


@pytest.fixture(scope="module")
def three_columns(tmp_path_factory):
    return Run(tmp_path_factory.mktemp("columns"), "gaussian-location", 40, 100,
               "--model-option", "dimension=3")


@pytest.fixture(params=["four_chains", "one_chain", "three_columns"])
def run(request):
    return request.getfixturevalue(request.param)


def test_groups_are_those_of_inference_data(run):
    assert set(run.groups) == {
        "posterior", "posterior_predictive", "sample_stats", "observed_data", "scores", "surefoot"}


def test_parameters_keep_the_order_of_the_model(four_chains, three_columns):
    assert list(four_chains.groups["posterior"].data_vars) == ["a", "b", "g", "log_k"]
    assert list(three_columns.groups["posterior"].data_vars) == [
        "theta1", "theta2", "theta3", "mass"]  # which is free


def test_draws_divisible_by_four_are_four_chains(four_chains):
    posterior = four_chains.groups["posterior"]
    assert dict(posterior.sizes) == {"chain": 4, "draw": 10}
    assert posterior.chain.values.tolist() == [0, 1, 2, 3]
    assert posterior.draw.values.tolist() == list(range(10))


def test_other_draws_are_one_chain(one_chain):
    assert dict(one_chain.groups["posterior"].sizes) == {"chain": 1, "draw": 39}


def test_values_are_those_of_the_csv(run):
    for group in ("posterior", "sample_stats"):
        for name, variable in run.groups[group].data_vars.items():
            if STATISTICS.get(name) != "bool" and name != "status":
                np.testing.assert_array_equal(variable.values.ravel(), run.column(name), name)


def test_statistics_have_their_types(run):
    stats = run.groups["sample_stats"]
    assert {name: str(variable.dtype) for name, variable in stats.items()} \
        == run.statistics
    for flag in (name for name, kind in STATISTICS.items() if kind == "bool"):
        assert stats[flag].values.ravel().tolist() == [r[flag] == "true" for r in run.rows], flag


def test_statuses_are_numbers_with_words(run):
    status = run.groups["sample_stats"].status
    words = [row["status"] for row in run.rows]
    assert status.attrs["flag_meanings"].split() == STATUSES
    assert status.attrs["flag_values"].tolist() == list(range(len(STATUSES)))
    assert [STATUSES[s] for s in status.values.ravel()] == words
    assert run.groups["surefoot"].status_word.values.ravel().tolist() == words


def test_draws_carry_their_numbers(run):
    numbers = run.groups["surefoot"].draw_index.values.ravel()
    np.testing.assert_array_equal(numbers, run.column("draw"))


def test_every_group_says_where_it_comes_from(run):
    groups = ("posterior", "sample_stats", "observed_data", "posterior_predictive")
    for attrs in [run.data.attrs, *(run.groups[group].attrs for group in groups)]:
        assert attrs["creation_library"] == attrs["inference_library"] == "surefoot"
        assert attrs["creation_library_version"] == attrs["inference_library_version"]
        assert np.datetime64(attrs["created_at"].removesuffix("+00:00"))
        assert attrs["draws_are_iid"] == 1
        assert attrs["format_version"] == 3
        assert attrs["creation_library_language"] == "C++" and attrs["sampling_time"] > 0
        assert attrs["partial"] == 0
        assert attrs["method"] == "npl-mmd"
        assert attrs["seed"] == 1
        assert attrs["draws"] == len(run.rows)
        assert attrs["precision"] in ("mixed", "double")


def test_groups_of_draws_name_their_dimensions(run):
    for group in ("posterior", "sample_stats", "posterior_predictive"):
        assert list(run.groups[group].attrs["sample_dims"]) == ["chain", "draw"]


def test_observed_data_are_the_observations(four_chains, three_columns):
    assert four_chains.groups["observed_data"].x.dims == ("observation",)
    assert four_chains.groups["observed_data"].x.shape == (200,)
    assert three_columns.groups["observed_data"].x.dims == ("observation", "column")
    assert three_columns.groups["observed_data"].x.shape == (100, 3)
    for run in (four_chains, three_columns):
        assert list(run.groups["observed_data"].data_vars) == ["x"]


def test_predictive_draws_have_the_coordinates_of_the_posterior(run):
    predictive = run.groups["posterior_predictive"].x
    assert predictive.dims[:3] == ("chain", "draw", "observation")
    assert predictive.shape[2:] == run.groups["observed_data"].x.shape
    assert np.isfinite(predictive).all()
    rows = run.groups["surefoot"].predictive_row.values
    assert rows.size == predictive.shape[0] * predictive.shape[1]
    if set(predictive.chain.values) > {0} or run.groups["posterior"].sizes["chain"] == 1:
        length = run.groups["posterior"].sizes["draw"]
        expected = [c * length + d for c in predictive.chain.values for d in predictive.draw.values]
        assert rows.tolist() == expected


def test_summary_agrees_with_the_csv(run):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one chain has no r_hat
        table = az.summary(run.data, round_to="none")
    for name in run.groups["posterior"].data_vars:
        assert table.loc[name, "mean"] == pytest.approx(run.column(name).mean(), rel=1e-12)
        assert table.loc[name, "sd"] == pytest.approx(run.column(name).std(ddof=1), rel=1e-12)


PLOTS = {
    "trace": az.plot_trace,
    "pair": az.plot_pair,
    **({
        "dist": az.plot_dist,
        "trace_dist": az.plot_trace_dist,
        "ppc_dist": az.plot_ppc_dist,
        "ppc_tstat": az.plot_ppc_tstat,
    } if TREES else {
        "posterior": az.plot_posterior,
        "ppc": lambda data: az.plot_ppc(data, num_pp_samples=5),
        "ppc_cumulative": lambda data: az.plot_ppc(data, kind="cumulative", num_pp_samples=5),
        "bpv": az.plot_bpv,
        "bpv_t_stat": lambda data: az.plot_bpv(data, kind="t_stat", t_stat="median"),
    }),
}
# These set predictive data against the observations one by one, which ArviZ does for one column.
ONE_BY_ONE = {
    "ppc_pit": az.plot_ppc_pit,
    "ppc_dist_pit": az.plot_ppc_dist_pit,
    "ppc_interval": az.plot_ppc_interval,
    "ppc_pava": az.plot_ppc_pava,
} if TREES else {
    "bpv_u_value": lambda data: az.plot_bpv(data, kind="u_value"),
    "bpv_p_value": lambda data: az.plot_bpv(data, kind="p_value"),
}


def draw(plot, data):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plot(data)
    plt.gcf().canvas.draw()
    plt.close("all")


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
@pytest.mark.parametrize("run", ["four_chains", "three_columns"], indirect=True)
def test_arviz_draws_its_pictures(run, plot):
    draw(plot, run.data)


@pytest.mark.parametrize("plot", ONE_BY_ONE.values(), ids=ONE_BY_ONE)
@pytest.mark.parametrize("run", ["four_chains", "one_chain"], indirect=True)
def test_arviz_sets_predictive_data_against_the_observations(run, plot):
    draw(plot, run.data)


@pytest.fixture(scope="module")
def many_observations(tmp_path_factory):
    """More than a page would show, with a prior and a name for their column."""
    folder = tmp_path_factory.mktemp("many")
    surefoot("simulate", "g-and-k", "--observations", 3000, "--seed", 1, "--output",
             folder / "data.csv")
    text = (folder / "data.csv").read_text()
    values = [line for line in text.splitlines() if line[:1] in "-0123456789"]
    (folder / "named.csv").write_text("\n".join(["height", *values]) + "\n")
    surefoot("fit", "g-and-k", folder / "named.csv", "--draws", 40, "--seed", 1, "--prior",
             "g=normal:1:1,log_k=uniform:-2:1", "--output", folder / "f.nc")
    return opened(folder / "f.nc")


@pytest.mark.parametrize("plot", [*ONE_BY_ONE.values(), PLOTS["ppc_dist" if TREES else "ppc"]],
                         ids=[*ONE_BY_ONE, "ppc"])
def test_predictions_are_as_many_as_the_data(many_observations, plot):
    groups = groups_of(many_observations)
    assert groups["observed_data"].x.size == 3000
    assert groups["posterior_predictive"].x.shape[-1] == 3000
    assert groups["posterior_predictive"].attrs["predictive-observations"] == 3000
    draw(plot, many_observations)


def test_columns_have_the_names_of_the_file(many_observations):
    assert groups_of(many_observations)["observed_data"].x.attrs["long_name"] == "height"


def test_a_prior_has_a_group_of_its_own(many_observations, run):
    prior = groups_of(many_observations)["prior"]
    assert list(prior.data_vars) == ["g", "log_k"] and dict(prior.sizes) == {"chain": 1, "draw": 1000}
    assert abs(float(prior.g.mean()) - 1.0) < 0.15 and abs(float(prior.g.std()) - 1.0) < 0.15
    assert float(prior.log_k.min()) >= -2.0 and float(prior.log_k.max()) <= 1.0
    assert abs(np.corrcoef(prior.g.values.ravel(), prior.log_k.values.ravel())[0, 1]) < 0.15
    assert "prior" not in run.groups
    if TREES:
        draw(lambda data: az.plot_prior_posterior(data, var_names=["g", "log_k"]), many_observations)
    else:
        draw(lambda data: az.plot_dist_comparison(data, var_names=["g", "log_k"]), many_observations)


@pytest.fixture(scope="module")
def some_fail(tmp_path_factory):
    """A program that has no numbers for a third of its random numbers."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "failing.py").write_text("""
import random, sys
for line in sys.stdin:
    m, seed, mean = line.split()
    draw = random.Random(int(seed))
    bad = draw.random() < 0.3
    print("\\n".join("nan" if bad else str(float(mean) + draw.gauss(0, 1)) for _ in range(int(m))),
          flush=True)
""")
    rows = np.random.default_rng(1).standard_normal(60)
    (folder / "data.csv").write_text("\n".join(map(str, rows)) + "\n")
    for name in ("f.nc", "f.csv"):
        subprocess.run([SUREFOOT, "fit", f"exec:python3 -S {folder / 'failing.py'}",
                        folder / "data.csv", "--parameters", "mean=-5:5", "--draws", "40",
                        "--simulations", "100", "--embedding", "direct", "--mass", "fixed", "--seed",
                        "1", "--quiet", "--output", folder / name], check=True,
                       stdout=subprocess.DEVNULL)
    with open(folder / "f.csv", newline="") as file:
        return folder / "f.nc", list(csv.DictReader(file))


def test_failed_draws_are_outside_of_the_posterior(some_fail):
    path, rows = some_fail
    failed = [row for row in rows if row["mean"] == "NaN"]
    assert 0 < len(failed) < 40
    data = opened(path)
    groups = groups_of(data)
    assert np.isfinite(groups["posterior"]["mean"]).all()
    assert groups["posterior"].sizes["chain"] * groups["posterior"].sizes["draw"] == 40 - len(failed)
    assert groups["sample_stats"].sizes == groups["posterior"].sizes
    apart = groups["failed_draws"]
    assert apart.draw_index.values.tolist() == [int(row["draw"]) for row in failed]
    assert [STATUSES[s] for s in apart.status.values] == [row["status"] for row in failed]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert np.isfinite(az.summary(data, round_to="none")["mean"].astype(float)).all()


def test_failed_draws_come_back_to_their_places(some_fail, tmp_path):
    path, rows = some_fail
    summary = subprocess.run([SUREFOOT, "summary", path], check=True, capture_output=True, text=True)
    assert f"40 draws: {sum(row['converged'] == 'true' for row in rows)} converged" in summary.stdout


def test_data_can_be_left_out(tmp_path, four_chains):
    surefoot("simulate", "g-and-k", "--observations", 200, "--seed", 1, "--output",
             tmp_path / "data.csv")
    surefoot("fit", "g-and-k", tmp_path / "data.csv", "--draws", 40, "--mass", "fixed", "--seed", 1,
             "--without-data", "--output", tmp_path / "f.nc", "--report", tmp_path / "f.html")
    groups = groups_of(opened(tmp_path / "f.nc"))
    assert not {"observed_data", "scores"} & set(groups)
    np.testing.assert_array_equal(groups["posterior"].a, four_chains.groups["posterior"].a)
    shown = subprocess.run([SUREFOOT, "summary", tmp_path / "f.nc"], check=True, capture_output=True,
                           text=True).stdout
    assert "200 observations" in shown
    for words in (["--resume", "--output", tmp_path / "g.nc"], []):
        refused = subprocess.run([SUREFOOT, "fit", "g-and-k", tmp_path / "data.csv", "--without-data",
                                  *words], capture_output=True, text=True)
        assert refused.returncode == 64 and "--without-data" in refused.stderr


@pytest.mark.parametrize("engine", ["netcdf4", "h5netcdf"])
def test_xarray_opens_each_group(run, engine):
    pytest.importorskip({"netcdf4": "netCDF4"}.get(engine, engine))
    for group in run.groups:
        with xr.open_dataset(run.netcdf, group=group, engine=engine) as dataset:
            assert dataset.load().sizes
