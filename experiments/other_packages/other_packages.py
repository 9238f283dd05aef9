"""surefoot, sbi and pyABC on the same data sets, with and without outliers.

A result is a line of JSON; each problem, share of outliers and method has a file of its own, so
that a run that was cut off goes on from where it was.  Prints tables in the end.
"""

import argparse
import dataclasses
import importlib.metadata
import json
import os
import pathlib
import pickle
import resource
import subprocess
import sys

import measures
import numpy as np
from problems import KINDS, Problem

RECORDED = pathlib.Path(__file__).resolve().with_name("recorded.jsonl")
SHARES = (0.0, 0.05, 0.1)
USUAL = ("surefoot", "npe:2000", "npe:20000", "npe-vigintiles:20000", "pyabc:20000")
SMOKE = ("surefoot", "npe:200", "npe-vigintiles:200", "npe-maf:200", "npe-rows:200", "pyabc:300")
DRAWS = 1000  # as many as surefoot takes
PARTICLES = 200
# Of sbi: what it sees of a data set, and its density estimator.  The default one, maf, left a
# coordinate of the Gaussian mean at its prior, trained on 10000 data sets by seed 1.
NEURAL = {"npe": ("octiles", "zuko_maf"), "npe-vigintiles": ("vigintiles", "zuko_maf"),
          "npe-maf": ("octiles", "maf"), "npe-rows": ("rows", None)}


@dataclasses.dataclass(frozen=True)
class Run:
    program: str
    folder: pathlib.Path
    seed: int  # of what is trained


def user_seconds(who):
    return resource.getrusage(who).ru_utime


class Surefoot:
    """The command with its defaults, checks included; a process for each data set."""

    def __init__(self, run, problem):
        self.run, self.problem, self.once = run, problem, None
        said = subprocess.run([run.program, "--version"], check=True, text=True,
                              capture_output=True).stdout
        self.version = said.splitlines()[0].split()[-1]

    def __call__(self, path, number):
        before = user_seconds(resource.RUSAGE_CHILDREN)
        said = subprocess.run([self.run.program, "fit", self.problem.name, path, "--threads", "1",
                               "--device", "cpu", "--seed", str(number), "--summary", "json",
                               "--quiet", "--output", self.run.folder / "fit.nc"], check=True,
                              capture_output=True, text=True).stdout
        seconds = user_seconds(resource.RUSAGE_CHILDREN) - before
        summary = json.loads(said)
        found = summary["parameters"].values()
        return {"mean": [p["mean"] for p in found], "low": [p["q05"] for p in found],
                "high": [p["q95"] for p in found], "seconds": seconds,
                "simulated": summary["simulator_calls"]}


class Sbi:
    """Trained once for all data sets; the network is kept beside the results."""

    def __init__(self, run, problem, kind, simulations):
        import neural

        features, flow = NEURAL[kind]
        self.neural, self.problem = neural, problem
        self.features = getattr(neural, features)
        self.version = importlib.metadata.version("sbi")
        stored = run.folder / f"{problem.name}-{kind}-{simulations}-{run.seed}.pkl"
        if not stored.exists():
            before = user_seconds(resource.RUSAGE_SELF)
            network = flow or neural.network_of_rows(problem)
            posterior = neural.train(problem, self.features, network, simulations, run.seed)
            once = {"seconds": user_seconds(resource.RUSAGE_SELF) - before,
                    "simulated": simulations * problem.kind.observations}
            put(stored, pickle.dumps((posterior, once)))
        self.posterior, self.once = pickle.loads(stored.read_bytes())

    def __call__(self, path, number):
        data = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
        before = user_seconds(resource.RUSAGE_SELF)
        draws = self.neural.draw(self.posterior, self.problem, self.features, data, DRAWS, number)
        seconds = user_seconds(resource.RUSAGE_SELF) - before
        return {**measures.of_draws(self.problem.parameters_of(draws)), "seconds": seconds,
                "simulated": 0}


