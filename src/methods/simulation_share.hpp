#pragma once

#include <functional>
#include <string>

#include <surefoot/fit.hpp>

#include "bootstrap/simulation_error.hpp"

namespace surefoot {

/// Warns, before the draws, if more than a quarter of their variance will be simulation error.
void warn_of_few_simulations(const SimulationError& error, int simulations, NoisePolicy noise,
                             const std::function<void(const std::string&)>& warn);

/// Fills in what the doubled draws of a whole run say of its simulations, and warns if they are too
/// few.
void judge_simulations(Fit& fit, const std::function<void(const std::string&)>& warn);

}  // namespace surefoot
