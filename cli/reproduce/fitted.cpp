#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reproduce/generated.hpp"
#include "reproduce/kinds.hpp"
#include "reproduce/pictures.hpp"

namespace surefoot::cli {
namespace {

constexpr auto truth_label = "at the truth", fit_label = "at the posterior mean";

struct Settings {
  int points;
  std::pair<double, double> extent;
};

/// The largest difference of two distribution functions: a number for how alike two histograms are.
double largest_difference(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double largest = 0.0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    a[i] <= b[j] ? ++i : ++j;
    largest = std::max(largest, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                         static_cast<double>(j) / static_cast<double>(b.size())));
  }
  return largest;
}

Outcome conclude(const Item& item, const Results& results, const Settings& settings) {
  Outcome outcome;
  std::vector<Json> panels;
  for (std::size_t f = 0; f < item.fits.size(); ++f)
    for (std::size_t c = 0; c < item.cases.size(); ++c) {
      const StoredFit* stored = results.find({f, c, 0, 0, 0});
      if (stored == nullptr) continue;
      const Case& which = item.cases[c];
      const FitPlan& plan = item.fits[f];
      const auto truth = generated(which, which.truth, settings.points, results.seed());
      // Other latents than at the truth, or the two would be alike by construction.
      const auto fitted =
          generated(which, moments_of(stored->fit.draws).mean, settings.points, results.seed() + 1);
      panels.push_back(
          histogram_panel(fmt::format("{}, {}", plan.label, which.label), "observation",
                          {{truth_label, truth, {}}, {fit_label, fitted, {}}}, settings.extent));
      const double difference = largest_difference(truth, fitted);
      outcome.numbers.push_back({plan.label,
                                 to_word(plan.role),
                                 which.label,
                                 "largest difference of the distribution functions",
                                 {difference, NAN},
                                 1});
      Comparison row{plan.label, which.label, "", "", "", ""};
      (plan.role == Role::standard ? row.standard : row.paper) = fmt::format("{:.3f}", difference);
      // Kolmogorov and Smirnov's two-sample bound at 5 %.
      const double chance = 1.36 * std::sqrt(2.0 / settings.points);
      row.verdict = difference < chance
                        ? "not to be told from the truth"
                        : fmt::format("{:.1f} times what chance would do", difference / chance);
      outcome.comparison.push_back(row);
    }
  outcome.picture = grid(panels, static_cast<int>(item.cases.size()), {truth_label, fit_label});
  outcome.caption = fmt::format(
      "{} points from the model at the truth and at the posterior mean. The numbers are the "
      "largest difference of the two distribution functions.",
      settings.points);
  return outcome;
}

}  // namespace

Conclude read_fitted(const Section& section, Item&) {
  const Settings settings{section.whole("points", 2000, 10, 1'000'000), extent_of(section)};
  return [settings](const Item& item, const Results& results) {
    return conclude(item, results, settings);
  };
}

}  // namespace surefoot::cli
