#include <surefoot/cuda/models.hpp>
#include <surefoot/cuda/plugin.hpp>

#include "device/device.hpp"

namespace surefoot::cli {

void add_accelerator(Model& model) { cuda::add_accelerator(model); }

void add_accelerator(Model& model, const std::string& header, const PluginSettings& telling) {
  cuda::add_accelerator(model, header, telling);
}

std::string devices_text() { return "cpu, " + cuda::device_text(); }

}  // namespace surefoot::cli
