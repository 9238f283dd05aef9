#pragma once

#include <surefoot/math.hpp>

namespace surefoot {

/// The scale on which the optimiser moves a parameter.  Users only ever see
/// the natural scale.
enum class Transform { identity, log, logit };

/// A transform and the box that it stays in, natural scale; for either processor.
struct Axis {
  Transform transform;
  double lower;
  double upper;

  /// Optimiser's scale -> natural scale, never outside the box.
  SUREFOOT_HD double to_theta(double eta) const {
    double theta = eta;
    if (transform == Transform::log) theta = std::exp(eta);
    if (transform == Transform::logit) theta = lower + (upper - lower) / (1.0 + std::exp(-eta));
    return min(max(theta, lower), upper);
  }

  /// dtheta/deta.
  SUREFOOT_HD double slope(double theta) const {
    switch (transform) {
      case Transform::log:
        return theta;
      case Transform::logit:
        return (theta - lower) * ((upper - theta) / (upper - lower));
      case Transform::identity:
        break;
    }
    return 1.0;
  }
};

}  // namespace surefoot
