#include <surefoot/cuda/accelerator.cuh>

#include "failing_simulator.hpp"

namespace surefoot {

std::shared_ptr<const Accelerator> accelerator_of(const Failing& simulator) {
  return cuda::accelerator_for(simulator);
}

}  // namespace surefoot
