#pragma once

#include <stop_token>

#include <surefoot/bootstrap/config.hpp>
#include <surefoot/objective/mmd.hpp>
#include <surefoot/objects/object_sums.hpp>
#include <surefoot/optim/objective.hpp>
#include <surefoot/parameters.hpp>
#include <surefoot/prior/dirichlet_process.hpp>

namespace surefoot {

/// What is the same for all draws of a fit to objects.
struct ObjectProblem {
  const ObjectSums& sums;
  const ParameterSpace& space;
  const FitConfig& settings;
  std::vector<double> gram;  // of the observations, n x n
  std::stop_token stop;
};

/// MMD^2 between one draw's P_W and simulated objects, less the term that does
/// not depend on theta, on the optimiser's scale.
class ObjectObjective final : public Objective {
 public:
  explicit ObjectObjective(const ObjectProblem& problem);

  /// Takes the weights and random numbers of draw number `draw`.
  void begin_draw(std::uint32_t draw);

  /// Takes equal weights and the random numbers that all draws may share.
  void begin_data();

  /// Throws Interrupted when the run is to stop.
  double operator()(std::span<const double> eta, std::span<double> gradient) override;

  /// At eta, which is evaluated once more.
  Combined combined_at(std::span<const double> eta);

  /// sum_ij W_i W_j k(x_i, x_j).
  double data_term() const;

  /// Since the last `begin`.
  int evaluations() const { return evaluations_; }

 private:
  void begin(std::uint32_t numbers_of);

  const ObjectProblem& problem_;
  DirichletDraw draw_;
  Coordinates at_{};
  std::vector<double> theta_;
  int evaluations_ = 0;
};

}  // namespace surefoot
