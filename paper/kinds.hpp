#pragma once

#include <functional>
#include <string>

#include "paper/item.hpp"
#include "paper/results.hpp"

namespace surefoot::paper {

/// How the fits of an item become its numbers, comparison and picture.
using Conclude = std::function<Outcome(const Item&, const Results&)>;

/// What the kind of an item does with its fits; reads the table of the kind's own
/// name, and may give the item points.  Throws Fault::usage for an unknown kind.
Conclude read_kind(const Section& file, Item& item);

/// Whether a kind is about more runs than the first.
bool averages_runs(const std::string& kind);

// The kinds.
Conclude read_accuracy(const Section& settings, Item& item);   // errors over runs
Conclude read_marginals(const Section& settings, Item& item);  // posterior densities of one run
Conclude read_curve(const Section& settings, Item& item);      // errors along a setting
Conclude read_fitted(const Section& settings, Item& item);     // data at posterior means
Conclude read_densities(const Section& settings, Item& item);  // data at each draw
Conclude read_rate(const Section& settings, Item& item);       // distance against observations
Conclude read_loss(const Section& settings, Item& item);       // the objective along a parameter
Conclude read_times(const Section& settings, Item& item);      // seconds

}  // namespace surefoot::paper
