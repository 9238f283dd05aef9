#pragma once

#include <string>
#include <vector>

#include <surefoot/fit.hpp>

namespace surefoot {

/// The share of outliers that users are asked to live with unless they say otherwise.
inline constexpr double usual_tolerance = 0.05;

/// What a check of a fit found, in sentences without their full stops; none if it was not checked.
std::vector<std::string> findings(const Fit& fit, double tolerance = usual_tolerance);

/// The scores as a table: the number of each observation from 1 on, its values, its scores and its
/// influence on each parameter.  Throws Fault::data if the fit has none.
std::string scores_csv(const Fit& fit);

}  // namespace surefoot
