#pragma once

#include <vector>

#include <surefoot/optim/objective.hpp>

namespace surefoot {

/// Dense BFGS with box constraints, for a handful of parameters.
///
/// Keeps an approximate Hessian, solves for the step on the coordinates that
/// are free to move, and projects onto the box.  Converged when the move that
/// the quadratic model still predicts is below `small_move` times `unit` in
/// every coordinate, or the decrease below `tolerance`.  The line
/// search accepts an increase of `noise` times the value, so that the rounding
/// of float sums cannot stop it short of the minimum.
struct Bfgs {
  int steps = 200;
  double tolerance = 1e-10;
  double noise = 1e-7;
  std::span<const double> unit = {};
  double small_move = 1e-3;
};

/// Minimises from `start`.  `hessian` (p x p) is the initial guess, or empty;
/// on return it holds the last one.
Minimum minimise(const Bfgs& settings, Objective& objective, std::span<const double> start,
                 const Box& box, std::vector<double>& hessian);

/// The Hessian at a point by central differences of the gradient (2p
/// evaluations), made positive definite; empty if some gradient there fails.
std::vector<double> difference_hessian(Objective& objective, std::span<const double> eta,
                                       const Box& box);

}  // namespace surefoot
