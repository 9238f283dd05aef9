#pragma once

#include <cstdint>

#include <surefoot/bootstrap/bootstrap_objective.hpp>
#include <surefoot/objective/data_term.hpp>
#include <surefoot/pairs/kernel_sums.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/simd/aligned.hpp>

namespace surefoot {

/// D = sum_ab W_a W_b k(z_a, z_b), where all pairs cost too much, from a random
/// subset S of the atoms:
///
///     D = s C + sum_b W_b (<mu_W, k_b> - s <mu_theta, k_b>),
///
/// whose second part is small where the model fits, and hardly varies with S; `weight` is the sum
/// of all W_b.  `model_at` gives sum_b W_b <mu_theta, k_b> over some atoms.
template <class Real, class ModelAt>
double sampled_data_term(const Points<Real>& z, const KernelSums& sums, std::uint64_t seed,
                         double mass, double c, double weight, ModelAt model_at) {
  constexpr auto size = static_cast<std::size_t>(atoms_that_stand_for_all);
  AlignedVector<Real> coordinates(static_cast<std::size_t>(z.dimension) * size), weights(size);
  // The same atoms for every draw, so that draws stay comparable.
  Noise noise({seed, BootstrapObjective::common_draw, 0, 0, Purpose::selection});
  double total = 0.0;
  for (std::size_t k = 0; k < size; ++k) {
    const auto a = static_cast<std::size_t>(noise.uniform() * z.count);
    for (std::size_t i = 0; i < static_cast<std::size_t>(z.dimension); ++i)
      coordinates[i * size + k] = z.coordinates[i * static_cast<std::size_t>(z.stride) + a];
    weights[k] = z.weights[a];
    total += double(z.weights[a]);
  }
  const Points<Real> some{atoms_that_stand_for_all, atoms_that_stand_for_all, z.dimension,
                          coordinates.data(), weights.data()};
  return mass * c + weight * (sums.cross(z, some, nullptr) - mass * model_at(some)) / total;
}

}  // namespace surefoot
