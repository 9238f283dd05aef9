#pragma once

#include <vector>

#include <surefoot/optim/objective.hpp>

namespace surefoot {

/// A function that is, up to a constant and to noise, a sum of squares: the
/// residual says where to go, the value whether going there helped.
class LeastSquares {
 public:
  virtual ~LeastSquares() = default;
  virtual int residuals() const = 0;

  /// The value, and the residual there.  Infinite where the simulator failed.
  virtual double operator()(std::span<const double> eta, std::span<double> residual) = 0;
};

/// Gauss-Newton steps, damped as Levenberg and Marquardt do, with a Jacobian
/// that is given and then only corrected by what the steps show (Broyden): no
/// derivative is asked for, so a function may have jumps, and its derivatives
/// may miss what moves it.
///
/// Converged when the undamped step is below `small_move` times `unit` in every
/// coordinate.  Without units nothing counts as small, and it goes on until no
/// step helps.
struct GaussNewton {
  int steps = 60;
  double noise = 1e-9;  // relative decrease that counts as none
  double slack = 2e-5;  // relative increase of a step that is taken nonetheless
  std::span<const double> unit = {};
  double small_move = 1e-3;
  double least_lesson = 0.1;  // moves shorter than this, in units, may show nothing but jumps
};

/// Minimises from `start`; `jacobian` (residuals x p, column by column) is that
/// of the residual there.
Minimum minimise(const GaussNewton& settings, LeastSquares& objective,
                 std::span<const double> start, const Box& box, std::vector<double> jacobian);

/// The undamped step from a point where the residual is `residual`, on the
/// coordinates that the box leaves free.
std::vector<double> gauss_newton_step(std::span<const double> jacobian,
                                      std::span<const double> residual, std::span<const double> eta,
                                      const Box& box);

}  // namespace surefoot
