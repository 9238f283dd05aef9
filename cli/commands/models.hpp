#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot models [MODEL]`: what is built in.
Verb add_models(CLI::App& program);

}  // namespace surefoot::cli
