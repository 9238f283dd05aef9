#include <cmath>

#include <surefoot/prior/dirichlet_process.hpp>
#include <surefoot/random/gamma.hpp>

#include "simd/isa_table.hpp"

namespace surefoot {
namespace {

/// Shares of stick-breaking with parameter c until `mass` times what is left is below 1e-9, which
/// is then spread over all.
std::vector<double> break_stick(double c, double mass, Noise& noise, bool& cut) {
  constexpr double tolerance = 1e-9;
  constexpr std::size_t most = 100000;
  std::vector<double> shares;
  double rest = 1.0;
  while (mass * rest >= tolerance && shares.size() < most) {
    const double left = rest * std::exp(std::log(noise.uniform()) / c);  // 1 - Beta(1, c)
    shares.push_back(rest - left);
    rest = left;
  }
  cut = mass * rest >= tolerance;
  for (double& share : shares) share /= 1.0 - rest;
  return shares;
}

}  // namespace

void dirichlet_process_draw(const DirichletProcess& prior, std::size_t observations,
                            std::uint64_t seed, std::uint32_t draw, DirichletDraw& out) {
  out.weights.resize(observations);
  out.pseudo.clear();
  out.cut = false;
  const RandomRows& rows = isa_table().random;
  const Coordinates of_weights{seed, draw, 0, 0, Purpose::weights};
  double total = rows.exponentials(philox_input(of_weights, 0), observations, out.weights.data());
  std::vector<double> gammas;  // of the pseudo-observations
  Coordinates at{seed, draw, 0, 0, Purpose::prior_weights};
  if (prior.concentration > 0.0 && prior.truncation) {
    const double shape = prior.concentration / *prior.truncation;
    gammas.resize(static_cast<std::size_t>(*prior.truncation));
    for (std::size_t k = 0; k < gammas.size(); ++k) {
      at.index = static_cast<std::uint32_t>(k);
      Noise noise(at);
      gammas[k] = std::exp(log_gamma_variate(shape, noise));  // 0 if it is nothing beside the data
      total += gammas[k];
    }
  } else if (prior.concentration > 0.0) {
    // The E_i add up to a Gamma(n), so a Gamma(c) beside them has a Beta(c, n) share.
    Noise noise(at);
    const double prior_part = std::exp(log_gamma_variate(prior.concentration, noise));
    total += prior_part;
    gammas = break_stick(prior.concentration, prior_part / total, noise, out.cut);
    for (double& share : gammas) share *= prior_part;
    if (gammas.empty()) total -= prior_part;
  }
  out.weights.insert(out.weights.end(), gammas.begin(), gammas.end());
  rows.divide(total, out.weights.size(), out.weights.data());
  if (!gammas.empty()) {
    at.purpose = Purpose::base_measure;
    at.index = 0;
    out.pseudo = prior.base->draw(at, static_cast<int>(gammas.size()));
  }
}

}  // namespace surefoot
