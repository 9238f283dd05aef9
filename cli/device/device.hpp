#pragma once

#include <string>

#include <surefoot/model.hpp>

namespace surefoot::cli {

// In a build with the CUDA backend and in one without, each has a file of its own.

/// Gives a built-in model what this build has for it beside the processor.
void add_accelerator(Model& model);

/// What this build computes on, for --version.
std::string devices_text();

}  // namespace surefoot::cli
