#pragma once

#include <map>
#include <string>

#include <surefoot/model.hpp>

namespace surefoot {

/// Options given by the user, by name.
using Options = std::map<std::string, double>;

/// Fills in the model's options from the user's; throws Fault::usage for one that the model does
/// not have.  `values` are read back from the model afterwards.
void take_options(Model& model, const Options& options);

/// The option that says how long a series is: as many columns as the observations have, if there
/// are any.
ModelOption length_option(const std::string& name, int dimension, int usual);

/// The value of option number k.  Throws Fault::usage unless it is whole and inside these bounds.
int whole_option(const Model& model, std::size_t k, int lower, int upper);

/// The most columns of a series.
inline constexpr int longest_series = 1000;

}  // namespace surefoot
