#pragma once

#include <vector>

#include <surefoot/optim/objective.hpp>
#include <surefoot/parameters.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// The parameters of a run, and where their values are looked for.
struct SearchSpace {
  ParameterSpace parameters;         // with the bounds and fixed values of the run
  std::vector<Interval> search_box;  // finite, natural scale
  std::vector<double> eta_scale;     // a tenth of that, on the optimiser's scale

  Box box() const { return {parameters.lower(), parameters.upper(), eta_scale}; }
};

}  // namespace surefoot
