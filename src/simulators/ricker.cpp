#include <cmath>

#include <boost/math/special_functions/gamma.hpp>

#include <surefoot/math.hpp>
#include <surefoot/simulators/ricker.hpp>
#include <surefoot/simulators/series.hpp>

#include "simulators/models.hpp"

namespace surefoot {
namespace {

/// From 0 upwards; ends where rounding leaves nothing to add.
double small_poisson_quantile(double u, double mean) {
  double k = 0.0, chance = std::exp(-mean), below = chance;
  while (below < u && below + chance > below) {
    k += 1.0;
    chance *= mean / k;
    below += chance;
  }
  return k;
}

}  // namespace

double poisson_quantile(double u, double mean) {
  constexpr double large = 20.0;
  if (mean < large) return small_poisson_quantile(u, mean);
  // A guess from the expansion of Cornish and Fisher, right to within 1 or 2, and from there by
  // steps: P(X <= k) is an incomplete gamma function, the chance of k a derivative of it.
  const double z = normal_quantile(u);
  double k = std::max(0.0, std::floor(mean + std::sqrt(mean) * z + (z * z - 1.0) / 6.0));
  double below = boost::math::gamma_q(k + 1.0, mean);
  double chance = boost::math::gamma_p_derivative(k + 1.0, mean);
  while (below < u && below + chance > below) {
    k += 1.0;
    chance *= mean / k;
    below += chance;
  }
  while (k > 0.0 && below - chance >= u && below - chance < below) {
    below -= chance;
    chance *= k / mean;
    k -= 1.0;
  }
  return k;
}

std::vector<ModelOption> RickerModel::options(int dimension) {
  constexpr RickerMap usual;
  return {length_option("length", dimension, usual.length),
          {"burn_in", static_cast<double>(usual.burn_in), "generations before the first count"}};
}

void RickerModel::describe(Model& model) {
  constexpr int most_generations = 10000;
  model.parameters = ParameterSpace({{"log_r", 0.0, 7.0},
                                     {"sigma", 0.01, 2.0, Transform::log},
                                     {"phi", 0.1, 100.0, Transform::log}});
  set_simulator(model, RickerMap{.length = whole_option(model, 0, 1, longest_series),
                                 .burn_in = whole_option(model, 1, 0, most_generations)});
  model.truth = {3.8, 0.3, 10.0};
  model.learnt = true;
}

}  // namespace surefoot
