#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot fit MODEL DATA`: draws from the robust posterior.
Verb add_fit(CLI::App& program);

}  // namespace surefoot::cli
