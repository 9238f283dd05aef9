#pragma once

#include <string>

#include <surefoot/model.hpp>

namespace surefoot::cli {

/// A model's parameters, sizes and offers, as a table.
std::string describe(const Model& model);

}  // namespace surefoot::cli
