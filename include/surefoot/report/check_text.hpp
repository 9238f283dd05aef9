#pragma once

#include <string>

#include <surefoot/fit.hpp>

namespace surefoot {

/// What a check found, for people: sentences, the places where the model does not fit, and how far
/// other choices would move the best fit.
std::string check_text(const Fit& fit, double tolerance);

/// The same as one JSON object.
std::string check_json(const Fit& fit, double tolerance);

}  // namespace surefoot
