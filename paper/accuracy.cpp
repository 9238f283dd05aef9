#include <fmt/format.h>

#include "paper/comparison.hpp"
#include "paper/errors_of_runs.hpp"
#include "paper/kinds.hpp"
#include "paper/pictures.hpp"
#include "paper/verdict.hpp"

namespace surefoot::paper {
namespace {

/// How far the fits of several runs are from the truth, parameter by parameter.
void add_parameters(Outcome& outcome, const Number& common, const Case& c,
                    const std::vector<const StoredFit*>& fits) {
  for (std::size_t k = 0; k < c.truth.size(); ++k) {
    std::vector<double> means, sds, covered;
    for (const StoredFit* stored : fits) {
      const auto values = values_of(stored->fit.draws, k);
      means.push_back(mean_of(values).value);
      sds.push_back(sd_of(values));
      covered.push_back(covers(values, c.truth[k]) ? 1.0 : 0.0);
    }
    const auto add = [&](const char* what, const std::vector<double>& values) {
      Number number = common;
      number.quantity = fmt::format("{} {}", what, c.names[k]);
      number.estimate = mean_of(values);
      outcome.numbers.push_back(number);
    };
    add("mean of posterior means,", means);
    add("mean of posterior sds,", sds);
    add("coverage of 90 % intervals,", covered);
  }
}

/// Where each published number stands among the fits with other seeds.
void add_seeds(Outcome& outcome, const Item& item, const Results& results, const Metric& metric,
               std::size_t f) {
  const FitPlan& plan = item.fits[f];
  const Published* published = item.row(plan.published);
  for (std::size_t c = 0; c < item.cases.size(); ++c) {
    std::vector<double> by_seed;
    for (int s = 0; s < plan.seeds; ++s) {
      const auto fits = results.runs({f, c, 0, 0, s}, item.runs);
      if (fits.empty()) continue;
      const Estimate mean = mean_of(errors_of(fits, item.cases[c], metric));
      by_seed.push_back(mean.value);
      outcome.numbers.push_back({plan.label, to_word(plan.role), item.cases[c].label,
                                 fmt::format("{}, seed {}", metric.name, s + 1), mean,
                                 fits.size()});
    }
    if (by_seed.empty()) continue;
    const double median = quantile(by_seed, 0.5);
    Comparison row{plan.label, item.cases[c].label, "", "", "", ""};
    row.paper = fmt::format("median {:.3g}, from {:.3g} to {:.3g}", median, quantile(by_seed, 0.0),
                            quantile(by_seed, 1.0));
    if (published != nullptr) {
      const Estimate value = published->estimate(0.0, c);
      row.published = shown(value);
      row.verdict = verdict_among_seeds(value.value, by_seed);
    }
    outcome.comparison.push_back(row);
  }
}

Outcome conclude_accuracy(const Item& item, const Results& results, const Metric& metric) {
  Outcome outcome;
  const auto ours = [&](const Cell& cell) {
    return mean_of(errors_of(results.runs({cell.fit, cell.which_case, cell.point, 0, 0}, item.runs),
                             item.cases[cell.which_case], metric));
  };
  outcome.comparison = compare(item, {ours, verdict});
  for (std::size_t f = 0; f < item.fits.size(); ++f) {
    const FitPlan& plan = item.fits[f];
    if (plan.seeds > 1) {
      add_seeds(outcome, item, results, metric, f);
      continue;
    }
    for (std::size_t c = 0; c < item.cases.size(); ++c) {
      const auto fits = results.runs({f, c, 0, 0, 0}, item.runs);
      if (fits.empty()) continue;
      Number number{plan.label,  to_word(plan.role), item.cases[c].label,
                    metric.name, ours({f, c, 0}),    fits.size()};
      outcome.numbers.push_back(number);
      add_spread(outcome, number, fits, item.cases[c], metric);
      add_parameters(outcome, number, item.cases[c], fits);
    }
  }
  outcome.picture = dot_picture(item, outcome.numbers, metric.name);
  outcome.caption = fmt::format(
      "{}, means over at most {} runs with one standard error; the scale is logarithmic. Hollow "
      "symbols "
      "are "
      "published.",
      metric.name, item.runs);
  return outcome;
}

}  // namespace

Conclude read_accuracy(const Section& settings, Item&) {
  const Metric metric = read_metric(settings);
  return [metric](const Item& item, const Results& results) {
    return conclude_accuracy(item, results, metric);
  };
}

}  // namespace surefoot::paper
