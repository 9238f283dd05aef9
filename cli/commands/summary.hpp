#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot summary FIT`: the table of a finished fit again.
Verb add_summary(CLI::App& program);

}  // namespace surefoot::cli
