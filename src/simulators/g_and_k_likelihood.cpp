#include "simulators/g_and_k_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "special_numbers.hpp"

namespace surefoot {
namespace {

constexpr double skew_limit = 0.8;  // c, as in the simulator

/// The right half of the standard quantile function (a = 0, b = 1) on the scale of logarithms,
///
///     F(t) = t + log(1 + c tanh(g z / 2)) + k log(1 + z^2),   z = exp(t),
///
/// which neither overflows nor loses digits in the tails, and is increasing: its slope is above
/// 0.07 for c = 0.8.  The left half is the right one of -g.
struct RightHalf {
  double g, k;

  struct Value {
    double f, slope;
  };
  Value operator()(double t) const {
    const double z = std::exp(t), y = 0.5 * g * z, z2 = z * z;
    const double tanh_y = std::tanh(y), skew = 1.0 + skew_limit * tanh_y;
    const double share = z2 < 1e300 ? z2 / (1.0 + z2) : 1.0;
    const double log_tail = z2 < 1e300 ? std::log1p(z2) : 2.0 * t;
    // y (1 - tanh^2 y) ends at 0, where y may be infinite.
    const double skew_move =
        std::abs(y) < 350.0 ? skew_limit * y * (1.0 - tanh_y * tanh_y) / skew : 0.0;
    return {t + std::log(skew) + k * log_tail, 1.0 + skew_move + 2.0 * k * share};
  }

  /// The ends between which F(t) = log u is solved, from 2^-k max(1, z)^-2k <= (1 + z^2)^-k <=
  /// min(1, z^-2k) and the range of the skewness factor.
  double lower(double log_u) const {
    const double v = log_u - std::log(g > 0.0 ? 1.0 + skew_limit : 1.0) - k * std::numbers::ln2;
    return v > 0.0 ? v / (1.0 + 2.0 * k) : v;
  }
  double upper(double log_u) const {
    const double v = log_u - std::log(g > 0.0 ? 1.0 : 1.0 - skew_limit);
    return v > 0.0 ? v / (1.0 + 2.0 * k) : v;
  }
};

/// log z and log dQ/dz of the standard quantile function at Q(z) = u > 0, by Newton's method,
/// which halves the bracket where it would leave it.
struct Inverse {
  double log_z, log_slope;
};
Inverse invert(const RightHalf& half, double u) {
  const double log_u = std::log(u);
  constexpr double slack = 1e-9;  // for roots at an end, as without skewness
  double low = half.lower(log_u) - slack, high = half.upper(log_u) + slack, t = high;
  RightHalf::Value at = half(t);
  constexpr int most = 100;  // halving alone takes about 60
  for (int i = 0; i < most; ++i) {
    const double excess = at.f - log_u;
    (excess > 0.0 ? high : low) = t;
    double next = t - excess / at.slope;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double move = std::abs(next - t);
    t = next;
    at = half(t);
    // Newton's error is about the square of its move.
    if (move <= 1e-8 * std::max(1.0, std::abs(t))) break;
  }
  return {t, log_u - t + std::log(at.slope)};
}

class GAndKLikelihood final : public Likelihood {
 public:
  void log_densities(std::span<const double> theta, const Sample& x,
                     std::span<double> out) const override {
    const double a = theta[0], b = theta[1], g = theta[2], k = std::exp(theta[3]);
    const RightHalf right{g, k}, left{-g, k};
    const double constant = -0.5 * std::log(2.0 * std::numbers::pi) - std::log(b);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double u = (x(i, 0) - a) / b;
      double log_density = constant;
      if (u != 0.0) {
        const Inverse inverse = invert(u > 0.0 ? right : left, std::abs(u));
        const double z = std::exp(inverse.log_z);
        log_density += -0.5 * z * z - inverse.log_slope;
      }
      // Nothing is known of a scale of 0 or a tail weight that overflows: no density.
      out[i] = std::isfinite(log_density) ? log_density : -infinite;
    }
  }
};

}  // namespace

std::shared_ptr<const Likelihood> g_and_k_likelihood() {
  return std::make_shared<GAndKLikelihood>();
}

}  // namespace surefoot
