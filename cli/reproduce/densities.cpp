#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reproduce/generated.hpp"
#include "reproduce/kinds.hpp"
#include "reproduce/pictures.hpp"
#include "reproduce/verdict.hpp"

namespace surefoot::cli {
namespace {

struct Settings {
  int draws;
  int points;
  std::pair<double, double> extent;
};

Outcome conclude(const Item& item, const Results& results, const Settings& settings) {
  Outcome outcome;
  std::vector<Json> panels;
  for (std::size_t f = 0; f < item.fits.size(); ++f)
    for (std::size_t c = 0; c < item.cases.size(); ++c) {
      const StoredFit* stored = results.find({f, c, 0, 0, 0});
      if (stored == nullptr) continue;
      const Case& which = item.cases[c];
      const Draws& draws = stored->fit.draws;
      std::vector<Shaded> densities;
      std::vector<double> medians, iqrs;
      const auto wanted = static_cast<std::size_t>(settings.draws);
      const std::size_t step = std::max<std::size_t>(draws.rows() / wanted, 1);
      for (std::size_t r = 0; r < draws.rows() && densities.size() < wanted; r += step) {
        if (is_failed(draws.info[r].status)) continue;
        const auto x = generated(which, draws.row(r), settings.points, results.seed() + r);
        medians.push_back(quantile(x, 0.5));
        iqrs.push_back(quantile(x, 0.75) - quantile(x, 0.25));
        densities.push_back({x, 0.5});
      }
      const auto sd = [](const std::vector<double>& v) {
        return mean_of(v).error * std::sqrt(static_cast<double>(v.size()));
      };
      const FitPlan& plan = item.fits[f];
      outcome.numbers.push_back({plan.label,
                                 to_word(plan.role),
                                 which.label,
                                 "sd over draws of the data's interquartile range",
                                 {sd(iqrs), NAN},
                                 1});
      outcome.numbers.push_back({plan.label,
                                 to_word(plan.role),
                                 which.label,
                                 "sd over draws of the data's median",
                                 {sd(medians), NAN},
                                 1});
      Comparison row{plan.label, which.label, "", "", "", ""};
      (plan.role == Role::standard ? row.standard : row.paper) = fmt::format(
          "median {}, interquartile range {}", shown({mean_of(medians).value, sd(medians)}),
          shown({mean_of(iqrs).value, sd(iqrs)}));
      outcome.comparison.push_back(row);
      panels.push_back(shaded_densities_panel(
          fmt::format("{}, {}", plan.label, which.label), "observation", densities,
          generated(which, which.truth, 10 * settings.points, results.seed()), settings.extent));
    }
  outcome.picture = grid(panels, static_cast<int>(item.cases.size()), {});
  outcome.caption = fmt::format(
      "Densities of {} points from the model at each of {} draws; the dotted line is the truth. "
      "The numbers are means and standard deviations over these draws.",
      settings.points, settings.draws);
  return outcome;
}

}  // namespace

Conclude read_densities(const Section& section, Item&) {
  const Settings settings{section.whole("draws", 60, 1, 10'000),
                          section.whole("points", 500, 10, 100'000), extent_of(section)};
  return [settings](const Item& item, const Results& results) {
    return conclude(item, results, settings);
  };
}

}  // namespace surefoot::cli
