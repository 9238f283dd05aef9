#pragma once

#include <cmath>

#include <surefoot/random/gamma.hpp>

// The spectral measures of kernels that are mixtures of Gaussians over their lengthscales. `spread`
// draws what a frequency of the Gaussian is multiplied by; `settles` says whether frequencies have
// a mean, without which gradients of random features do not settle however many there are.
namespace surefoot {

template <class Noise>
double chi_squared(int degrees, Noise& noise) {
  double sum = 0.0;
  for (int k = 0; k < degrees; ++k) {
    const double x = noise.normal();
    sum += x * x;
  }
  return sum;
}

/// Of one Gaussian.
struct NormalSpectrum {
  static constexpr bool settles = true;
  template <class Kernel, class Noise>
  static double spread(const Kernel&, Noise&) {
    return 1.0;
  }
};

/// Of the Matern kernel of smoothness nu: Student's distribution.
template <int TwiceNu>
struct StudentSpectrum {
  static constexpr bool settles = TwiceNu > 1;
  template <class Kernel, class Noise>
  static double spread(const Kernel&, Noise& noise) {
    return std::sqrt(TwiceNu / chi_squared(TwiceNu, noise));
  }
};

/// Of the rational quadratic kernel: rates are gamma variates of shape beta.
struct GammaSpectrum {
  static constexpr bool settles = true;
  template <class Kernel, class Noise>
  static double spread(const Kernel& kernel, Noise& noise) {
    return std::sqrt(std::exp(log_gamma_variate(kernel.beta, noise)) / kernel.beta);
  }
};

}  // namespace surefoot
