#include <surefoot/error.hpp>
#include <surefoot/simulators/toggle_switch.hpp>

#include "simd/isa_table.hpp"
#include "simulators/models.hpp"

namespace surefoot {

std::vector<ModelOption> ToggleSwitchModel::options(int) {
  return {{"transitions", ToggleSwitch{}.transitions, "steps of the two genes"}};
}

void ToggleSwitchModel::describe(Model& model) {
  model.parameters = ParameterSpace({{"alpha1", 0.01, 50.0, Transform::log},
                                     {"alpha2", 0.01, 50.0, Transform::log},
                                     {"beta1", 0.01, 5.0},
                                     {"beta2", 0.01, 5.0},
                                     {"mu", 250.0, 450.0, Transform::log},
                                     {"sigma", 0.01, 0.5, Transform::log},
                                     {"gamma", 0.01, 0.4}});
  constexpr int most = 10000;
  const ToggleSwitch simulator{.transitions =
                                   require_whole(model.options[0].value, 1, most, "transitions")};
  model.latents = latents_of(simulator, model.parameters);
  model.simulator.reset(isa_table().simulator(simulator));
  model.blind = {"alpha2", "beta1", "beta2"};  // which move cells between the two states
  // The model fixes the units of the data, so lengthscales may be built in.
  model.kernel =
      "gaussian:1+gaussian:10+gaussian:20+gaussian:40+gaussian:80+gaussian:100+gaussian:130+"
      "gaussian:200+gaussian:400+gaussian:800+gaussian:1000";
  model.truth = {22.0, 12.0, 4.0, 4.5, 325.0, 0.25, 0.15};
  model.paper = PaperSettings{.observations = 2000,
                              .draws = 300,
                              .kernel = *model.kernel,
                              .simulations = 500,
                              .steps = 2000,
                              .step_size = 0.04,
                              .starts = 3,
                              .screening = 500,
                              .start = {},
                              .particles = 300,
                              .max_trials = 1000};
}

}  // namespace surefoot
