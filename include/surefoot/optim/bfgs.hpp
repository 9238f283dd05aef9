#pragma once

#include <vector>

#include <surefoot/optim/bfgs_loop.hpp>

namespace surefoot {

/// Minimises from `start`.  `hessian` (p x p) is the initial guess, or empty;
/// on return it holds the last one.
Minimum minimise(const Bfgs& settings, Objective& objective, std::span<const double> start,
                 const Box& box, std::vector<double>& hessian);

/// The Hessian at a point by central differences of the gradient (2p
/// evaluations), made positive definite; empty if some gradient there fails.
std::vector<double> difference_hessian(Objective& objective, std::span<const double> eta,
                                       const Box& box);

}  // namespace surefoot
