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

void require_spread(double median) {
  if (!(median > 0.0) || !std::isfinite(median))
    throw Error(Fault::data,
                fmt::format("the median distance between observations is {}, so the median rule "
                            "gives no lengthscale; one must be given",
                            median));
}

double median_squared_distance(const Sample& observations, std::uint64_t seed) {
  if (observations.size() < 2)
    throw Error(Fault::data,
                "the median rule needs at least two observations, but there is one; a lengthscale "
                "must be given");
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

double choose_lengthscale(const std::string& rule, const Sample& observations, std::uint64_t seed) {
  if (rule == "median") return median_lengthscale(observations, seed);
  if (rule == "median-paper") return median_paper_lengthscale(observations, seed);
  if (rule == "median-l1") return median_l1_lengthscale(observations, seed);
  if (rule == "median-prior")
    throw Error(Fault::usage,
                "lengthscale median-prior is a rule of method mmd-bayes alone, because it needs a "
                "prior of the parameters; median will do");
  const auto number = parse_number(rule);
  if (!number)
    throw Error(Fault::usage,
                fmt::format("lengthscale must be a positive number, median, median-paper, "
                            "median-l1 or, for method mmd-bayes, median-prior, but is {}",
                            in_quotes(rule)));
  return require_positive(*number, "lengthscale");
}

bool is_median_rule(const std::string& rule) {
  return rule == "median" || rule == "median-paper" || rule == "median-l1" ||
         rule == "median-prior";
}

}  // namespace surefoot
