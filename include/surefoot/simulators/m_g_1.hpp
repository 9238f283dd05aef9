#pragma once

#include <span>

#include <surefoot/concepts.hpp>
#include <surefoot/simulators/built_in.hpp>

namespace surefoot {

/// The M/G/1 queue: customers arrive at an empty counter at exponential
/// intervals and are served one after the other in uniform times.  What is
/// observed is the times between their departures, the first since the counter
/// opened.  Parameters (shortest service, how much longer one can be, arrival
/// rate), natural scale.
///
/// Customer i is served from arrival or from the departure before, if later:
///
///     y_i = s_i + max(0, sum_{j<=i} a_j - sum_{j<i} y_j),
///
/// which has kinks but no jumps, so that pathwise derivatives tell everything.
struct MG1Queue {
  static constexpr int parameters = 3;

  int length = 5;  // customers
  int latents = 2 * length;

  template <class Real, class Latent>
  void operator()(const Vec<Real, parameters>& theta, Latent& latent,
                  std::span<Real> intervals) const {
    const Real &shortest = theta[0], &width = theta[1], &rate = theta[2];
    Real idle = Real(0.0);  // from the last departure to this arrival; negative: a queue
    for (Real& y : intervals) {
      const Real service = shortest + width * latent.uniform();
      idle = idle - log(latent.uniform()) / rate;
      y = service + max(idle, Real(0.0));
      idle = idle - y;
    }
  }
};

/// The built-in model.
struct MG1Model {
  static constexpr std::string_view name = "m-g-1";
  static constexpr std::string_view summary =
      "M/G/1 queue: uniform service, exponential arrivals; a row is times between departures";
  using Simulators = TypeList<>;
  static std::vector<ModelOption> options(int dimension);
  static void describe(Model& model);
};

}  // namespace surefoot
