"""Neural posterior estimation by sbi: trained once, then asked about each data set."""

import contextlib
import io
import warnings

import numpy as np
import torch
from problems import VIGINTILES
from sbi.inference import NPE
from sbi.neural_nets import posterior_nn
from sbi.neural_nets.embedding_nets import FCEmbedding, PermutationInvariantEmbedding
from sbi.utils import MultipleIndependent

torch.set_num_threads(1)
MOST_SECONDS = 120  # of sampling, if hardly any draw lies where the prior does


def octiles(problem, data):
    return problem.octiles(data)


def vigintiles(problem, data):
    return problem.quantiles(data, VIGINTILES)


def rows(problem, data):
    return problem.squashed(data)


def network_of_rows(problem):
    """The network for rows of sbi's how-to guide, with its sizes, before sbi's default flow."""
    row = FCEmbedding(problem.columns, num_hiddens=40, num_layers=2, output_dim=10)
    embedding = PermutationInvariantEmbedding(row, trial_net_output_dim=10, num_layers=1,
                                              num_hiddens=10, output_dim=10)
    return posterior_nn("maf", embedding_net=embedding)


def prior_of(problem):
    one = {"normal": torch.distributions.Normal, "uniform": torch.distributions.Uniform,
           "log-of-uniform": torch.distributions.Uniform}
    return MultipleIndependent([one[m.family](torch.tensor([m.first]), torch.tensor([m.second]))
                                for m in problem.prior])


def train(problem, features, network, simulations, seed):
    """A posterior of whatever data set it is given."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    theta = problem.draw_prior(simulations, generator)
    x = np.stack([features(problem, problem.simulate(t, generator)) for t in theta])
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        inference = NPE(prior_of(problem), network, show_progress_bars=False)
        inference.append_simulations(torch.tensor(theta, dtype=torch.float32),
                                     torch.tensor(x, dtype=torch.float32)).train()
    return inference.build_posterior()


def draw(posterior, problem, features, data, count, seed):
    torch.manual_seed(seed)
    x = torch.tensor(features(problem, data), dtype=torch.float32)
    draws = posterior.sample((count,), x=x[None], show_progress_bars=False,
                             max_sampling_time=MOST_SECONDS)
    return draws.numpy().astype(float)
