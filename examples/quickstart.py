"""A robust posterior from contaminated data, and a simulator of one's own."""

import numpy as np

import surefoot

# Data of which a tenth does not come from the model.
data = surefoot.simulate("g-and-k", observations=500, seed=1, contaminate="shift:0.1:-50,50")
fit = surefoot.fit(data, "g-and-k", draws=200, mass="free", seed=1)
print(fit.summary())


# A simulator in NumPy: parameters and standard random numbers to observations.
def two_stages(theta, noise):
    mean, ratio = theta
    first, second = -np.log(noise).T
    return mean * (first + ratio * second)


own = surefoot.Simulator(two_stages, {"mean": (0.1, 100, "log"), "ratio": (0, 1)},
                         noise="uniform", noise_dimension=2)
waits = surefoot.simulate(own, {"mean": 2.0, "ratio": 0.5}, observations=200, seed=1)
print(surefoot.fit(waits, own, draws=100, seed=1).summary())
