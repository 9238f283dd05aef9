#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "report/page_shell.hpp"
#include "report/shown_fit.hpp"

namespace surefoot {
namespace {

// More digits where all values are alike: five of those that differ are more than one can show.
Json rounded(const std::vector<double>& values) {
  double lower = std::numeric_limits<double>::infinity(), upper = -lower;
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    lower = std::min(lower, v);
    upper = std::max(upper, v);
  }
  const double alike = std::max(std::abs(lower), std::abs(upper)) / (upper - lower);
  const int more = upper > lower ? static_cast<int>(std::clamp(std::log10(alike), 0.0, 12.0)) : 0;
  Json array = Json::array();
  for (const double v : values) array.push_back(picture_number(v, 5 + more));
  return array;
}

Json draws_of(const ShownFit& shown, const Page& page) {
  const Draws& draws = shown.fit->draws;
  Json columns = Json::object();
  for (std::size_t k = 0; k < page.parameters.size(); ++k)
    columns[fmt::format("p{}", k + 1)] = rounded(values_of(shown, page.parameters[k]));
  const auto column = [&](const char* name, auto&& value) {
    Json array = Json::array();
    for (const std::size_t r : shown.rows) array.push_back(value(r));
    columns[name] = std::move(array);
  };
  column("draw", [&](std::size_t r) { return draws.index[r]; });
  column("status", [&](std::size_t r) { return std::string(to_word(draws.info[r].status)); });
  column("mmd2", [&](std::size_t r) { return picture_number(draws.info[r].mmd2); });
  if (shown.summary.mass)
    column("mass", [&](std::size_t r) { return picture_number(draws.info[r].mass); });
  if (const auto chains = static_cast<std::size_t>(std::max(shown.fit->chains, 0)); chains > 0) {
    const std::size_t length = std::max<std::size_t>(draws.rows() / chains, 1);
    column("chain", [&](std::size_t r) { return r / length + 1; });
    column("step", [&](std::size_t r) { return r % length + 1; });
  }
  return columns;
}

Json observed_of(const ShownFit& shown) {
  Json columns = Json::object();
  for (int c = 0; c < shown_columns(*shown.fit); ++c) {
    std::vector<double> column;
    for (const std::size_t i : shown.observations) column.push_back(shown.fit->observations(i, c));
    columns[fmt::format("x{}", c + 1)] = rounded(column);
  }
  if (const auto& scores = shown.fit->scores; scores && !scores->inlier.empty()) {
    Json& inlier = columns["inlier"] = Json::array();
    for (const std::size_t i : shown.observations)
      inlier.push_back(picture_number(scores->inlier[i]));
  }
  return columns;
}

Json predictive_of(const ShownFit& shown) {
  const Predictive& predictive = shown.fit->predictive;
  const auto width = static_cast<std::size_t>(shown.fit->observations.dimension());
  const auto kept = static_cast<std::size_t>(predictive.observations);
  const auto for_each_row = [&](auto&& visit) {
    for (const std::size_t s : shown.simulated)
      for (std::size_t i = 0; i < shown.simulated_observations; ++i) visit(s, s * kept + i);
  };
  Json columns = {{"set", Json::array()}};
  for_each_row([&](std::size_t s, std::size_t) { columns["set"].push_back(s); });
  for (int c = 0; c < shown_columns(*shown.fit); ++c) {
    std::vector<double> column;
    for_each_row([&](std::size_t, std::size_t row) {
      column.push_back(predictive.values[row * width + static_cast<std::size_t>(c)]);
    });
    columns[fmt::format("x{}", c + 1)] = rounded(column);
  }
  return columns;
}

Json history_of(const ShownFit& shown) {
  Json columns = {{"simulations", Json::array()}, {"threshold", Json::array()}};
  for (const SmcStep& step : shown.fit->history) {
    columns["simulations"].push_back(step.simulations);
    columns["threshold"].push_back(picture_number(step.threshold));
  }
  return columns;
}

}  // namespace

Json data_of(const ShownFit& shown, const Page& page) {
  return {{"label", shown.label},
          {"draws", draws_of(shown, page)},
          {"observed", observed_of(shown)},
          {"predictive", predictive_of(shown)},
          {"history", history_of(shown)}};
}

}  // namespace surefoot
