#pragma once

#include <string>

#include <surefoot/model.hpp>

namespace surefoot::cuda {

/// Gives a built-in model its device code, if there is any for it.
void add_accelerator(Model& model);

/// The device, or why there is none.
std::string device_text();

}  // namespace surefoot::cuda
