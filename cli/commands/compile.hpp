#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot compile HEADER`: compiles a simulator of the user's own, and says what it is.
Verb add_compile(CLI::App& program);

}  // namespace surefoot::cli
