"""A simulator of one's own: fits a file of durations, or simulated ones."""

import sys

import numpy as np

import surefoot


def two_stages(theta, noise):
    """Jobs of two stages, each of random length: two parameters and m x 2 uniforms to m durations."""
    mean, ratio = theta
    first, second = -np.log(noise).T
    return mean * (first + ratio * second)


own = surefoot.Simulator(two_stages, {"mean": (0.1, 100, "log"), "ratio": (0, 1)},
                         noise="uniform", noise_dimension=2)
times = np.loadtxt(sys.argv[1], skiprows=1) if len(sys.argv) > 1 \
    else surefoot.simulate(own, {"mean": 5.0, "ratio": 0.3}, observations=500, seed=1)
print(surefoot.fit(times, own, draws=200, simulations=4096).summary())
