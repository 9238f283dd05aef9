#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot simulate MODEL`: observations from a model, clean or contaminated.
Verb add_simulate(CLI::App& program);

}  // namespace surefoot::cli
