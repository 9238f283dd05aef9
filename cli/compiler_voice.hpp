#pragma once

#include <string>

#include <surefoot/simulators/registry.hpp>

namespace surefoot::cli {

/// Has standard error told when a header is compiled, and what the compiler has to
/// say about it.
PluginSettings telling_on_standard_error();

/// A built-in model, or that of a header, whatever the data.
Model built_in_or_compiled(const std::string& name, const FitConfig& settings = {});

}  // namespace surefoot::cli
