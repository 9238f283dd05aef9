#include "emulator/emulated_prior.hpp"

#include <algorithm>

#include "bootstrap/prior_weight.hpp"
#include "emulator/emulated_curvature.hpp"

namespace surefoot {

double emulated_prior_weight(const EmulatedPosterior& posterior) {
  return weight_of_fall(posterior.problem(),
                        fall_per_direction(posterior, curvature_of(posterior)));
}

std::vector<double> emulated_prior_shares(const EmulatedPosterior& posterior) {
  const ParameterSpace& space = posterior.problem().space->parameters;
  const RandomisedPrior& prior = *posterior.problem().parameter_prior;
  const std::vector<double>& eta = posterior.modes().list.front().eta;
  std::vector<double> shares(static_cast<std::size_t>(space.size()), 0.0);
  Eigen::MatrixXd hessian = curvature_of(posterior).hessian;
  for (const RandomisedPrior::Term& term : prior.terms()) {
    const double slope = prior.score(term, eta).slope;
    const auto k = static_cast<Eigen::Index>(term.coordinate);
    hessian(k, k) += 2.0 * prior.weight() * slope * slope;
  }
  const Eigen::MatrixXd inverse = hessian.inverse();
  for (const RandomisedPrior::Term& term : prior.terms()) {
    const double slope = prior.score(term, eta).slope;
    const auto k = static_cast<Eigen::Index>(term.coordinate);
    shares[term.parameter] =
        std::clamp(2.0 * prior.weight() * slope * slope * inverse(k, k), 0.0, 1.0);
  }
  return shares;
}

}  // namespace surefoot
