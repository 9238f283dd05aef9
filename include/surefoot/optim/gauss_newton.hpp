#pragma once

#include <vector>

#include <surefoot/optim/gauss_newton_loop.hpp>

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
