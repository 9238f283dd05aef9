#include <cmath>

#include <fmt/format.h>

#include "paper/comparison.hpp"
#include "paper/generated.hpp"
#include "paper/kinds.hpp"
#include "paper/pictures.hpp"
#include "paper/verdict.hpp"

namespace surefoot::paper {
namespace {

constexpr auto truth_label = "at the truth", fit_label = "at the posterior mean";

struct FittedSettings {
  int points;
  std::pair<double, double> extent;
};

Outcome conclude_fitted(const Item& item, const Results& results, const FittedSettings& settings) {
  Outcome outcome;
  std::vector<Json> panels;
  for_each_first_run(
      item, results, [&](const FitPlan& plan, const Case& c, const StoredFit& stored) {
        const auto truth = generated(c, c.truth, settings.points, results.seed());
        // Other latents than at the truth, or the two would be alike by construction.
        const auto fitted =
            generated(c, moments_of(stored.fit.draws).mean, settings.points, results.seed() + 1);
        panels.push_back(histogram_panel(fmt::format("{}, {}", plan.label, c.label), "observation",
                                         {{truth_label, truth, {}}, {fit_label, fitted, {}}},
                                         settings.extent));
        const double difference = largest_difference(truth, fitted);
        outcome.numbers.push_back({plan.label,
                                   to_word(plan.role),
                                   c.label,
                                   "largest difference of the distribution functions",
                                   {difference, NAN},
                                   1});
        outcome.comparison.push_back(row_of_ours(plan, c.label, fmt::format("{:.3f}", difference)));
        outcome.comparison.back().verdict = verdict_on_difference(difference, settings.points);
      });
  outcome.picture = grid(panels, static_cast<int>(item.cases.size()), {truth_label, fit_label});
  outcome.caption = fmt::format(
      "{} points from the model at the truth and at the posterior mean. The numbers are the "
      "largest difference of the two distribution functions.",
      settings.points);
  return outcome;
}

}  // namespace

Conclude read_fitted(const Section& section, Item&) {
  const FittedSettings settings{section.whole("points", 2000, 10, 1'000'000), extent_of(section)};
  return [settings](const Item& item, const Results& results) {
    return conclude_fitted(item, results, settings);
  };
}

}  // namespace surefoot::paper
