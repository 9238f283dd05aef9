#pragma once

#include <functional>
#include <string>

#include <surefoot/fit.hpp>

namespace surefoot {

/// Fills in what the doubled draws of a whole run say of its simulations, and warns if they are too
/// few.
void judge_simulations(Fit& fit, const std::function<void(const std::string&)>& warn);

}  // namespace surefoot
