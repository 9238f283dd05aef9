"""What is inferred: the built-in models that other packages are measured on, as NumPy has them."""

import dataclasses
import json
import subprocess
from collections.abc import Callable

import numpy as np


@dataclasses.dataclass(frozen=True)
class Marginal:
    """The prior of one parameter: `normal` (mean, sd), `uniform` or `log-of-uniform` (both ends).

    Other packages know nothing of a log-of-uniform: for them the parameter is the uniform one, and
    its logarithm is taken of what they draw.
    """

    name: str
    family: str
    first: float
    second: float


@dataclasses.dataclass(frozen=True)
class Kind:
    observations: int
    outliers: str  # as `surefoot simulate` understands it, with a place for the share
    simulate: Callable  # (theta, normals: observations x columns) -> data set
    heavy: bool  # whether the prior allows values that no network could take as they are


def _location(theta, normals):
    return theta + normals


def _g_and_k(theta, normals):
    a, b, g, k = theta
    return a + b * (1 + 0.8 * np.tanh(0.5 * g * normals)) * (1 + normals**2) ** k * normals


KINDS = {
    "gaussian-location": Kind(200, "cluster:{}:20", _location, heavy=False),
    "g-and-k": Kind(500, "shift:{}:-50,50", _g_and_k, heavy=True),
}
OCTILES = np.arange(1, 8) / 8
VIGINTILES = np.arange(1, 20) / 20


class Problem:
    """A model that surefoot has built in; truth and prior are what it says of it."""

    def __init__(self, name, program):
        facts = json.loads(subprocess.run([program, "models", name, "--json"], check=True,
                                          capture_output=True, text=True).stdout)
        self.name = name
        self.kind = KINDS[name]
        self.truth = np.array(list(facts["truth"].values()))
        self.columns = facts["dimension"]
        self.prior = marginals(facts["paper"]["prior"], list(facts["truth"]))

    def simulate(self, theta, generator):
        normals = generator.standard_normal((self.kind.observations, self.columns))
        return self.kind.simulate(theta, normals)

    def draw_prior(self, count, generator):
        return np.column_stack([
            generator.normal(m.first, m.second, count) if m.family == "normal"
            else generator.uniform(m.first, m.second, count) for m in self.prior])

    def parameters_of(self, draws):
        """Draws of another package, on the scale of surefoot's parameters."""
        logs = [m.family == "log-of-uniform" for m in self.prior]
        return np.where(logs, np.log(np.where(logs, draws, 1.0)), draws)

    def squashed(self, data):
        """On a scale that networks can take, which orders values as they were."""
        return np.arcsinh(data) if self.kind.heavy else data

    def quantiles(self, data, probabilities):
        """Of each column."""
        return np.quantile(self.squashed(data), probabilities, axis=0).T.ravel()

    def octiles(self, data):
        """The customary summaries of g-and-k."""
        return self.quantiles(data, OCTILES)

    def write_data(self, program, share, number, path):
        words = ["--contaminate", self.kind.outliers.format(share)] if share else []
        subprocess.run([program, "simulate", self.name, "--observations",
                        str(self.kind.observations), "--seed", str(number), "--output", path,
                        *words], check=True)


def marginals(prior, names):
    """Of a prior as `surefoot models` gives it: FAMILY:X:Y for all, or NAME=FAMILY:X:Y,..."""
    given = (dict(part.split("=") for part in prior.split(",")) if "=" in prior
             else dict.fromkeys(names, prior))
    found = []
    for name in names:
        family, first, second = given[name].split(":")
        if family not in {"normal", "uniform", "log-of-uniform"}:
            raise ValueError(f"the prior of {name} must be normal or uniform, but is {given[name]}")
        found.append(Marginal(name, family, float(first), float(second)))
    return found
