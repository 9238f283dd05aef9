#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/simulators/registry.hpp>

#include "paper/comparison.hpp"
#include "paper/distance.hpp"
#include "paper/kinds.hpp"
#include "paper/pictures.hpp"
#include "paper/verdict.hpp"

namespace surefoot::paper {
namespace {

/// A bound on the expected MMD: factor / sqrt(n).
struct Bound {
  std::string label;
  double factor;

  double at(double observations) const { return factor / std::sqrt(observations); }
};

struct RateSettings {
  Kernel kernel;
  int points;  // simulated on either side of each distance
  std::vector<Bound> bounds;
};

/// sqrt(E MMD^2) between the truth and the posterior means of the runs.
Estimate distance_of(const Item& item, const Results& results, const RateSettings& settings,
                     const Cell& cell) {
  const auto fits = results.runs({cell.fit, cell.which_case, cell.point, 0, 0}, item.runs);
  const Case& c = item.cases[cell.which_case];
  const Model model = built_in_model(c.model, 0, c.model_option);
  std::vector<double> squares(fits.size());
  const int threads = results.threads() > 0 ? results.threads() : hardware_threads();
  for_each_index(threads, fits.size(), [&](std::size_t r) {
    if (results.stop().stop_requested()) return;
    // Points of their own for either side and every run.
    const std::uint64_t seed = results.seed() + 1'000'000 + 2 * r;
    const Sample truth = model.simulate(c.truth, settings.points, seed);
    const Sample fitted =
        model.simulate(moments_of(fits[r]->fit.draws).mean, settings.points, seed + 1);
    squares[r] = squared_mmd(settings.kernel, truth, fitted);
  });
  if (results.stop().stop_requested()) throw Stopped{};
  return root_of(mean_of(squares));
}

std::string against(const std::vector<Bound>& bounds, double observations, double distance) {
  std::string text;
  for (const Bound& bound : bounds) {
    const double limit = bound.at(observations);
    text += fmt::format("{}{} {} by a factor {:.2g}", text.empty() ? "" : "; ",
                        distance < limit ? "below" : "above", bound.label,
                        distance < limit ? limit / distance : distance / limit);
  }
  return text;
}

Outcome conclude_rate(const Item& item, const Results& results, const RateSettings& settings) {
  Outcome outcome;
  std::vector<Line> lines;
  std::vector<std::string> labels;
  for (const Bound& bound : settings.bounds) {
    Line line{bound.label, {}, {}, {}, true};
    for (const Point& point : item.points) {
      line.x.push_back(point.at);
      line.y.push_back(bound.at(point.at));
    }
    labels.push_back(bound.label);
    lines.push_back(std::move(line));
  }
  for (std::size_t f = 0; f < item.fits.size(); ++f) {
    const FitPlan& plan = item.fits[f];
    Line line{plan.label, {}, {}, {}, false};
    for (std::size_t p = 0; p < item.points.size(); ++p) {
      const Estimate distance = distance_of(item, results, settings, {f, 0, p});
      if (!std::isfinite(distance.value)) continue;
      line.x.push_back(item.points[p].at);
      line.y.push_back(distance.value);
      line.error.push_back(distance.error);
      const std::string where = at(item, 0, p);
      outcome.numbers.push_back({plan.label, to_word(plan.role), where, "sqrt(E MMD^2)", distance,
                                 static_cast<std::size_t>(item.runs)});
      outcome.comparison.push_back(row_of_ours(plan, where, shown(distance)));
      outcome.comparison.back().verdict =
          against(settings.bounds, item.points[p].at, distance.value);
    }
    if (line.x.size() > 1) {
      const double exponent = exponent_of(line.x, line.y);
      outcome.numbers.push_back(
          {plan.label, to_word(plan.role), "", "exponent of n", {exponent, NAN}, 1});
      outcome.remarks.push_back(
          fmt::format("{}: the distance falls like n to the power {:.2f}.", plan.label, exponent));
    }
    labels.push_back(plan.label);
    lines.push_back(std::move(line));
  }
  outcome.picture =
      grid({line_panel("", {"observations", {}, true}, {"MMD", {}, true}, lines, {420, 300})}, 1,
           labels);
  outcome.caption = fmt::format(
      "Square root of the mean over runs of the squared MMD between the truth and the model at the "
      "posterior mean, from {} points of each; dashed lines are bounds.",
      settings.points);
  return outcome;
}

std::vector<Bound> read_bounds(const Section& section) {
  std::vector<Bound> bounds;
  for (const Section& bound : section.tables("bound")) {
    bounds.push_back({bound.text("label"), bound.number("factor")});
    bound.finish();
  }
  return bounds;
}

}  // namespace

Conclude read_rate(const Section& section, Item& item) {
  const auto kernel = [&] {
    try {
      return Kernel(parse_kernel(section.text("kernel")));
    } catch (const Error& error) {
      section.refuse("kernel", error.what());
    }
  };
  const RateSettings settings{kernel(), section.whole("points", 10, 1'000'000),
                              read_bounds(section)};
  item.points.clear();
  for (const double n : section.numbers("observations"))
    item.points.push_back(
        {n, fmt::format("n = {}", n), "", "", require_whole(n, 1, 10'000'000, "observations")});
  if (item.points.empty()) section.refuse("observations", "observations are needed here");
  return [settings](const Item& which, const Results& results) {
    return conclude_rate(which, results, settings);
  };
}

}  // namespace surefoot::paper
