#include "bootstrap/search_box.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

#include <surefoot/bootstrap/bootstrap_objective.hpp>
#include <surefoot/error.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {
namespace {

std::vector<double> scale_of(const ParameterSpace& space, const std::vector<Interval>& box) {
  std::vector<double> lower, upper;
  for (const auto& [low, high] : box) {
    lower.push_back(low);
    upper.push_back(high);
  }
  std::vector<double> eta_lower(static_cast<std::size_t>(space.free_size())), eta_upper(eta_lower);
  space.to_optimiser(lower, eta_lower);
  space.to_optimiser(upper, eta_upper);
  std::vector<double> scale;
  for (std::size_t i = 0; i < eta_lower.size(); ++i) {
    const double width = eta_upper[i] - eta_lower[i];
    scale.push_back(width > 0.0 ? 0.1 * width : 0.1);
  }
  return scale;
}

}  // namespace

SearchSpace make_search_space(const Model& model, const ParameterSpace& space,
                              const Sample& observations,
                              const std::map<std::string, double>& start, double reach) {
  SearchSpace result{space, {}, {}};
  std::vector<Interval> guess;
  if (model.search_box) guess = model.search_box(observations);
  for (int k = 0; k < space.size(); ++k) {
    Interval box{space[k].lower, space[k].upper};
    if (!guess.empty()) {
      const Interval& g = guess[static_cast<std::size_t>(k)];
      const Interval inside{std::clamp(g.lower, box.lower, box.upper),
                            std::clamp(g.upper, box.lower, box.upper)};
      if (inside.lower < inside.upper)
        box = inside;
      else  // tied observations
        box = {std::max(box.lower, inside.lower - reach),
               std::min(box.upper, inside.upper + reach)};
    }
    if (!std::isfinite(box.lower) || !std::isfinite(box.upper)) {
      const auto given = start.find(space[k].name);
      if (given == start.end())
        throw Error(Fault::usage, fmt::format("the box of {} must be finite to look for a start in "
                                              "it; bounds or a start must be given",
                                              space[k].name));
      const double about = std::max(std::abs(given->second), 1.0);
      box = {std::max(box.lower, given->second - about),
             std::min(box.upper, given->second + about)};
    }
    result.search_box.push_back(box);
  }
  result.eta_scale = scale_of(space, result.search_box);
  return result;
}

std::vector<std::vector<double>> spread_points(const SearchSpace& space, int count,
                                               std::uint64_t seed) {
  const auto p = static_cast<std::size_t>(space.parameters.size());
  constexpr std::size_t most_sobol = 100;  // beyond, a few hundred points fill no space anyway
  std::optional<boost::random::sobol_engine<std::uint32_t, 32>> engine;
  if (p <= most_sobol) engine.emplace(p);
  Noise noise({seed, BootstrapObjective::common_draw, 0, 0, Purpose::start});
  std::vector<double> shift(p);
  for (double& s : shift) s = noise.uniform();
  std::vector<std::vector<double>> points(static_cast<std::size_t>(count), std::vector<double>(p));
  for (auto& point : points)
    for (std::size_t k = 0; k < p; ++k) {
      double u = engine ? (*engine)() * 0x1p-32 + shift[k] : noise.uniform();
      u -= std::floor(u);
      const auto [low, high] = space.search_box[k];
      point[k] = space.parameters[static_cast<int>(k)].transform == Transform::log
                     ? low * std::pow(high / low, u)
                     : low + u * (high - low);
    }
  return points;
}

std::vector<double> start_in(const SearchSpace& space, const std::map<std::string, double>& start) {
  std::vector<double> theta, eta(static_cast<std::size_t>(space.parameters.free_size()));
  for (const auto& [low, high] : space.search_box) theta.push_back(0.5 * (low + high));
  for (const auto& [name, value] : start)
    theta[static_cast<std::size_t>(space.parameters.index(name))] = value;
  space.parameters.to_optimiser(theta, eta);
  return eta;
}

}  // namespace surefoot
