#pragma once

#include <array>
#include <limits>
#include <string_view>

namespace surefoot {

/// The ends, both allowed, of a setting that is a whole number.
struct WholeLimits {
  std::string_view setting;
  int lower;
  int upper;
};

/// Beyond the upper ends memory or patience ends first; they catch slips of the
/// keyboard and keep products of two of them inside 64 bits.
inline constexpr std::array<WholeLimits, 17> all_whole_limits{{
    {"draws", 1, 10'000'000},
    {"truncation", 1, 10'000'000},
    {"simulations", 2, 10'000'000},  // a variance needs two
    {"steps", 1, 10'000'000},
    {"starts", 1, 1000},
    {"screening", 1, 1'000'000},
    {"order", 1, 2},
    {"particles", 2, 10'000'000},
    {"max-simulations", 1, 2'000'000'000},
    {"max-trials", 1, 100'000'000},
    {"max-calls", 1, 2'000'000'000},
    {"chains", 1, 1000},
    {"warmup", 0, 100'000'000},
    {"thin", 1, 1'000'000},
    {"threads", 0, 4096},
    {"predictive-draws", 0, 100'000'000},
    {"predictive-observations", 0, 10'000'000},
}};

/// The most simulated values, draws times observations, that a run may keep.
inline constexpr long long most_predictive = 100'000'000;

constexpr WholeLimits whole_limits(std::string_view setting) {
  for (const WholeLimits& limits : all_whole_limits)
    if (limits.setting == setting) return limits;
  return {setting, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};
}

/// Whether a real setting, none of which may be negative, may be zero.
constexpr bool zero_allowed(std::string_view setting) {
  return setting == "concentration" || setting == "threshold";
}

}  // namespace surefoot
