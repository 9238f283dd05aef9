#pragma once

#include <vector>

#include "simulators/plugin_compiler.hpp"

namespace surefoot::cuda {

/// Makes plug-ins that are the kernels of a simulator, by nvcc.
class DeviceCompiler final : public PluginCompiler {
 public:
  /// For one kind of device, such as sm_90.  Throws Fault::device if nvcc or a header
  /// is missing.
  explicit DeviceCompiler(const std::string& architecture);

  Entry entry() const override;
  Result preprocess(const std::string& source) const override;
  Result compile(const std::string& source, const std::string& text,
                 const std::filesystem::path& object) const override;
  std::string identity() const override;
  std::string purpose() const override;
  std::string announcement() const override;
  Error refusal(const std::string& messages) const override;

 private:
  std::vector<std::string> command_, includes_, libraries_;
};

}  // namespace surefoot::cuda
