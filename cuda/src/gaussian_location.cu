#include <surefoot/cuda/accelerator.cuh>
#include <surefoot/simulators/gaussian_location.hpp>

#include "models.hpp"

namespace surefoot::cuda {

std::shared_ptr<const Accelerator> gaussian_location_accelerator(int dimension, double sigma) {
  switch (dimension) {
    case 1:
      return accelerator_for(GaussianLocation<1>{sigma});
    case 2:
      return accelerator_for(GaussianLocation<2>{sigma});
    case 4:
      return accelerator_for(GaussianLocation<4>{sigma});
    case 8:
      return accelerator_for(GaussianLocation<8>{sigma});
    default:
      return nullptr;
  }
}

}  // namespace surefoot::cuda
