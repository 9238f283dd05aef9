#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot report`: fits as a page with pictures, or the pictures alone.
Verb add_report(CLI::App& program);

}  // namespace surefoot::cli
