#include "bootstrap/other_simulations.hpp"

#include <cmath>

namespace surefoot {

namespace {
constexpr std::uint32_t repetitions = 32;
}  // namespace

OtherSimulations::OtherSimulations(const Problem& problem, Design design,
                                   std::span<const double> eta, std::stop_token stop) {
  for (std::uint32_t k = 0; k < repetitions; ++k) {
    FitConfig settings = *problem.settings;
    settings.seed = settings.seed + 1 + k;
    settings.design = design;
    Problem other = problem;
    other.settings = std::make_shared<const FitConfig>(std::move(settings));
    problems_.push_back(with_simulations(other, problem.simulations()));
  }
  for (const Problem& other : problems_) {
    objectives_.push_back(make_draw_objective(other, stop));
    objectives_.back()->begin_data();
  }
  before_ = values_at(eta);
}

std::optional<MeanChange> OtherSimulations::change_to(std::span<const double> eta) {
  const std::vector<double> there = values_at(eta);
  double sum = 0.0, squares = 0.0, count = 0.0;
  for (std::size_t k = 0; k < there.size(); ++k) {
    const double change = there[k] - before_[k];
    if (!std::isfinite(change)) continue;
    sum += change;
    squares += change * change;
    ++count;
  }
  if (count < 0.5 * repetitions) return std::nullopt;
  const double mean = sum / count, variance = (squares - count * mean * mean) / (count - 1.0);
  return MeanChange{mean, std::sqrt(std::max(variance, 0.0) / count)};
}

std::int64_t OtherSimulations::simulator_calls() const {
  std::int64_t calls = 0;
  for (const auto& objective : objectives_) calls += objective->simulator_calls();
  return calls;
}

std::vector<double> OtherSimulations::values_at(std::span<const double> eta) {
  std::vector<double> values;
  for (const auto& objective : objectives_) values.push_back((*objective)(eta, {}));
  return values;
}

}  // namespace surefoot
