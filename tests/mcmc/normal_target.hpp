#pragma once

#include <memory>

#include <surefoot/mcmc/metropolis.hpp>

namespace surefoot {

/// Normal: means 1 and -2, standard deviations 0.1 and 30, correlation 0.9.
class NormalTarget final : public LogTarget {
 public:
  double operator()(std::span<const double> eta) override {
    const double a = (eta[0] - 1.0) / 0.1, b = (eta[1] + 2.0) / 30.0;
    return -0.5 * (a * a - 1.8 * a * b + b * b) / (1.0 - 0.81);
  }
};

/// Chains on it from afar, with proposals that begin at the wrong scale.
inline ChainProblem normal_problem() {
  return {.target = [](std::uint32_t) { return std::make_unique<NormalTarget>(); },
          .starts =
              [](std::uint32_t chain) {
                const double away = chain % 2 == 0 ? 20.0 : -20.0;
                return std::vector<std::vector<double>>{{away, 10.0 * away}};
              },
          .spread = {5.0, 5.0}};
}

}  // namespace surefoot
