#include <surefoot/cuda/accelerator.cuh>
#include <surefoot/simulators/g_and_k.hpp>

#include "models.hpp"

namespace surefoot::cuda {

std::shared_ptr<const Accelerator> g_and_k_accelerator() { return accelerator_for(GAndK{}); }

}  // namespace surefoot::cuda
