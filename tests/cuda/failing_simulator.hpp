#pragma once

#include <memory>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/model.hpp>

namespace surefoot {

/// N(theta, 1), and nothing that is a number for theta above `end`, where the logarithm ends, nor
/// where a latent is below `rare`.
struct Failing {
  static constexpr int parameters = 1;
  static constexpr int dimension = 1;
  static constexpr int latents = 2;

  double end = 1e6;
  double rare = 0.0;

  template <class Real, class Latent>
  SUREFOOT_HD Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    const auto z = latent.normal(), u = latent.uniform();
    return {{theta[0] + z + 0.0 * log(end - theta[0]) + 0.0 * log(u - rare)}};
  }

  static std::vector<Parameter> box() { return {{"theta", -5.0, 5.0}}; }
};

/// Its device code, which nvcc compiles.
std::shared_ptr<const Accelerator> accelerator_of(const Failing& simulator);

}  // namespace surefoot
