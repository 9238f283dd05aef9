#pragma once

#include <string>
#include <vector>

#include <surefoot/model.hpp>
#include <surefoot/simulators/plugin.hpp>

namespace surefoot::front {

// In a build with the CUDA backend and in one without, each has a file of its own.

/// Gives a built-in model what this build has for it beside the processor.
void add_accelerator(Model& model);

/// The same for the model of a header, which is compiled for a device when a fit
/// first wants it; of the settings, what the compiler writes is told.
void add_accelerator(Model& model, const std::string& header, const PluginSettings& telling);

/// What this build computes on, the processor first.
std::vector<std::string> devices();

}  // namespace surefoot::front
