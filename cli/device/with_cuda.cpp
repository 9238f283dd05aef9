#include <surefoot/cuda/models.hpp>

#include "device/device.hpp"

namespace surefoot::cli {

void add_accelerator(Model& model) { cuda::add_accelerator(model); }

std::string devices_text() { return "cpu, " + cuda::device_text(); }

}  // namespace surefoot::cli
