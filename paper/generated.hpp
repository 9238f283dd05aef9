#pragma once

#include <span>
#include <utility>
#include <vector>

#include "paper/item.hpp"

namespace surefoot::paper {

/// Data from the model of a case: the first column of its observations.
std::vector<double> generated(const Case& c, std::span<const double> theta, int points,
                              std::uint64_t seed);

/// `extent = [LO, HI]`, the part of the data's axis that a picture shows.
std::pair<double, double> extent_of(const Section& section);

}  // namespace surefoot::paper
