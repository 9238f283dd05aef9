#include <surefoot/cuda/accelerator.cuh>
#include <surefoot/simulators/toggle_switch.hpp>

#include "models.hpp"

namespace surefoot::cuda {

std::shared_ptr<const Accelerator> toggle_switch_accelerator(int transitions) {
  return accelerator_for(ToggleSwitch{.transitions = transitions});
}

}  // namespace surefoot::cuda
