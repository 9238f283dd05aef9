#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/math.hpp>
#include <surefoot/prior/marginal.hpp>

#include "special_numbers.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

using Family = Marginal::Family;

constexpr std::array<std::pair<std::string_view, Family>, 3> families{
    {{"normal", Family::normal},
     {"uniform", Family::uniform},
     {"log-of-uniform", Family::log_of_uniform}}};

constexpr const char* form =
    "normal:MEAN:SD, uniform:LO:HI or log-of-uniform:LO:HI, for all parameters or as NAME=... for "
    "each";

[[noreturn]] void refuse(std::string_view found) {
  throw Error(Fault::usage, fmt::format("prior must be {}, but is {}", form, in_quotes(found)));
}

Marginal parse_marginal(std::string_view text) {
  const std::size_t one = text.find(':');
  const std::size_t two = one == text.npos ? one : text.find(':', one + 1);
  if (two == text.npos) refuse(text);
  const auto first = parse_number(trim(text.substr(one + 1, two - one - 1)));
  const auto second = parse_number(trim(text.substr(two + 1)));
  for (const auto& [word, family] : families) {
    if (trim(text.substr(0, one)) != word || !first || !second) continue;
    if (!std::isfinite(*first) || !std::isfinite(*second)) continue;
    const bool sound = family == Family::normal    ? *second > 0.0
                       : family == Family::uniform ? *first < *second
                                                   : 0.0 <= *first && *first < *second;
    if (!sound) continue;
    constexpr double largest = 1e100;  // whose sums and squares are numbers
    if (std::max(std::abs(*first), std::abs(*second)) > largest)
      throw Error(Fault::usage, fmt::format("the numbers of a prior must lie between -{0} and {0}, "
                                            "but those of {1} do not",
                                            largest, in_quotes(text)));
    return {family, *first, *second};
  }
  refuse(text);
}

/// Where a marginal has mass, natural scale.
Interval range_of(const Marginal& m) {
  if (m.family == Family::normal) return {-infinite, infinite};
  if (m.family == Family::uniform) return {m.first, m.second};
  return {std::log(m.first), std::log(m.second)};
}

double normal_cdf_at(const Marginal& m, double x) { return normal_cdf((x - m.first) / m.second); }

bool is_right_of_mean(const Marginal& m, const Interval& support) {
  return support.lower > m.first;
}

/// Falls with u where a normal lies right of its mean.
double draw_from(const Marginal& m, const Interval& support, double u) {
  switch (m.family) {
    case Family::normal: {
      // From the side on which the support lies, where the tail has digits.
      const bool right = is_right_of_mean(m, support);
      const double sign = right ? -1.0 : 1.0;
      const Interval low =
          right ? Interval{2.0 * m.first - support.upper, 2.0 * m.first - support.lower} : support;
      const double from = normal_cdf_at(m, low.lower), to = normal_cdf_at(m, low.upper);
      const double z = normal_quantile(from + u * (to - from));
      return std::clamp(m.first + sign * m.second * z, support.lower, support.upper);
    }
    case Family::uniform:
      return support.lower + u * (support.upper - support.lower);
    case Family::log_of_uniform: {
      const double from = std::exp(support.lower), to = std::exp(support.upper);
      return std::clamp(std::log(from + u * (to - from)), support.lower, support.upper);
    }
  }
  return support.lower;
}

double log_density_of(const Marginal& m, double theta) {
  switch (m.family) {
    case Family::normal: {
      const double z = (theta - m.first) / m.second;
      return -0.5 * z * z;
    }
    case Family::uniform:
      return 0.0;
    case Family::log_of_uniform:
      return theta;
  }
  return 0.0;
}

constexpr double furthest_score = 4.0;

}  // namespace

std::string to_text(const Marginal& marginal) {
  for (const auto& [word, family] : families)
    if (family == marginal.family)
      return fmt::format("{}:{}:{}", word, shortest(marginal.first), shortest(marginal.second));
  return {};
}

