#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/cuda/accelerator.cuh>
#include <surefoot/cuda/plugin.hpp>

#include "device_compiler.hpp"
#include "simulators/plugin_object.hpp"

namespace surefoot::cuda {
namespace {

/// Such as sm_90.
std::string architecture() {
  int device = 0, major = 0, minor = 0;
  check(cudaGetDevice(&device), "to find the device");
  for (const auto& [attribute, into] : {std::pair(cudaDevAttrComputeCapabilityMajor, &major),
                                        std::pair(cudaDevAttrComputeCapabilityMinor, &minor)})
    check(cudaDeviceGetAttribute(into, attribute, device), "to tell its kind");
  return "sm_" + std::to_string(major) + std::to_string(minor);
}

/// Those of a header, compiled when they are wanted.
class PluginKernels final : public DrawKernels {
 public:
  PluginKernels(std::string header, PluginSettings telling)
      : header_(std::move(header)), telling_(std::move(telling)) {}

  double preparation_seconds() const override {
    constexpr double compiling = 60.0;
    const std::lock_guard lock(mutex_);
    if (kernels_) return 0.0;
    return about(header_, [&] {
      const DeviceCompiler compiler(architecture());
      return PluginObject(header_, compiler, telling_).is_there() ? 0.0 : compiling;
    });
  }

  void prepare(const Events& events) const override {
    const std::lock_guard lock(mutex_);
    if (kernels_) return;
    about(header_, [&] {
      const DeviceCompiler compiler(architecture());
      const PluginSettings telling{events.note, telling_.compiler};
      const PluginObject object(header_, compiler, telling);
      kernels_.reset(static_cast<DrawKernels*>(object.make()));
    });
  }

  int resident_blocks(const DeviceProblem<float>& problem) const override {
    return kernels_->resident_blocks(problem);
  }
  int resident_blocks(const DeviceProblem<double>& problem) const override {
    return kernels_->resident_blocks(problem);
  }
  void launch(const DeviceProblem<float>& problem, int blocks, cudaStream_t stream) const override {
    kernels_->launch(problem, blocks, stream);
  }
  void launch(const DeviceProblem<double>& problem, int blocks,
              cudaStream_t stream) const override {
    kernels_->launch(problem, blocks, stream);
  }

 private:
  const std::string header_;
  const PluginSettings telling_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const DrawKernels> kernels_;
};

}  // namespace

void add_accelerator(Model& model, const std::string& header, const PluginSettings& telling) {
  model.accelerator = make_accelerator(std::make_shared<PluginKernels>(header, telling));
}

}  // namespace surefoot::cuda
