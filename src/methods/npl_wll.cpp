#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "bootstrap/common_settings.hpp"
#include "bootstrap/prior_weight.hpp"
#include "methods/weighted_bootstrap.hpp"

namespace surefoot {
namespace {

/// Minus the weighted log-likelihood, -sum_a W_a log p(z_a | theta).
class WeightedLogLoss final : public WeightedObjective {
 public:
  using WeightedObjective::WeightedObjective;

 private:
  void begin(std::uint32_t) override { log_densities_.resize(atoms().points().size()); }
  bool differentiable() const override { return false; }

  double value(std::span<const double> theta, std::span<double>) override {
    problem_.run.model.likelihood->log_densities(theta, atoms().points(), log_densities_);
    const auto weights = atoms().weights();
    double sum = 0.0;
    for (std::size_t a = 0; a < weights.size(); ++a)
      if (weights[a] > 0.0) sum += weights[a] * log_densities_[a];
    return -sum;
  }

  std::vector<double> log_densities_;
};

/// The mean of a log-density is known to about its rounding.
constexpr Accuracy accuracy{.tolerance = 1e-13, .noise = 1e-13, .reach = 1e-3};

Eigen::Map<const Eigen::MatrixXd> hessian_of(const Mode& origin) {
  const auto p = static_cast<Eigen::Index>(origin.eta.size());
  return {origin.hessian.data(), p, p};
}

/// By what draws spread about their origin: if the model holds, their covariance is the inverse of
/// n times the curvature.
std::vector<double> spread_of_draws(const Mode& origin, std::size_t n) {
  if (origin.hessian.empty()) return {};
  const Eigen::MatrixXd inverse = hessian_of(origin).inverse();
  std::vector<double> sd;
  for (Eigen::Index k = 0; k < inverse.rows(); ++k)
    sd.push_back(std::sqrt(inverse(k, k) / static_cast<double>(n)));
  return sd;
}

class LogLikelihoodBootstrap {
 public:
  explicit LogLikelihoodBootstrap(Run& run)
      : run_(run),
        problem_(run),
        in_closed_form_(!run.settings.prior && run.settings.optimiser == OptimiserName::automatic &&
                        maximiser(run.observations, equal_weights()).has_value()) {
    // Beside n observations, and the base measure's, a prior has the weight that it has beside
    // their log-likelihood: half a square of a standard normal score.
    if (run.settings.prior)
      problem_.take_prior(
          0.5 / (static_cast<double>(run.observations.size()) + run.settings.concentration), run);
  }

  void carry_out() {
    if (!in_closed_form_ && run_.settings.optimiser == OptimiserName::automatic)
      run_.settings.optimiser = OptimiserName::bfgs;
    unless_given(run_.settings.steps, default_steps(*run_.settings.optimiser));
    run_.result.evaluator = in_closed_form_ ? "closed-form" : "log-densities";
    const MakeObjective make = [this] { return std::make_unique<WeightedLogLoss>(problem_); };
    if (!in_closed_form_ || constrained()) {
      const Modes modes = find_origin(problem_, make, accuracy);
      if (modes.list.empty()) {
        run_.events.warning("the density is 0 at every starting point that was tried");
      } else {
        origin_ = modes.list.front();
        origin_.sd = spread_of_draws(origin_, run_.observations.size());
        if (problem_.parameter_prior && !origin_.hessian.empty())
          run_.result.prior_shares = prior_shares(*problem_.parameter_prior, run_.space.size(),
                                                  origin_.eta, hessian_of(origin_));
      }
    }
    run_.keep(make_draws(run_.begin_draws(), make, [this](WeightedObjective& loss, std::uint32_t) {
      return one_draw(loss);
    }));
  }

 private:
  std::vector<double> equal_weights() const {
    const std::size_t n = run_.observations.size();
    return std::vector<double>(n, 1.0 / static_cast<double>(n));
  }

  std::optional<std::vector<double>> maximiser(const Sample& x,
                                               std::span<const double> weights) const {
    return run_.model.likelihood->maximiser(x, weights);
  }

  /// Whether the closed form may not be allowed, or not be all that there is to it.
  bool constrained() const {
    bool infinite = true;
    for (int k = 0; k < run_.space.size(); ++k)
      infinite &= std::isinf(run_.space[k].lower) && std::isinf(run_.space[k].upper);
    return !infinite || run_.space.free_size() < run_.space.size();
  }

  bool allowed(std::span<const double> theta) const {
    if (run_.space.free_size() < run_.space.size()) return false;
    for (int k = 0; k < run_.space.size(); ++k) {
      const double value = theta[static_cast<std::size_t>(k)];
      if (!(value >= run_.space[k].lower && value <= run_.space[k].upper)) return false;
    }
    return true;
  }

  DrawRow one_draw(WeightedObjective& loss) const {
    std::optional<std::vector<double>> exact;
    if (in_closed_form_) exact = maximiser(loss.atoms().points(), loss.atoms().weights());
    std::vector<double> start = origin_.eta;
    if (exact) {
      start.resize(static_cast<std::size_t>(run_.space.free_size()));
      run_.space.to_optimiser(*exact, start);
    }
    Minimum found{.eta = start};
    if (exact && allowed(*exact)) {
      found.value = loss(start, {});
      found.ending = std::isfinite(found.value) ? Ending::converged : Ending::failed;
      found.remaining = 0.0;
    } else if (!start.empty()) {
      // With some parameters held or at an edge the others may be best elsewhere.
      found = descend(problem_, loss, origin_, start, accuracy);
    }
    DrawRow row = row_of(run_.space, found);
    if (row.info.status == DrawStatus::simulator_failed) row.info.status = DrawStatus::diverged;
    if (!is_failed(row.info.status) && exact && allowed(*exact)) row.theta = *exact;
    return row;
  }

  Run& run_;
  WeightedProblem problem_;
  bool in_closed_form_;
  Mode origin_;
};

}  // namespace

void npl_wll(Run& run) {
  if (!run.model.likelihood)
    throw Error(Fault::usage, fmt::format("method npl-wll needs a density, and model {} has none "
                                          "that can be computed; npl-mmd needs none",
                                          run.model.name));
  check_optimiser(run.settings);
  if (run.settings.preset == Preset::paper) paper_settings(run.model);
  unless_given(run.settings.optimiser, OptimiserName::automatic);
  bound_by_prior(run);
  LogLikelihoodBootstrap(run).carry_out();
}

}  // namespace surefoot
