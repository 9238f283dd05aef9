import numpy as np
import surefoot
import torch
from sbi.inference import NPE
from sbi.utils import BoxUniform

rng = np.random.default_rng(1)
data = 2.0 + 0.5 * rng.standard_normal(300)
data[:30] = 25.0
torch.manual_seed(1)


def simulator(theta):                                    # theta: batch x 2, one observation a row
    return theta[:, :1] + theta[:, 1:] * torch.randn(len(theta), 1)


def data_sets(theta):                                    # a data set a row
    return simulator(theta.repeat_interleave(len(data), dim=0)).reshape(len(theta), -1)


def moments(x):
    return torch.stack([x.mean(dim=1), x.std(dim=1)], dim=1)


def octiles(x):
    return torch.quantile(x, torch.arange(1, 8) / 8, dim=1).T


def say(name, draws):
    location, spread = np.mean(np.asarray(draws), axis=0)
    print(f"{name:9} location {location:.1f}  spread {spread:.1f}")


prior = BoxUniform(low=torch.tensor([-10.0, 0.1]), high=torch.tensor([10.0, 5.0]))
theta = prior.sample((2000,))
x = data_sets(theta)
observed = torch.tensor(data, dtype=torch.float32)[None]
for summaries in moments, octiles:
    inference = NPE(prior, show_progress_bars=False)
    inference.append_simulations(theta, summaries(x)).train()
    posterior = inference.build_posterior()
    say(summaries.__name__, posterior.sample((1000,), x=summaries(observed),
                                             show_progress_bars=False))

fit = surefoot.fit(data, simulator, prior=prior, parameters=["location", "spread"], draws=40,
                   simulations=1000, seed=1, progress=False)
say("surefoot", fit.draws)
