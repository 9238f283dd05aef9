#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <surefoot/simulators/registry.hpp>

#include "paper/comparison.hpp"
#include "paper/kinds.hpp"
#include "paper/pictures.hpp"
#include "paper/verdict.hpp"
#include "report/shown_fit.hpp"

namespace surefoot::paper {
namespace {

struct MarginalsSettings {
  bool pairs = false;       // contours of neighbouring parameters too
  bool data_panel = false;  // a histogram of clean data
  int columns = 4;
};

constexpr std::size_t most_shown = 500;  // draws in a picture

std::vector<double> thinned(const std::vector<double>& values) {
  std::vector<double> kept;
  for (const std::size_t i : spread(values.size(), most_shown)) kept.push_back(values[i]);
  return kept;
}

/// The fits of one case that there are.
std::vector<std::pair<std::string, const StoredFit*>> fits_of(const Item& item,
                                                              const Results& results,
                                                              std::size_t c) {
  std::vector<std::pair<std::string, const StoredFit*>> found;
  for (std::size_t f = 0; f < item.fits.size(); ++f)
    if (const StoredFit* stored = results.find({f, c, 0, 0, 0}))
      found.emplace_back(item.fits[f].label, stored);
  return found;
}

/// Where our own posteriors and the truth are: a rival that is far away must not
/// press them into a line.
std::pair<double, double> shown_range(const Item& item, const Results& results, std::size_t c,
                                      std::size_t k) {
  std::vector<double> values;
  for (std::size_t f = 0; f < item.fits.size(); ++f) {
    const StoredFit* stored = results.find({f, c, 0, 0, 0});
    if (stored == nullptr || item.fits[f].role == Role::rival) continue;
    const auto more = values_of(stored->fit.draws, k);
    values.insert(values.end(), more.begin(), more.end());
  }
  if (values.empty())
    for (const auto& [label, stored] : fits_of(item, results, c)) {
      const auto more = values_of(stored->fit.draws, k);
      values.insert(values.end(), more.begin(), more.end());
    }
  auto [lower, upper] = range_of(values);
  const double width = upper - lower;
  lower -= 0.6 * width;  // a rival nearby is to be seen
  upper += 0.6 * width;
  const double truth = item.cases[c].truth[k];
  return {std::min(lower, truth - 0.1 * width), std::max(upper, truth + 0.1 * width)};
}

std::vector<Series> series_of(const Item& item, const Results& results, std::size_t c,
                              std::size_t k) {
  std::vector<Series> series;
  for (const auto& [label, stored] : fits_of(item, results, c))
    series.push_back({label, thinned(values_of(stored->fit.draws, k)), {}});
  return series;
}

void add_panels(std::vector<Json>& panels, const Item& item, const Results& results, std::size_t c,
                const MarginalsSettings& settings) {
  const Case& which = item.cases[c];
  for (std::size_t k = 0; k < which.truth.size(); ++k)
    panels.push_back(density_panel(k == 0 ? which.label : "", which.names[k],
                                   series_of(item, results, c, k), shown_range(item, results, c, k),
                                   which.truth[k]));
  for (std::size_t k = 0; settings.pairs && k + 1 < which.truth.size(); ++k) {
    auto series = series_of(item, results, c, k);
    const auto above = series_of(item, results, c, k + 1);
    for (std::size_t i = 0; i < series.size(); ++i) series[i].y = above[i].x;
    panels.push_back(
        contour_panel({which.names[k], which.names[k + 1], shown_range(item, results, c, k),
                       shown_range(item, results, c, k + 1), which.truth[k], which.truth[k + 1]},
                      series));
  }
  // Rows of the grid begin with a case.
  const auto columns = static_cast<std::size_t>(settings.columns);
  while (item.cases.size() > 1 && panels.size() % columns != 0) {
    Json empty = panel("", {"", {0.0, 1.0}}, {"", {0.0, 1.0}});
    empty["axes"] = Json::array();
    panels.push_back(std::move(empty));
  }
}

Json clean_data_panel(const Case& c, std::uint64_t seed) {
  const Model model = built_in_model(c.model, 0, c.model_option);
  const Sample x = model.simulate(model.truth, c.observations, seed);
  Series series{"clean data at the truth", {}, {}};
  for (std::size_t i = 0; i < x.size(); ++i) series.x.push_back(x(i, 0));
  return histogram_panel(series.label, "observation", {series}, range_of(series.x));
}

/// Posterior means beside published ones, whose rows have one number a parameter
/// and case, laid out as points of the row.
void add_comparison(Outcome& outcome, const Item& item, const Results& results) {
  for (std::size_t f = 0; f < item.fits.size(); ++f)
    for (std::size_t c = 0; c < item.cases.size(); ++c) {
      const FitPlan& plan = item.fits[f];
      const StoredFit* stored = results.find({f, c, 0, 0, 0});
      if (stored == nullptr) continue;
      const Case& which = item.cases[c];
      const Moments moments = moments_of(stored->fit.draws);
      const Published* published = item.row(plan.published);
      for (std::size_t k = 0; k < which.truth.size(); ++k) {
        const Estimate ours{moments.mean[k], moments.sd[k]};
        const std::string where =
            fmt::format("{}{}{}", which.label, which.label.empty() ? "" : ", ", which.names[k]);
        outcome.numbers.push_back(
            {plan.label, to_word(plan.role), where, "posterior mean (and sd)", ours, 1});
        Comparison row = row_of_ours(plan, where, shown(ours));
        if (published != nullptr && c < published->value.size() && k < published->value[c].size()) {
          const double sd = c < published->sd.size() && k < published->sd[c].size()
                                ? published->sd[c][k]
                                : std::numeric_limits<double>::quiet_NaN();
          const Estimate theirs{published->value[c][k], sd};
          row.published = shown(theirs);
          row.verdict =
              with_caution(published->caution,
                           with_artefact(published->artefact, verdict_on_means(theirs, ours)));
        } else {
          row.verdict = fmt::format("{:.1f} posterior sd from the truth",
                                    std::abs(ours.value - which.truth[k]) / ours.error);
        }
        outcome.comparison.push_back(row);
      }
    }
}

Outcome conclude_marginals(const Item& item, const Results& results,
                           const MarginalsSettings& settings) {
  Outcome outcome;
  add_comparison(outcome, item, results);
  std::vector<Json> panels;
  for (std::size_t c = 0; c < item.cases.size(); ++c)
    add_panels(panels, item, results, c, settings);
  std::vector<std::string> labels;
  for (const FitPlan& plan : item.fits) labels.push_back(plan.label);
  if (settings.data_panel) {
    panels.push_back(clean_data_panel(item.cases.front(), results.seed()));
    labels.emplace_back("clean data at the truth");
  }
  outcome.picture = grid(panels, settings.columns, labels);
  outcome.caption =
      "Posterior densities of one data set; dotted lines (crosses) mark the truth. A method that "
      "is "
      "not seen lies outside the picture.";
  return outcome;
}

}  // namespace

Conclude read_marginals(const Section& settings, Item&) {
  const MarginalsSettings wanted{settings.flag("pairs"), settings.flag("data-panel"),
                                 settings.whole("columns", 4, 1, 12)};
  return [wanted](const Item& item, const Results& results) {
    return conclude_marginals(item, results, wanted);
  };
}

}  // namespace surefoot::paper
