#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot new HEADER`: the beginning of a simulator of the user's own.
Verb add_new(CLI::App& program);

}  // namespace surefoot::cli
