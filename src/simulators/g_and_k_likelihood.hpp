#pragma once

#include <memory>

#include <surefoot/likelihood.hpp>

namespace surefoot {

/// The density of the g-and-k distribution with parameters (a, b, g, log k), by inverting its
/// quantile function numerically: with Q(z) = x,
///
///     p(x) = phi(z) / Q'(z),   Q(z) = a + b z (1 + 0.8 tanh(g z / 2)) (1 + z^2)^k.
///
/// As accurate in the far tails as in the middle; a few hundred nanoseconds an observation.
std::shared_ptr<const Likelihood> g_and_k_likelihood();

}  // namespace surefoot
