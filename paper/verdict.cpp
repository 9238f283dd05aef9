#include "paper/verdict.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace surefoot::paper {
namespace {

constexpr double chance = 2.0;  // standard errors that one comparison in twenty exceeds
constexpr double edge = 3.0;    // and one in four hundred

const char* side(double published, double ours) { return ours < published ? "lower" : "higher"; }

/// Two digits, and none of them an exponent's.
std::string digits(double amount) {
  return amount > 99.5 && amount < 1e6 ? fmt::format("{:.0f}", amount)
                                       : fmt::format("{:.2g}", amount);
}

/// "lower by a factor 2.1", or by a difference where a factor has no meaning.
std::string difference(double published, double ours) {
  const bool factors = published > 0.0 && ours > 0.0;
  const double amount =
      factors ? std::max(published, ours) / std::min(published, ours) : std::abs(published - ours);
  return fmt::format("{} by {}{}", side(published, ours), factors ? "a factor " : "",
                     digits(amount));
}

double or_zero(double error) { return std::isfinite(error) ? error : 0.0; }

}  // namespace

std::string shown(double value) { return std::isfinite(value) ? fmt::format("{:.3g}", value) : ""; }

std::string shown(const Estimate& estimate) {
  if (!std::isfinite(estimate.error)) return shown(estimate.value);
  return fmt::format("{:.3g} ± {:.2g}", estimate.value, estimate.error);
}

std::string verdict(const Estimate& published, const Estimate& ours) {
  if (!std::isfinite(ours.value)) return "no number of ours";
  if (!std::isfinite(published.value)) return "";
  const double error = std::hypot(or_zero(published.error), or_zero(ours.error));
  const std::string apart = difference(published.value, ours.value);
  if (!(error > 0.0)) return apart + "; neither has a standard error";
  const double distance = std::abs(ours.value - published.value) / error;
  const char* whose = std::isfinite(published.error) ? ""
                      : std::isfinite(ours.error)    ? ", ours alone"
                                                     : "";
  if (distance < chance)
    return fmt::format("agrees within {:.1f} standard errors{}", std::max(distance, 0.1), whose);
  if (distance < edge)
    return fmt::format("{}, at the edge of chance ({:.1f} s.e.{})", apart, distance, whose);
  return fmt::format("{} ({:.1f} s.e.{})", apart, distance, whose);
}

std::string verdict_on_means(const Estimate& published, const Estimate& ours) {
  if (!std::isfinite(published.value) || !std::isfinite(ours.value)) return "";
  const double sd = std::hypot(or_zero(published.error), or_zero(ours.error)) / std::sqrt(2.0);
  if (!(sd > 0.0)) return difference(published.value, ours.value);
  const double distance = std::abs(ours.value - published.value) / sd;
  return fmt::format("{} by {:.1f} posterior sd", side(published.value, ours.value), distance);
}

std::string verdict_on_seconds(double published, double ours) {
  if (!(published > 0.0 && ours > 0.0)) return "";
  const bool faster = ours < published;
  return fmt::format("{} by a factor {}, on another machine", faster ? "faster" : "slower",
                     digits(faster ? published / ours : ours / published));
}

std::string verdict_on_difference(double difference, int points) {
  const double bound = 1.36 * std::sqrt(2.0 / points);  // Kolmogorov and Smirnov's, at 5 %
  if (difference < bound) return "not to be told from the truth";
  return fmt::format("{:.1f} times what chance would do", difference / bound);
}

std::string verdict_among_seeds(double published, std::span<const double> ours) {
  const auto above =
      std::count_if(ours.begin(), ours.end(), [&](double value) { return value > published; });
  const double median = quantile({ours.begin(), ours.end()}, 0.5);
  return fmt::format("the published value is lower than {} of {} seeds, whose median is {:.3g}",
                     above, ours.size(), median);
}

std::string with_artefact(const std::string& artefact, const std::string& verdict) {
  if (artefact.empty()) return verdict;
  return fmt::format("the published row is an artefact: {}{}{}", artefact,
                     verdict.empty() ? "" : "; ours: ", verdict);
}

std::string with_caution(const std::string& caution, const std::string& verdict) {
  if (caution.empty() || verdict.empty()) return verdict + caution;
  return verdict + "; " + caution;
}

}  // namespace surefoot::paper
