#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <surefoot/simulators/g_and_k.hpp>

#include "data/quantiles.hpp"
#include "simd/isa_table.hpp"
#include "simulators/g_and_k_likelihood.hpp"
#include "simulators/models.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// The interquartile range of a normal sample is 1.35 sd; never 0, even for tied observations.
double robust_scale(const Sample& observations) {
  const double iqr =
      column_quantile(observations, 0, 0.75) - column_quantile(observations, 0, 0.25);
  const double size = std::abs(column_quantile(observations, 0, 0.5));
  return std::max(iqr / 1.35, 1e-6 * std::max(size, std::numeric_limits<double>::min()));
}

}  // namespace

std::vector<ModelOption> GAndKModel::options(int) { return {}; }

void GAndKModel::describe(Model& model) {
  model.parameters = ParameterSpace(
      {{"a", -infinite, infinite}, {"b", 0.0, infinite}, {"g", -20.0, 20.0}, {"log_k", -6.0, 3.0}});
  model.latents = latents_of(GAndK{}, model.parameters);
  model.simulator.reset(isa_table().simulator(GAndK{}));
  model.truth = {3.0, 1.0, 1.0, std::log(0.5)};
  model.paper = PaperSettings{
      .observations = 2048,
      .lengthscale = "0.15",
      .simulations = 512,
      .start = {5.0},
      .prior = "a=uniform:0:10,b=uniform:0:10,g=uniform:0:10,log_k=log-of-uniform:0:10",
      .max_simulations = 2'400'000};
  model.likelihood = g_and_k_likelihood();

  model.data_start = [](const Sample& x) {
    return std::vector{column_quantile(x, 0, 0.5), robust_scale(x), 0.5, -1.5};
  };
  model.search_box = [](const Sample& x) {
    const double scale = robust_scale(x);
    return std::vector<Interval>{{column_quantile(x, 0, 0.1), column_quantile(x, 0, 0.9)},
                                 {0.05 * scale, 3.0 * scale},
                                 {-5.0, 5.0},
                                 {-4.0, 1.0}};
  };
  model.prior = [](const Sample& x) {
    const double middle = column_quantile(x, 0, 0.5), scale = robust_scale(x);
    return fmt::format("a=normal:{}:{},b=uniform:0:{},g=uniform:-10:10,log_k=log-of-uniform:0:10",
                       middle, 10.0 * scale, 10.0 * scale);
  };
}

}  // namespace surefoot
