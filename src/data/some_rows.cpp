#include "data/some_rows.hpp"

#include <numeric>
#include <utility>

#include <surefoot/random/noise.hpp>

namespace surefoot {

std::vector<std::size_t> some_rows(std::size_t rows, std::size_t most, std::uint64_t seed) {
  std::vector<std::size_t> chosen(rows);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  if (rows <= most) return chosen;
  Noise noise({.seed = seed, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::selection});
  for (std::size_t i = 0; i < most; ++i) {
    const auto offset = static_cast<std::size_t>(noise.uniform() * static_cast<double>(rows - i));
    std::swap(chosen[i], chosen[i + offset]);
  }
  chosen.resize(most);
  return chosen;
}

}  // namespace surefoot
