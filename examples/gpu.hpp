#pragma once

#include <memory>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/surefoot.hpp>

#include "two_stages.hpp"

// The device code of TwoStages, in gpu.cu.
std::shared_ptr<const surefoot::Accelerator> two_stages_on_device();
