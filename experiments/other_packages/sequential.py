"""Sequential Monte Carlo ABC by pyABC, with octiles and the distance that it has for outliers."""

import logging
import pathlib
import tempfile

import numpy as np
import pyabc

for name in ("ABC", "ABC.Distance", "ABC.Sampler", "ABC.History"):
    logging.getLogger(name).setLevel(logging.WARNING)


def prior_of(problem):
    return pyabc.Distribution(**{
        m.name: pyabc.RV("norm", m.first, m.second) if m.family == "normal"
        else pyabc.RV("uniform", m.first, m.second - m.first) for m in problem.prior})


def draw(problem, data, simulations, particles, seed):
    """Particles, their weights, and how many data sets were simulated."""
    np.random.seed(seed)  # pyABC's own moves
    generator = np.random.default_rng(seed)
    names = [m.name for m in problem.prior]

    def model(parameters):
        theta = np.array([parameters[name] for name in names])
        return {"octiles": problem.octiles(problem.simulate(theta, generator))}

    # An L1 norm, and weights by spread and, where most of the simulations agree, by distance from
    # the data: what outliers have moved counts less.
    distance = pyabc.AdaptivePNormDistance(p=1, scale_function=pyabc.distance.pcmad)
    abc = pyabc.ABCSMC(model, prior_of(problem), distance, population_size=particles,
                       sampler=pyabc.sampler.SingleCoreSampler())
    with tempfile.TemporaryDirectory() as folder:
        abc.new(f"sqlite:///{pathlib.Path(folder) / 'abc.db'}", {"octiles": problem.octiles(data)})
        history = abc.run(max_total_nr_simulations=simulations)
        frame, weights = history.get_distribution()
        return frame[names].to_numpy(), np.asarray(weights), int(history.total_nr_simulations)
