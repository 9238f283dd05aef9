#pragma once

#include "verb.hpp"

namespace surefoot::cli {

/// `surefoot bench`: the throughput of this machine.
Verb add_bench(CLI::App& program);

}  // namespace surefoot::cli
