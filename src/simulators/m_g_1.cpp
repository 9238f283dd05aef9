#include <surefoot/simulators/m_g_1.hpp>
#include <surefoot/simulators/series.hpp>

#include "simulators/models.hpp"

namespace surefoot {

std::vector<ModelOption> MG1Model::options(int dimension) {
  return {length_option("customers", dimension, MG1Queue{}.length)};
}

void MG1Model::describe(Model& model) {
  // The box that the literature takes as its prior.
  model.parameters = ParameterSpace({{"service_min", 0.0, 10.0},
                                     {"service_width", 0.0, 10.0},
                                     {"arrival_rate", 0.001, 1.0 / 3.0, Transform::log}});
  set_simulator(model, MG1Queue{.length = whole_option(model, 0, 1, longest_series)});
  model.truth = {1.0, 4.0, 0.2};
  model.learnt = true;
}

}  // namespace surefoot
