#pragma once

#include <stop_token>

#include <surefoot/bootstrap/bootstrap_objective.hpp>
#include <surefoot/objective/mmd.hpp>
#include <surefoot/objects/object_sums.hpp>
#include <surefoot/prior/dirichlet_process.hpp>
#include <surefoot/settings/config.hpp>

#include "bootstrap/search_box.hpp"

namespace surefoot {

/// sum_ij W_i W_j k(x_i, x_j), by the Gram matrix of the observations.
double data_term(std::span<const double> gram, std::span<const double> weights);

/// What is the same for all draws of a fit to objects.
struct ObjectProblem {
  const ObjectSums& sums;
  SearchSpace space;
  const FitConfig& settings;
  std::vector<double> gram;  // of the observations, n x n
  std::stop_token stop;
};

/// MMD^2 between one draw's P_W and simulated objects, less the term that does
/// not depend on theta.
class ObjectObjective final : public BootstrapObjective {
 public:
  explicit ObjectObjective(const ObjectProblem& problem);

  void begin_draw(std::uint32_t draw) override;
  void begin_data() override;

  /// At eta, which is evaluated once more.
  Combined combined_at(std::span<const double> eta);

  /// Of the draw's weights.
  double data_term() const { return surefoot::data_term(problem_.gram, draw_.weights); }

 private:
  bool differentiable() const override { return false; }
  double value(std::span<const double> theta, std::span<double> gradient) override;
  Combined combined(std::span<const double> theta);

  const ObjectProblem& problem_;
  DirichletDraw draw_;
  Coordinates at_{};
};

}  // namespace surefoot
