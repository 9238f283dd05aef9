// What nvcc compiles of the example in gpu.cpp: a simulator of one's own for CUDA devices.
#include <surefoot/cuda/accelerator.cuh>

#include "gpu.hpp"

std::shared_ptr<const surefoot::Accelerator> two_stages_on_device() {
  return surefoot::cuda::accelerator_for(TwoStages{});
}
