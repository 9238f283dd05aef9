#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

#include "paper/comparison.hpp"
#include "paper/errors_of_runs.hpp"
#include "paper/generated.hpp"
#include "paper/kinds.hpp"
#include "paper/pictures.hpp"
#include "paper/verdict.hpp"
#include "text.hpp"

namespace surefoot::paper {
namespace {

struct CurveSettings {
  Metric metric;
  std::string axis;
  bool log = false;
  int points = 500;  // simulated for each density
  std::pair<double, double> extent;
};

Estimate error_at(const Item& item, const Results& results, const Metric& metric,
                  const Cell& cell) {
  return mean_of(errors_of(results.runs({cell.fit, cell.which_case, cell.point, 0, 0}, item.runs),
                           item.cases[cell.which_case], metric));
}

Json error_panel(const Item& item, const Results& results, const CurveSettings& settings,
                 std::size_t c) {
  std::vector<Line> lines;
  for (const Published& row : item.published) {
    Line line{row.label + ", published", row.at, {}, {}, true};
    for (const double at : row.at) line.y.push_back(row.estimate(at, c).value);
    lines.push_back(std::move(line));
  }
  for (std::size_t f = 0; f < item.fits.size(); ++f) {
    Line line{item.fits[f].label, {}, {}, {}, false};
    for (std::size_t p = 0; p < item.points.size(); ++p) {
      const Estimate error = error_at(item, results, settings.metric, {f, c, p});
      line.x.push_back(item.points[p].at);
      line.y.push_back(error.value);
      line.error.push_back(error.error);
    }
    lines.push_back(std::move(line));
  }
  return line_panel(item.cases[c].label, {settings.axis, {}, settings.log},
                    {settings.metric.name, {}, true}, lines, {240, 200});
}

/// Data from the model at the posterior mean of each point, for the first run.
Json generated_panel(const Item& item, const Results& results, const CurveSettings& settings,
                     std::size_t f, std::size_t c) {
  std::vector<Shaded> densities;
  const auto last = static_cast<double>(std::max<std::size_t>(item.points.size() - 1, 1));
  for (std::size_t p = 0; p < item.points.size(); ++p)
    if (const StoredFit* stored = results.find({f, c, p, 0, 0}))
      densities.push_back({generated(item.cases[c], moments_of(stored->fit.draws).mean,
                                     settings.points, results.seed()),
                           static_cast<double>(p) / last});
  const Case& which = item.cases[c];
  return shaded_densities_panel(
      fmt::format("{}, {}", item.fits[f].label, which.label), "data at the posterior mean",
      densities, generated(which, which.truth, settings.points, results.seed()), settings.extent);
}

Outcome conclude_curve(const Item& item, const Results& results, const CurveSettings& settings) {
  Outcome outcome;
  const auto ours = [&](const Cell& cell) {
    return error_at(item, results, settings.metric, cell);
  };
  outcome.comparison = compare(item, {ours, verdict});
  std::vector<std::string> labels;
  for (const Published& row : item.published) labels.push_back(row.label + ", published");
  for (const FitPlan& plan : item.fits) labels.push_back(plan.label);
  std::vector<Json> panels;
  for (std::size_t c = 0; c < item.cases.size(); ++c)
    panels.push_back(error_panel(item, results, settings, c));
  for (std::size_t f = 0; f < item.fits.size(); ++f)
    for (std::size_t c = 0; c < item.cases.size(); ++c) {
      panels.push_back(generated_panel(item, results, settings, f, c));
      for (std::size_t p = 0; p < item.points.size(); ++p) {
        const auto fits = results.runs({f, c, p, 0, 0}, item.runs);
        if (fits.empty()) continue;
        const Number number{item.fits[f].label, to_word(item.fits[f].role),
                            at(item, c, p),     settings.metric.name,
                            ours({f, c, p}),    fits.size()};
        outcome.numbers.push_back(number);
        add_spread(outcome, number, fits, item.cases[c], settings.metric);
      }
    }
  outcome.picture = grid(panels, static_cast<int>(item.cases.size()), labels);
  outcome.caption = fmt::format(
      "Above: {} along {}. Below: data from the model at each posterior mean, darker for larger "
      "values; the dotted line is the truth.",
      settings.metric.name, settings.axis);
  return outcome;
}

}  // namespace

Conclude read_curve(const Section& section, Item& item) {
  CurveSettings settings{read_metric(section), section.text("axis", section.text("setting")),
                         section.flag("log"), section.whole("points", 500, 10, 100'000),
                         extent_of(section)};
  item.points.clear();
  const std::string setting = section.text("setting");
  for (const double value : section.numbers("values")) {
    try {
      FitConfig config;
      const std::string text = shortest(value);
      set(config, setting, text);
      item.points.push_back({value, fmt::format("{} {}", setting, shown(value)), setting, text, 0});
    } catch (const Error& error) {
      section.refuse("values", error.what());
    }
  }
  if (item.points.empty()) section.refuse("values", "values are needed here");
  return [settings](const Item& which, const Results& results) {
    return conclude_curve(which, results, settings);
  };
}

}  // namespace surefoot::paper
