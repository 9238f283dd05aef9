#include "front/device/device.hpp"

namespace surefoot::front {

void add_accelerator(Model&) {}

void add_accelerator(Model&, const std::string&, const PluginSettings&) {}

std::vector<std::string> devices() { return {"cpu"}; }

}  // namespace surefoot::front