std::map<std::string, Marginal> parse_marginals(const std::string& text,
                                                const ParameterSpace& space) {
  std::map<std::string, Marginal> given;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view entry = rest.substr(0, comma);
    const std::size_t equals = entry.find('=');
    const bool named = equals != entry.npos;
    const std::string name(named ? trim(entry.substr(0, equals)) : std::string_view());
    if (named) space.index(name);  // throws for a name that the model does not have
    const Marginal marginal = parse_marginal(trim(named ? entry.substr(equals + 1) : entry));
    if (!given.emplace(name, marginal).second) refuse(text);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return given;
}

CutMarginal::CutMarginal(const Marginal& marginal, const Parameter& parameter)
    : marginal_(marginal) {
  const Interval range = range_of(marginal);
  support_ = {std::max(range.lower, parameter.lower), std::min(range.upper, parameter.upper)};
  // A normal may be cut so far out that a double has no number for what is left.
  const bool mass = support_.lower < support_.upper &&
                    (marginal.family != Family::normal ||
                     normal_cdf(-std::max({(support_.lower - marginal.first),
                                           (marginal.first - support_.upper), 0.0}) /
                                marginal.second) > 0.0);
  if (!mass)
    throw Error(Fault::usage,
                fmt::format("the prior of {} must have mass in its box [{}, {}], but {} has none",
                            parameter.name, parameter.lower, parameter.upper, to_text(marginal)));
  if (marginal.family == Family::uniform && !std::isfinite(support_.upper - support_.lower))
    throw Error(Fault::usage,
                fmt::format("the uniform prior of {} must have a width that is a number, but its "
                            "box is [{}, {}]",
                            parameter.name, parameter.lower, parameter.upper));
  uncut_ = support_.lower == range.lower && support_.upper == range.upper;
  mass_ = mass_between(support_.lower, support_.upper);
  curved_ = {quantile(normal_cdf(-furthest_score)), quantile(normal_cdf(furthest_score))};
}

double CutMarginal::draw(double uniform) const { return draw_from(marginal_, support_, uniform); }

double CutMarginal::quantile(double probability) const {
  const bool mirrored = marginal_.family == Family::normal && is_right_of_mean(marginal_, support_);
  return draw(mirrored ? 1.0 - probability : probability);
}

double CutMarginal::log_density(double theta) const {
  if (!(theta >= support_.lower && theta <= support_.upper)) return -infinite;
  return log_density_of(marginal_, theta);
}

double CutMarginal::mass_between(double lower, double upper) const {
  switch (marginal_.family) {
    case Family::normal: {
      // From the side on which the tail has digits.
      if (lower > marginal_.first)
        return mass_between(2.0 * marginal_.first - upper, 2.0 * marginal_.first - lower);
      return normal_cdf_at(marginal_, upper) - normal_cdf_at(marginal_, lower);
    }
    case Family::uniform:
      return upper - lower;
    case Family::log_of_uniform:
      return std::exp(upper) - std::exp(lower);
  }
  return 0.0;
}

double CutMarginal::density(double theta) const {
  switch (marginal_.family) {
    case Family::normal:
      return normal_density((theta - marginal_.first) / marginal_.second) / marginal_.second;
    case Family::uniform:
      return 1.0;
    case Family::log_of_uniform:
      return std::exp(theta);
  }
  return 0.0;
}

CutMarginal::Score CutMarginal::score(double theta) const {
  if (marginal_.family == Family::normal && uncut_)
    return {(theta - marginal_.first) / marginal_.second, 1.0 / marginal_.second};
  const double at = std::clamp(theta, curved_.lower, curved_.upper);
  const double below = mass_between(support_.lower, at) / mass_;
  const double above = mass_between(at, support_.upper) / mass_;
  const double z = below < above ? normal_quantile(below) : -normal_quantile(above);
  const double slope = density(at) / (mass_ * normal_density(z));
  return {z + slope * (theta - at), slope};
}

}  // namespace surefoot
