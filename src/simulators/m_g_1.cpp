#include <surefoot/simulators/m_g_1.hpp>
#include <surefoot/simulators/series.hpp>

#include "simulators/models.hpp"

namespace surefoot {

Model m_g_1_model(int dimension, const Options& options) {
  Model model;
  model.description =
      "M/G/1 queue: uniform service, exponential arrivals; a row is times between departures";
  // The box that the literature takes as its prior.
  model.parameters = ParameterSpace({{"service_min", 0.0, 10.0},
                                     {"service_width", 0.0, 10.0},
                                     {"arrival_rate", 0.001, 1.0 / 3.0, Transform::log}});
  model.options = {length_option("customers", dimension, MG1Queue{}.length)};
  take_options(model, options);
  set_simulator(model, MG1Queue{.length = whole_option(model, 0, 1, longest_series)});
  model.truth = {1.0, 4.0, 0.2};
  return model;
}

}  // namespace surefoot
