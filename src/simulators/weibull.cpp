#include <surefoot/simulators/weibull.hpp>

#include "simulators/models.hpp"

namespace surefoot {

std::vector<ModelOption> WeibullModel::options(int) { return {}; }

void WeibullModel::describe(Model& model) {
  model.parameters = ParameterSpace(
      {{"scale", 1e-3, 1e3, Transform::log}, {"shape", 0.2, 20.0, Transform::log}});
  model.latents = latents_of(Weibull{}, model.parameters);
  model.simulator = std::make_shared<Vectorised<Weibull, ThisIsa>>(Weibull{});
  model.truth = {2.0, 1.5};
}

}  // namespace surefoot