class PyAbc:
    def __init__(self, run, problem, simulations):
        import sequential

        self.sequential, self.problem, self.simulations = sequential, problem, simulations
        self.once, self.version = None, importlib.metadata.version("pyabc")

    def __call__(self, path, number):
        data = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
        before = user_seconds(resource.RUSAGE_SELF)
        draws, weights, simulated = self.sequential.draw(self.problem, data, self.simulations,
                                                         PARTICLES, number)
        seconds = user_seconds(resource.RUSAGE_SELF) - before
        return {**measures.of_draws(self.problem.parameters_of(draws), weights),
                "seconds": seconds, "simulated": simulated * self.problem.kind.observations}


def method(name, run, problem):
    kind, _, simulations = name.partition(":")
    if kind == "surefoot":
        return Surefoot(run, problem)
    if kind == "pyabc":
        return PyAbc(run, problem, int(simulations))
    return Sbi(run, problem, kind, int(simulations))


def put(path, content):
    """In one piece, or not at all."""
    part = path.with_suffix(".part")
    part.write_bytes(content)
    os.replace(part, path)


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return {k: rounded(v) for k, v in value.items()} if isinstance(value, dict) else value


def run_cell(run, problem, share, name, numbers):
    """What is missing of a file."""
    path = run.folder / f"{problem.name}-{share:g}-{name.replace(':', '-')}.jsonl"
    there = {result["number"] for result in measures.read(path)} if path.exists() else set()
    missing = [n for n in numbers if n not in there]
    fit = method(name, run, problem) if missing else None
    for n in missing:
        data = run.folder / f"{problem.name}-{share:g}-{n}.csv"
        if not data.exists():
            problem.write_data(run.program, share, n, data)
        result = {"problem": problem.name, "outliers": share, "method": name, "number": n,
                  "version": fit.version, "truth": problem.truth.tolist(), **fit(data, n),
                  "once": fit.once}
        with path.open("a") as file:
            file.write(json.dumps(rounded(result)) + "\n")
        print(f"{problem.name} {share:g} {name} {n}", file=sys.stderr)
    return [result for result in measures.read(path) if result["number"] in numbers]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=pathlib.Path, default="build/other-packages/results",
                        help="folder of results; one that is there is completed")
    parser.add_argument("--datasets", type=int, default=20, help="for each share of outliers")
    parser.add_argument("--problem", action="append", choices=KINDS)
    parser.add_argument("--method", action="append",
                        help="surefoot, npe:SIMULATIONS, npe-vigintiles:SIMULATIONS, "
                        "npe-maf:SIMULATIONS (sbi's default flow), npe-rows:SIMULATIONS (learnt "
                        "summaries), pyabc:SIMULATIONS")
    parser.add_argument("--seed", type=int, default=1,
                        help="of what is trained; each should have results of its own")
    parser.add_argument("--smoke", action="store_true",
                        help="two data sets and hardly any training")
    parser.add_argument("--record", action="store_true",
                        help="keep the results in the repository, for its documentation")
    options = parser.parse_args()
    if options.record and (options.smoke or options.problem or options.method):
        parser.error("--record keeps all of the usual results: not --smoke, --problem or --method")
    folder = options.results.with_name("smoke") if options.smoke else options.results
    folder.mkdir(parents=True, exist_ok=True)
    run = Run(os.path.abspath(os.environ["SUREFOOT"]), folder.resolve(), options.seed)
    os.chdir(folder)  # sbi writes logs where it runs
    numbers = range(1, 3 if options.smoke else options.datasets + 1)
    names = options.method or (SMOKE if options.smoke else USUAL)
    results = []
    for problem in [Problem(name, run.program) for name in options.problem or KINDS]:
        for name in names:
            for share in SHARES:
                results += run_cell(run, problem, share, name, numbers)
    if options.record:
        RECORDED.write_text("".join(json.dumps(result, separators=(",", ":")) + "\n"
                                    for result in results))
    for problem in dict.fromkeys(result["problem"] for result in results):
        print(measures.table(results, problem) + "\n")


if __name__ == "__main__":
    main()
