#pragma once

#include <string>

#include <surefoot/model.hpp>

#include "verb.hpp"

namespace surefoot::cli {

/// A model's parameters, sizes and offers, as a table.
std::string describe(const Model& model);

/// `surefoot models [MODEL]`: what is built in.
Verb add_models(CLI::App& program);

}  // namespace surefoot::cli
