import logging

import numpy as np
import pyabc

logging.disable(logging.INFO)
np.random.seed(1)
rng = np.random.default_rng(1)
data = 2.0 + 0.5 * rng.standard_normal(300)
data[:30] = 25.0


def octiles(x):
    return {"octiles": np.quantile(x, np.arange(1, 8) / 8)}


def model(parameter):
    return octiles(parameter["location"] + parameter["spread"] * np.random.randn(len(data)))


prior = pyabc.Distribution(location=pyabc.RV("uniform", -10, 20),
                           spread=pyabc.RV("uniform", 0.1, 4.9))
distance = pyabc.AdaptivePNormDistance(p=1, scale_function=pyabc.distance.pcmad)
abc = pyabc.ABCSMC(model, prior, distance, population_size=200,
                   sampler=pyabc.sampler.SingleCoreSampler())
abc.new("sqlite://", octiles(data))
history = abc.run(max_total_nr_simulations=10_000)
particles, weights = history.get_distribution()
location, spread = weights @ particles[["location", "spread"]].to_numpy()
print(f"octiles: location {location:.1f}  spread {spread:.1f}")
