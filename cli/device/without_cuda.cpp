#include "device/device.hpp"

namespace surefoot::cli {

void add_accelerator(Model&) {}

std::string devices_text() { return "cpu"; }

}  // namespace surefoot::cli
