#pragma once

#include <vector>

#include <surefoot/optim/gauss_newton_loop.hpp>

namespace surefoot {

/// The undamped step from a point where the residual is `residual`, on the
/// coordinates that the box leaves free.
std::vector<double> gauss_newton_step(std::span<const double> jacobian,
                                      std::span<const double> residual, std::span<const double> eta,
                                      const Box& box);

}  // namespace surefoot
