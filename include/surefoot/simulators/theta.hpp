#pragma once

#include <map>
#include <string>
#include <vector>

#include <surefoot/model.hpp>

namespace surefoot {

/// Parameters by name, written NAME=X,NAME=X.  Throws Fault::usage for anything else.
std::map<std::string, double> parse_theta(const std::string& text);

/// Where a model is simulated: its published truth, with the given values in place of its own.
///
/// Throws Fault::usage for a name that is no parameter (with the nearest), a value outside the
/// parameter's box, and a parameter that is not given and has no published truth.
std::vector<double> theta_with(const Model& model, const std::map<std::string, double>& given);

}  // namespace surefoot
