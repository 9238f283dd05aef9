#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulators/plugin_compiler.hpp"

namespace surefoot {

/// The structs of a C++ text that have a call operator, qualified by their
/// namespaces; only those whose operator is a template, if there are any such.
/// Templates of structs are left out.
std::vector<std::string> callable_structs(std::string_view text);

/// Which of them is the model of the file `stem`: the only one, or the one with
/// the file's name (two_stages, two-stages and TwoStages are the same).  Throws
/// Fault::usage if it cannot be told.
std::string choose_struct(const std::vector<std::string>& names, std::string_view stem);

/// The source of a plug-in: a function of this name that returns what its entry gives.
inline constexpr const char* plugin_entry_name = "surefoot_plugin";
std::string plugin_source(const std::string& header, const std::string& struct_name,
                          const PluginCompiler::Entry& entry);

}  // namespace surefoot
