#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <span>

#include <surefoot/abc/smc.hpp>

namespace surefoot {

/// A distance from a function of theta and noise.
class ToyDistance final : public AbcDistance {
 public:
  using Function = std::function<double(std::span<const double> theta, Noise& noise)>;

  explicit ToyDistance(Function function) : function_(std::move(function)) {}

  double operator()(std::span<const double> eta, const Coordinates& at) override {
    Noise noise(at);
    return function_(eta, noise);
  }

 private:
  Function function_;
};

/// A uniform prior on (0, 1)^dimension.
inline AbcTarget toy_target(int dimension, const ToyDistance::Function& distance) {
  return {.dimension = dimension,
          .draw_prior =
              [](Noise& noise, std::span<double> eta) {
                for (double& x : eta) x = noise.uniform();
              },
          .log_prior =
              [](std::span<const double> eta) {
                for (const double x : eta)
                  if (!(x > 0.0 && x < 1.0)) return -std::numeric_limits<double>::infinity();
                return 0.0;
              },
          .make_distance = [distance] { return std::make_unique<ToyDistance>(distance); }};
}

/// How far the number of successes in n trials of probability theta is from `observed`.
inline ToyDistance::Function binomial_distance(int n, int observed) {
  return [=](std::span<const double> theta, Noise& noise) {
    int successes = 0;
    for (int i = 0; i < n; ++i) successes += noise.uniform() < theta[0];
    return static_cast<double>(std::abs(successes - observed));
  };
}

/// The ABC posterior mean of theta^power within a threshold, exactly: a uniform prior makes it a
/// mixture of beta distributions with equal weights.
inline double exact_binomial_moment(int n, int observed, int threshold, int power) {
  double sum = 0.0;
  int terms = 0;
  for (int s = std::max(observed - threshold, 0); s <= std::min(observed + threshold, n); ++s) {
    const double a = s + 1.0, total = n + 2.0;
    sum += power == 1 ? a / total : a * (a + 1.0) / (total * (total + 1.0));
    ++terms;
  }
  return sum / terms;
}

}  // namespace surefoot
