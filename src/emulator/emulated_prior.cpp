#include "emulator/emulated_prior.hpp"

#include "bootstrap/prior_weight.hpp"
#include "emulator/emulated_curvature.hpp"

namespace surefoot {

double emulated_prior_weight(const EmulatedPosterior& posterior) {
  return weight_of_fall(posterior.problem(),
                        fall_per_direction(posterior, curvature_of(posterior)));
}

std::vector<double> emulated_prior_shares(const EmulatedPosterior& posterior) {
  const RandomisedPrior& prior = *posterior.problem().parameter_prior;
  const std::vector<double>& eta = posterior.modes().list.front().eta;
  Eigen::MatrixXd hessian = curvature_of(posterior).hessian;
  for (const RandomisedPrior::Term& term : prior.terms()) {
    const double slope = prior.score(term, eta).slope;
    const auto k = static_cast<Eigen::Index>(term.coordinate);
    hessian(k, k) += 2.0 * prior.weight() * slope * slope;
  }
  return prior_shares(prior, posterior.problem().space->parameters.size(), eta, hessian);
}

}  // namespace surefoot
