#include "device/device.hpp"

namespace surefoot::cli {

void add_accelerator(Model&) {}

void add_accelerator(Model&, const std::string&, const PluginSettings&) {}

std::string devices_text() { return "cpu"; }

}  // namespace surefoot::cli
