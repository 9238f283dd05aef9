#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// surefoot reproduce ITEM...
Verb add_reproduce(CLI::App& program);

}  // namespace surefoot::cli
