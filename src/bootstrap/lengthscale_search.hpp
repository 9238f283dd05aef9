#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// By which factor the lengthscale that a rule has given a problem is best multiplied: that of a
/// grid for which draws would vary least around the best mode, by the generalised variance
///
///     det V,   V = G^-1 S G^-1,   G = <d mu/d eta, d mu/d eta>,   S = Cov(d mu/d eta (Y)),
///
/// of the minimum under data Y from the model itself, so that outliers have no part in it.  With
/// mass free, the mass is one more parameter, of whose variance nothing is said.  The longest is
/// what the median rule makes of the model's own points: a kernel that is wider than the model lets
/// outliers near it in.  Parameters that the data do not determine have no part in it.  Those that
/// hardly any two simulated points share are passed over.  None where all are, or where it is not
/// known how far draws lie from the mode.
struct LengthscaleChoice {
  std::optional<double> factor;
  std::int64_t simulator_calls = 0;
};
LengthscaleChoice best_lengthscale_factor(const Problem& problem, const Modes& modes,
                                          std::stop_token stop);

/// The factor of the grid for whose kernel `variance` is least, the longest lengthscale `longest`;
/// none where it has no value for any, or there is no longest.
std::optional<double> factor_of_least_variance(
    const Problem& problem, double longest,
    const std::function<std::optional<double>(const Kernel&)>& variance);

/// What a pilot's lengthscale becomes by a factor; without one, a multiple of a quantile of
/// distances, which `events` are told of.
double lengthscale_of_choice(const Problem& pilot, std::optional<double> factor,
                             const Events& events);

struct PilotedProblem {
  Problem problem;
  std::int64_t simulator_calls;  // of the pilot
};

/// make_problem, and where the rule of the lengthscale is `auto`: looks for the best mode with a
/// pilot's lengthscale, and makes the problem again with that which is best there.  Tells
/// `events` where none is known to be, and a quantile of distances is taken.
PilotedProblem make_problem_with_best_lengthscale(const Model& model, const Sample& observations,
                                                  const FitConfig& config,
                                                  const std::optional<Kernel>& own_kernel,
                                                  const Events& events, Crew* crew,
                                                  std::stop_token stop);

}  // namespace surefoot
