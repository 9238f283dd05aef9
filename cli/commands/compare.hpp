#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot compare MODEL DATA`: several methods beside each other.
Verb add_compare(CLI::App& program);

}  // namespace surefoot::cli
