#pragma once

#include <string>
#include <vector>

#include "paper/item.hpp"
#include "paper/results.hpp"

namespace surefoot::paper {

/// The error of a fit: of its posterior mean, normalised as in the paper, or of
/// its draws.
struct Metric {
  enum class Kind { nmse, squared_error_of_draws };
  Kind kind;
  std::string name;  // as people read it
};

/// `metric` of a section: "nmse" (unless given) or "mse-of-draws".
Metric read_metric(const Section& section);

/// The error of each fit.
std::vector<double> errors_of(const std::vector<const StoredFit*>& fits, const Case& c,
                              const Metric& metric);

/// Adds how errors vary between runs, their median, and what of them comes from
/// the number of draws.
void add_spread(Outcome& outcome, const Number& like, const std::vector<const StoredFit*>& fits,
                const Case& c, const Metric& metric);

}  // namespace surefoot::paper
