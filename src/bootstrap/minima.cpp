#include "bootstrap/minima.hpp"

namespace surefoot {

std::vector<double> to_eta(const ParameterSpace& space, const std::vector<double>& theta) {
  std::vector<double> eta(static_cast<std::size_t>(space.free_size()));
  space.to_optimiser(theta, eta);
  return eta;
}

void sort_by_value(std::vector<Mode>& places) {
  std::stable_sort(places.begin(), places.end(),
                   [](const Mode& a, const Mode& b) { return a.value < b.value; });
}

std::vector<Mode> distinct(std::vector<Mode> minima, std::span<const double> scale, double reach) {
  sort_by_value(minima);
  const auto same_place = [&](const Mode& a, const Mode& b) {
    for (std::size_t k = 0; k < a.eta.size(); ++k)
      if (std::abs(a.eta[k] - b.eta[k]) > reach * scale[k]) return false;
    return true;
  };
  std::vector<Mode> kept;
  for (Mode& minimum : minima)
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const Mode& other) { return same_place(minimum, other); }))
      kept.push_back(std::move(minimum));
  return kept;
}

}  // namespace surefoot
