#include "paper/errors_of_runs.hpp"

#include <fmt/format.h>

#include "text.hpp"

namespace surefoot::paper {

Metric read_metric(const Section& section) {
  const std::string word = section.text("metric", "nmse");
  if (word == "nmse") return {Metric::Kind::nmse, "NMSE"};
  if (word == "mse-of-draws")
    return {Metric::Kind::squared_error_of_draws, "mean squared error of the draws"};
  section.refuse("metric", fmt::format("metric must be nmse or mse-of-draws, but is {}",
                                       surefoot::in_quotes(word)));
}

std::vector<double> errors_of(const std::vector<const StoredFit*>& fits, const Case& c,
                              const Metric& metric) {
  std::vector<double> errors;
  for (const StoredFit* stored : fits) {
    const Draws& draws = stored->fit.draws;
    errors.push_back(metric.kind == Metric::Kind::nmse
                         ? normalised_error(moments_of(draws), c.truth).value
                         : squared_error_of_draws(draws, c.truth));
  }
  return errors;
}

void add_spread(Outcome& outcome, const Number& like, const std::vector<const StoredFit*>& fits,
                const Case& c, const Metric& metric) {
  const auto add = [&](const std::string& what, double value) {
    Number number = like;
    number.quantity = what;
    number.estimate = {value, unknown};
    outcome.numbers.push_back(number);
  };
  const auto errors = errors_of(fits, c, metric);
  add(metric.name + ", median of runs", quantile(errors, 0.5));
  add(metric.name + ", sd of runs", sd_of(errors));
  if (metric.kind != Metric::Kind::nmse) return;
  std::vector<double> monte_carlo;
  for (const StoredFit* stored : fits)
    monte_carlo.push_back(normalised_error(moments_of(stored->fit.draws), c.truth).error);
  add(metric.name + ", Monte Carlo error of one run", mean_of(monte_carlo).value);
}

}  // namespace surefoot::paper
