#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>
#include <surefoot/random/noise.hpp>

#include "data/quantiles.hpp"
#include "data/some_rows.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

constexpr std::size_t most_rows = 2048;  // 2 million pairs: the median is off by far less than 1 %

constexpr std::string_view quantiles = "quantile:";

void require_spread(double distance, const std::string& rule = "median") {
  if (!(distance > 0.0) || !std::isfinite(distance))
    throw Error(Fault::data,
                fmt::format("the {0} distance between observations is {1}, so the {0} rule gives "
                            "no lengthscale; one must be given",
                            rule, distance));
}

std::vector<double> squared_distances(const Sample& observations, std::uint64_t seed,
                                      const std::string& rule = "median") {
  if (observations.size() < 2)
    throw Error(Fault::data,
                fmt::format("the {} rule needs at least two observations, but there is one; a "
                            "lengthscale must be given",
                            rule));
  const auto rows = some_rows(observations.size(), most_rows, seed);
  std::vector<double> squares;
  squares.reserve(rows.size() * (rows.size() - 1) / 2);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0.0;
      for (int c = 0; c < observations.dimension(); ++c) {
        const double r = observations(rows[i], c) - observations(rows[j], c);
        square += r * r;
      }
      squares.push_back(square);
    }
  return squares;
}

double median_squared_distance(const Sample& observations, std::uint64_t seed) {
  std::vector<double> squares = squared_distances(observations, seed);
  const double middle = median(squares);
  require_spread(std::sqrt(middle));
  return middle;
}

}  // namespace

double median_lengthscale(const Sample& observations, std::uint64_t seed) {
  return std::sqrt(0.5 * median_squared_distance(observations, seed));
}

double median_paper_lengthscale(const Sample& observations, std::uint64_t seed) {
  return std::sqrt(median_squared_distance(observations, seed));
}

double median_l1_lengthscale(const Sample& observations, std::uint64_t seed) {
  const auto rows = some_rows(observations.size(), most_rows, seed);
  std::vector<double> distances(rows.size(), 0.0);
  distances.reserve(rows.size() * rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double distance = 0.0;
      for (int c = 0; c < observations.dimension(); ++c)
        distance += std::abs(observations(rows[i], c) - observations(rows[j], c));
      distances.insert(distances.end(), 2, distance);
    }
  const double middle = median(distances);
  require_spread(middle);
  return middle;
}

double quantile_lengthscale(const Sample& observations, double probability, double factor,
                            std::uint64_t seed) {
  const std::string rule = fmt::format("{:g} % quantile", 100.0 * probability);
  std::vector<double> squares = squared_distances(observations, seed, rule);
  const auto at = squares.begin() +
                  static_cast<std::ptrdiff_t>(probability * static_cast<double>(squares.size()));
  std::nth_element(squares.begin(), at, squares.end());
  require_spread(std::sqrt(*at), rule);
  return factor * std::sqrt(*at);
}

namespace {

/// quantile:PROBABILITY:FACTOR
double quantile_by_text(const std::string& rule, const Sample& observations, std::uint64_t seed) {
  const std::string numbers = rule.substr(quantiles.size());
  const auto colon = std::min(numbers.find(':'), numbers.size());
  const auto probability = parse_number(numbers.substr(0, colon));
  const auto factor = parse_number(numbers.substr(std::min(colon + 1, numbers.size())));
  if (!probability || !factor || !(*probability > 0.0 && *probability < 1.0) || !(*factor > 0.0) ||
      !std::isfinite(*factor))
    throw Error(Fault::usage,
                fmt::format("lengthscale quantile:PROBABILITY:FACTOR needs a probability between 0 "
                            "and 1 and a positive factor, as quantile:0.25:1.5, but is {}",
                            in_quotes(rule)));
  return quantile_lengthscale(observations, *probability, *factor, seed);
}

/// What `auto` begins with; where a quarter of the pairs coincide, the median has the next say.
double pilot_lengthscale(const Sample& observations, std::uint64_t seed) {
  try {
    return quantile_lengthscale(observations, 0.25, 0.6, seed);
  } catch (const Error&) {
    return 0.6 * median_lengthscale(observations, seed);
  }
}

}  // namespace

double choose_lengthscale(const std::string& rule, const Sample& observations, std::uint64_t seed) {
  if (rule == "median") return median_lengthscale(observations, seed);
  if (rule == "median-paper") return median_paper_lengthscale(observations, seed);
  if (rule == "median-l1") return median_l1_lengthscale(observations, seed);
  if (rule == "median-prior")
    throw Error(Fault::usage,
                "lengthscale median-prior is a rule of method mmd-bayes alone, because it needs a "
                "prior of the parameters; median will do");
  if (rule == auto_lengthscale) return pilot_lengthscale(observations, seed);
  if (rule.starts_with(quantiles)) return quantile_by_text(rule, observations, seed);
  const auto number = parse_number(rule);
  if (!number)
    throw Error(Fault::usage,
                fmt::format("lengthscale must be a positive number, auto, "
                            "quantile:PROBABILITY:FACTOR, median, median-paper, median-l1 or, for "
                            "method mmd-bayes, median-prior, but is {}",
                            in_quotes(rule)));
  return require_positive(*number, "lengthscale");
}

bool is_lengthscale_rule(const std::string& rule) {
  return rule == auto_lengthscale || rule == "median" || rule == "median-paper" ||
         rule == "median-l1" || rule == "median-prior" || rule.starts_with(quantiles);
}

}  // namespace surefoot
