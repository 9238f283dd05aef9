#pragma once

#include <limits>
#include <span>
#include <vector>

namespace surefoot {

/// A function to be minimised, on the optimiser's scale.
class Objective {
 public:
  virtual ~Objective() = default;

  /// The value, and the gradient unless the span is empty.  Infinite where the
  /// simulator failed.
  virtual double operator()(std::span<const double> eta, std::span<double> gradient) = 0;

  /// Called before each step of a first-order optimiser: fresh noise, if that
  /// is the policy.
  virtual void begin_step(int) {}

  /// Whether the function changes from step to step.
  virtual bool noisy() const { return false; }
};

/// The box, and a length in each coordinate at which things change.
struct Box {
  std::span<const double> lower;
  std::span<const double> upper;
  std::span<const double> scale;
};

/// Why a minimisation ended.
enum class Ending { converged, step_limit, failed };

/// Where a minimisation ended.
struct Minimum {
  std::vector<double> eta;
  double value = 0.0;
  double gradient_norm = 0.0;  // projected onto the box
  int steps = 0;
  Ending ending = Ending::failed;
  double remaining = std::numeric_limits<double>::quiet_NaN();  // predicted move, in units
};

/// The gradient without the components that point out of the box.
double projected_norm(std::span<const double> eta, std::span<const double> gradient,
                      const Box& box);

}  // namespace surefoot
