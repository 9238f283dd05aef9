#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/bootstrap/problem.hpp>

namespace surefoot {

/// A mean over several simulations, and its standard error.
struct MeanChange {
  double mean;
  double error;
};

/// The objective on the observations with other simulations than the problem's own, which says what
/// a change of the parameters does beside chance.
class OtherSimulations {
 public:
  /// `design` places their latents; changes are counted from `eta`.
  OtherSimulations(const Problem& problem, Design design, std::span<const double> eta,
                   std::stop_token stop);

  /// How the objective changes from there to here; none if most simulations fail.
  std::optional<MeanChange> change_to(std::span<const double> eta);

  std::int64_t simulator_calls() const;

 private:
  std::vector<double> values_at(std::span<const double> eta);

  std::vector<Problem> problems_;
  std::vector<std::unique_ptr<DrawObjective>> objectives_;
  std::vector<double> before_;
};

}  // namespace surefoot
