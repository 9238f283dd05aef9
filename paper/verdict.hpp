#pragma once

#include <span>
#include <string>

#include "paper/statistics.hpp"

namespace surefoot::paper {

/// "0.0107 +- 0.0018", three digits of the value and two of the error.
std::string shown(const Estimate& estimate);
std::string shown(double value);

/// What our number says about a published one: "agrees within 1.2 standard
/// errors", "lower by a factor 2.1 (5.3 s.e.)", or, where neither has an error,
/// the factor alone.
std::string verdict(const Estimate& published, const Estimate& ours);

/// The same for posterior means, of which the standard deviations are given: how
/// many of these they are apart.
std::string verdict_on_means(const Estimate& published, const Estimate& ours);

/// The same for seconds on machines that are not the same.
std::string verdict_on_seconds(double published, double ours);

/// Whether two samples of so many points each can be told apart by the largest difference of
/// their distribution functions.
std::string verdict_on_difference(double difference, int points);

/// Where a published number stands among those of other seeds.
std::string verdict_among_seeds(double published, std::span<const double> ours);

/// The verdict on a row that was published by mistake, or with a caution.
std::string with_artefact(const std::string& artefact, const std::string& verdict);
std::string with_caution(const std::string& caution, const std::string& verdict);

}  // namespace surefoot::paper
