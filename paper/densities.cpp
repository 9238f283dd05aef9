#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "paper/comparison.hpp"
#include "paper/generated.hpp"
#include "paper/kinds.hpp"
#include "paper/pictures.hpp"
#include "paper/verdict.hpp"

namespace surefoot::paper {
namespace {

struct DensitiesSettings {
  int draws;
  int points;
  std::pair<double, double> extent;
};

/// The draws whose data are shown, evenly spread.
std::vector<std::size_t> shown_rows(const Draws& draws, std::size_t wanted) {
  std::vector<std::size_t> rows;
  const std::size_t step = std::max<std::size_t>(draws.rows() / wanted, 1);
  for (std::size_t r = 0; r < draws.rows() && rows.size() < wanted; r += step)
    if (!is_failed(draws.info[r].status)) rows.push_back(r);
  return rows;
}

Outcome conclude_densities(const Item& item, const Results& results,
                           const DensitiesSettings& settings) {
  Outcome outcome;
  std::vector<Json> panels;
  for_each_first_run(
      item, results, [&](const FitPlan& plan, const Case& c, const StoredFit& stored) {
        const Draws& draws = stored.fit.draws;
        std::vector<Shaded> densities;
        std::vector<double> medians, iqrs;
        for (const std::size_t r : shown_rows(draws, static_cast<std::size_t>(settings.draws))) {
          const auto x = generated(c, draws.row(r), settings.points, results.seed() + r);
          medians.push_back(quantile(x, 0.5));
          iqrs.push_back(quantile(x, 0.75) - quantile(x, 0.25));
          densities.push_back({x, 0.5});
        }
        const auto add = [&](const char* of, const std::vector<double>& values) {
          outcome.numbers.push_back({plan.label,
                                     to_word(plan.role),
                                     c.label,
                                     fmt::format("sd over draws of the data's {}", of),
                                     {sd_of(values), NAN},
                                     1});
          return fmt::format("{} {}", of, shown({mean_of(values).value, sd_of(values)}));
        };
        const std::string range = add("interquartile range", iqrs), median = add("median", medians);
        outcome.comparison.push_back(row_of_ours(plan, c.label, median + ", " + range));
        panels.push_back(shaded_densities_panel(
            fmt::format("{}, {}", plan.label, c.label), "observation", densities,
            generated(c, c.truth, 10 * settings.points, results.seed()), settings.extent));
      });
  outcome.picture = grid(panels, static_cast<int>(item.cases.size()), {});
  outcome.caption = fmt::format(
      "Densities of {} points from the model at each of {} draws; the dotted line is the truth. "
      "The numbers are means and standard deviations over these draws.",
      settings.points, settings.draws);
  return outcome;
}

}  // namespace

Conclude read_densities(const Section& section, Item&) {
  const DensitiesSettings settings{section.whole("draws", 60, 1, 10'000),
                                   section.whole("points", 500, 10, 100'000), extent_of(section)};
  return [settings](const Item& item, const Results& results) {
    return conclude_densities(item, results, settings);
  };
}

}  // namespace surefoot::paper
