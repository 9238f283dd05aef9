#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/model.hpp>
#include <surefoot/prior/parameter_prior.hpp>

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

std::string to_text(const Marginal& m) {
  for (const auto& [word, family] : families)
    if (family == m.family)
      return fmt::format("{}:{}:{}", word, shortest(m.first), shortest(m.second));
  return {};
}

/// Where a marginal has mass, natural scale.
Interval range_of(const Marginal& m) {
  if (m.family == Family::normal) return {-infinite, infinite};
  if (m.family == Family::uniform) return {m.first, m.second};
  return {std::log(m.first), std::log(m.second)};
}

double normal_cdf_at(const Marginal& m, double x) { return normal_cdf((x - m.first) / m.second); }

double draw_from(const Marginal& m, const Interval& support, double u) {
  switch (m.family) {
    case Family::normal: {
      // From the side on which the support lies, where the tail has digits.
      const bool right = support.lower > m.first;
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

/// What the setting says, by name; one without a name stands for all parameters.
std::map<std::string, Marginal> parse(const std::string& text, const ParameterSpace& space) {
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

}  // namespace

ParameterPrior::ParameterPrior(const ParameterSpace& space, std::vector<Marginal> marginals)
    : space_(space), marginals_(std::move(marginals)) {
  for (std::size_t k = 0; k < marginals_.size(); ++k) {
    const Parameter& p = space_[space_.free()[k]];
    const Interval range = range_of(marginals_[k]);
    const Interval support{std::max(range.lower, p.lower), std::min(range.upper, p.upper)};
    // A normal may be cut so far out that a double has no number for what is left.
    const bool mass = support.lower < support.upper &&
                      (marginals_[k].family != Family::normal ||
                       normal_cdf(-std::max({(support.lower - marginals_[k].first),
                                             (marginals_[k].first - support.upper), 0.0}) /
                                  marginals_[k].second) > 0.0);
    if (!mass)
      throw Error(Fault::usage,
                  fmt::format("the prior of {} must have mass in its box [{}, {}], but {} has none",
                              p.name, p.lower, p.upper, to_text(marginals_[k])));
    if (marginals_[k].family == Family::uniform && !std::isfinite(support.upper - support.lower))
      throw Error(Fault::usage,
                  fmt::format("the uniform prior of {} must have a width that is a number, but its "
                              "box is [{}, {}]",
                              p.name, p.lower, p.upper));
    uncut_ &= support.lower == range.lower && support.upper == range.upper;
    support_.push_back(support);
  }
}

void ParameterPrior::draw(Noise& noise, std::span<double> eta) const {
  std::vector<double> theta(static_cast<std::size_t>(space_.size()), 0.0);
  for (std::size_t k = 0; k < marginals_.size(); ++k)
    theta[static_cast<std::size_t>(space_.free()[k])] =
        draw_from(marginals_[k], support_[k], noise.uniform());
  space_.to_optimiser(theta, eta);
}

double ParameterPrior::log_density(std::span<const double> eta) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < marginals_.size(); ++k) {
    if (!(eta[k] >= space_.lower()[k] && eta[k] <= space_.upper()[k])) return -infinite;
    const Parameter& p = space_[space_.free()[k]];
    const Axis axis{p.transform, p.lower, p.upper};
    const double theta = axis.to_theta(eta[k]);
    if (!(theta >= support_[k].lower && theta <= support_[k].upper)) return -infinite;
    sum += log_density_of(marginals_[k], theta) + std::log(axis.slope(theta));
  }
  return sum;
}

ParameterPrior make_parameter_prior(std::string& text, const Model& model,
                                    const ParameterSpace& space, const Sample& observations) {
  const auto given = parse(text, space);
  const auto offered = parse(model.prior ? model.prior(observations) : "", space);
  std::vector<Marginal> marginals;
  std::string in_force;
  for (const int k : space.free()) {
    const Parameter& p = space[k];
    std::optional<Marginal> found;
    for (const auto* list : {&given, &offered})
      for (const auto& name : {p.name, std::string()})
        if (const auto at = list->find(name); !found && at != list->end()) found = at->second;
    if (!found && std::isfinite(p.lower) && std::isfinite(p.upper))
      found = Marginal{Family::uniform, p.lower, p.upper};
    if (!found)
      throw Error(Fault::usage,
                  fmt::format("{} needs a prior, because its box is infinite: prior {}=normal:... "
                              "or uniform:... would give one",
                              p.name, p.name));
    marginals.push_back(*found);
    in_force += fmt::format("{}{}={}", in_force.empty() ? "" : ",", p.name, to_text(*found));
  }
  text = in_force;
  return {space, std::move(marginals)};
}

}  // namespace surefoot
