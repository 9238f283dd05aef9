#pragma once

#include "front/program.hpp"

namespace surefoot::paper {

// The verbs of the program, one file each; `surefoot` passes its arguments on to them.
front::Action add_reproduce(CLI::App& verb);
front::Action add_bench(CLI::App& verb);

}  // namespace surefoot::paper
