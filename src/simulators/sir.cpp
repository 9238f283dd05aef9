#include <surefoot/error.hpp>
#include <surefoot/simulators/series.hpp>
#include <surefoot/simulators/sir.hpp>

#include "simulators/models.hpp"

namespace surefoot {

std::vector<ModelOption> SirModel::options(int dimension) {
  constexpr SirEpidemic usual;
  return {length_option("times", dimension, usual.length),
          {"steps", static_cast<double>(usual.steps), "between two observations"},
          {"interval", usual.interval, "time between two observations"},
          {"population", usual.population, "people, none of whom is immune"},
          {"infected", usual.infected, "people, at the beginning"}};
}

void SirModel::describe(Model& model) {
  constexpr int most_steps = 100, most_people = 1'000'000'000;
  model.parameters = ParameterSpace(
      {{"infection", 0.01, 5.0, Transform::log}, {"recovery", 0.01, 2.0, Transform::log}});
  const int population = whole_option(model, 3, 2, most_people);
  set_simulator(model,
                SirEpidemic{.length = whole_option(model, 0, 1, longest_series),
                            .steps = whole_option(model, 1, 1, most_steps),
                            .population = static_cast<double>(population),
                            .infected = static_cast<double>(whole_option(model, 4, 1, population)),
                            .interval = require_positive(model.options[2].value, "interval")});
  model.truth = {0.4, 0.125};
  model.learnt = true;
}

}  // namespace surefoot
