#include <surefoot/cuda/models.hpp>
#include <surefoot/cuda/plugin.hpp>

#include "front/device/device.hpp"

namespace surefoot::front {

void add_accelerator(Model& model) { cuda::add_accelerator(model); }

void add_accelerator(Model& model, const std::string& header, const PluginSettings& telling) {
  cuda::add_accelerator(model, header, telling);
}

std::vector<std::string> devices() { return {"cpu", cuda::device_text()}; }

}  // namespace surefoot::front
