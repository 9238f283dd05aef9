#pragma once

#include <filesystem>
#include <string>

#include <surefoot/error.hpp>
#include <surefoot/simulators/plugin.hpp>

#include "simulators/plugin_compiler.hpp"

namespace surefoot {

/// What one compiler makes of a header: a shared object in the cache, whose name
/// tells the header, all that it includes, the compiler and its options apart.
class PluginObject {
 public:
  /// Only reads and preprocesses.  Throws as `compile_plugin` does, but does not
  /// say which header.
  PluginObject(const std::string& header, const PluginCompiler& compiler,
               const PluginSettings& telling);

  const std::string& struct_name() const { return struct_name_; }
  const std::filesystem::path& file() const { return file_; }

  /// Whether it need not be compiled: it is there, whole and ours.
  bool is_there() const;

  /// What its entry gives, compiled first if it is not there.  Its code stays loaded
  /// for as long as we run.
  void* make() const;

 private:
  [[noreturn]] void refuse(const std::string& messages) const;
  void compile() const;

  const std::filesystem::path header_;
  const PluginCompiler& compiler_;
  const PluginSettings telling_;
  std::string struct_name_, source_, text_;
  std::filesystem::path file_;
};

/// Has errors say which header they are about.
template <class Work>
auto about(const std::string& header, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(error.fault(), header + ": " + error.what());
  }
}

}  // namespace surefoot
