#pragma once

#include <cstdint>
#include <span>

#include <surefoot/latents/latents.hpp>
#include <surefoot/simd/aligned.hpp>

namespace surefoot {

enum class Derivatives { no, yes };

/// Observations simulated at one theta, column by column, and how they move
/// with theta.  Owned by whoever evaluates, and used again and again.
template <class Real>
struct Simulation {
  int count = 0;
  int stride = 0;
  int dimension = 0;
  int parameters = 0;
  AlignedVector<Real> y;         // dimension x stride
  AlignedVector<Real> jacobian;  // parameters x dimension x stride

  void resize(int observations, int columns, int parameter_count, Derivatives derivatives) {
    count = observations;
    stride = padded(observations);
    dimension = columns;
    parameters = parameter_count;
    const auto size = static_cast<std::size_t>(stride) * static_cast<std::size_t>(columns);
    y.resize(size);
    jacobian.resize(
        derivatives == Derivatives::yes ? size * static_cast<std::size_t>(parameter_count) : 0);
  }
};

/// Observations further out than this are moved here, and their derivatives
/// set to 0: they are beyond the reach of any kernel, and an overflow of the
/// simulator must not become a NaN of the gradient.
template <class Real>
inline constexpr Real far_away = sizeof(Real) == 4 ? Real(1e15) : Real(1e100);

/// Simulators behind one interface that works on whole batches: what the
/// bootstrap calls.  Templated simulators enter through Vectorised; simulators
/// whose sizes are only known at run time implement it directly.
class BatchSimulator {
 public:
  virtual ~BatchSimulator() = default;

  /// Whether `simulate` can give derivatives.
  virtual bool differentiable() const;

  /// Whether it writes those into the simulation; else pull_back knows them.
  virtual bool stores_jacobian() const;

  /// Simulates one observation for each latent point.  False if the simulator
  /// returned something that is not a number, or broke its word about the
  /// order of its latents.
  virtual bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                        Derivatives derivatives, Simulation<float>& out) const = 0;
  virtual bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                        Derivatives derivatives, Simulation<double>& out) const = 0;

  /// How often a simulator that is costly to call has been called; 0 for others.
  virtual std::int64_t calls() const;

  /// Adds J' slope to gradient, where slope holds dLoss/dy column by column.
  virtual void pull_back(const Simulation<float>& at, std::span<const double> slope,
                         std::span<double> gradient) const;
  virtual void pull_back(const Simulation<double>& at, std::span<const double> slope,
                         std::span<double> gradient) const;
};

}  // namespace surefoot
