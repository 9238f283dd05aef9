#pragma once

#include <memory>

namespace surefoot {
class Accelerator;
}

// One file for each simulator, because compiling one takes a minute.
namespace surefoot::cuda {

std::shared_ptr<const Accelerator> g_and_k_accelerator();
std::shared_ptr<const Accelerator> toggle_switch_accelerator(int transitions);

/// Null for a dimension that has no code of its own.
std::shared_ptr<const Accelerator> gaussian_location_accelerator(int dimension, double sigma);

}  // namespace surefoot::cuda
