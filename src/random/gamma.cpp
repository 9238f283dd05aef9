#include <cmath>

#include <surefoot/random/gamma.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {

double log_gamma_variate(double shape, Noise& noise) {
  if (shape < 1.0)  // G_a = G_{a+1} U^{1/a}, in logarithms
    return log_gamma_variate(shape + 1.0, noise) + std::log(noise.uniform()) / shape;
  // Marsaglia and Tsang (2000): squeeze a cubed normal.
  const double d = shape - 1.0 / 3.0, c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = noise.normal(), root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    if (std::log(noise.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v))
      return std::log(d) + std::log(v);
  }
}

}  // namespace surefoot
