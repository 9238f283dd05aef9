#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <surefoot/data/sample.hpp>

namespace surefoot {

/// Observations some of which do not come from the model, and which ones.
struct ContaminatedSample {
  Sample observations;
  std::vector<bool> outlier;
};

/// Spoils part of a clean sample in one of the ways of the paper's experiments.
/// The number of rows stays; k = floor(FRACTION n) of them become outliers:
///
///     cluster:FRACTION:CENTRE[:SD]    the last k rows are replaced by N(CENTRE, SD^2 I)
///     shift:FRACTION:BY[,BY...]       k rows are shifted, as many by each amount as by any
///                                     other (or one more), and all rows are shuffled
///     student-t:FRACTION:DF:SCALE     SCALE times t noise with DF degrees of freedom is
///                                     added to k rows, chosen at random
///
/// What becomes of a row depends on the seed and the row alone.  Throws
/// Fault::usage, with what was found, for any other text.
ContaminatedSample contaminate(const Sample& clean, const std::string& kind, std::uint64_t seed);

/// Observations from a distribution that is no model of ours: `cauchy`, or
/// `cauchy:LOCATION:SCALE`, independent in every row and column.  Throws
/// Fault::usage for any other text.
Sample generate(const std::string& generator, int observations, int dimension, std::uint64_t seed);

}  // namespace surefoot
