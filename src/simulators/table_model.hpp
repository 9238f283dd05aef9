#pragma once

#include <string>
#include <vector>

#include <surefoot/model.hpp>

namespace surefoot {

/// Whether a name stands for no simulator, but for a table of simulations.
bool is_table(const std::string& name);

/// A model of which nothing is known but simulations in a table.  Its simulator throws Fault::usage
/// when it is called.
Model table_model(std::vector<Parameter> parameters, int dimension);

}  // namespace surefoot
