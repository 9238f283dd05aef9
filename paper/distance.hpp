#pragma once

#include <surefoot/data/sample.hpp>
#include <surefoot/kernels/kernel.hpp>

namespace surefoot::paper {

/// The unbiased estimate of MMD^2 between the distributions of two samples (it can be below 0).
double squared_mmd(const Kernel& kernel, const Sample& a, const Sample& b);

}  // namespace surefoot::paper
