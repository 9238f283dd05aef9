#pragma once

#include <vector>

#include "simulators/plugin_compiler.hpp"

namespace surefoot {

/// Makes plug-ins that are models, for the instruction set in force.
class HostCompiler final : public PluginCompiler {
 public:
  /// Finds the compiler and our own headers.  Throws Fault::device if one is missing.
  HostCompiler();

  Entry entry() const override;
  Result preprocess(const std::string& source) const override;
  Result compile(const std::string& source, const std::string& text,
                 const std::filesystem::path& object) const override;
  std::string identity() const override;

 private:
  std::vector<std::string> command_, libraries_;
  std::string headers_;
};

}  // namespace surefoot
