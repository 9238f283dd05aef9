#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>

#include <surefoot/simulators/plain.hpp>

namespace surefoot {

/// What a simulator that keeps its callers waiting was asked for.
struct Spun {
  std::atomic<int> observations{0};
  std::mutex one_at_a_time;
};

/// A normal distribution whose observations take their time.
struct SpinningSimulator {
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  std::chrono::microseconds each;
  std::shared_ptr<Spun> spun = std::make_shared<Spun>();
  bool alone = false;                   // no two observations at the same time
  int slow_for = 1 << 30;               // observations, after which it is quick
  std::optional<double> works_at = {};  // and nowhere else

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    const double z = latent.normal();
    std::unique_lock lock(spun->one_at_a_time, std::defer_lock);
    if (alone) lock.lock();
    const auto end = std::chrono::steady_clock::now() + each;
    if (spun->observations++ < slow_for)
      while (std::chrono::steady_clock::now() < end) {
      }
    return {{works_at.value_or(theta[0]) == theta[0] ? theta[0] + z : NAN}};
  }
};

inline Model spinning_model(const SpinningSimulator& simulator) {
  return make_model(simulator, {{"location", -10.0, 14.0}});
}

}  // namespace surefoot
