#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <surefoot/prior/base_measure.hpp>

namespace surefoot {

/// The prior DP(c, F) on the distribution that the data come from.  With
/// concentration 0 the data stand for themselves (the Bayesian bootstrap).
struct DirichletProcess {
  double concentration = 0.0;
  std::optional<int> truncation;  // the paper's scheme with that many pseudo-observations
  std::shared_ptr<const BaseMeasure> base;
};

/// One draw from the posterior DP(c + n, ...): weights of the n observations,
/// then those of the pseudo-observations, adding up to 1.
struct DirichletDraw {
  std::vector<double> weights;
  std::vector<double> pseudo;  // pseudo-observations, row by row
  bool cut = false;            // stick-breaking reached its cap before its tolerance
};

/// What is said of a run in which some draw was cut.
inline constexpr const char* prior_cut_warning =
    "the prior's stick-breaking was cut at 100000 pseudo-observations";

/// Draw number `draw`, a function of its number and the seed alone.
///
/// c = 0: w_i = E_i / sum E with E_i ~ Exp(1).  With a truncation T: weights
/// Dirichlet(1, ..., 1, c/T, ..., c/T), from log-gammas, since c/T can be so
/// small that the gammas themselves underflow.  Otherwise exact: the prior
/// part gets a Beta(c, n) share, which stick-breaking spreads over draws of F
/// until less than 1e-9 of the mass is left.
void dirichlet_process_draw(const DirichletProcess& prior, std::size_t observations,
                            std::uint64_t seed, std::uint32_t draw, DirichletDraw& out);

}  // namespace surefoot
