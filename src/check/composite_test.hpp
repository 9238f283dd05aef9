#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/check/model_check.hpp>

namespace surefoot {

/// How far data are from the model where it fits them best.
struct ModelDistance {
  double mmd2;  // of all of the data
  double self;  // E k(Y, Y') there
};

/// Data set `number` of as many observations as a problem has, simulated at eta.
Sample simulate_replicate(const Problem& problem, std::span<const double> eta, std::size_t number);

/// The test of data that are so far from the model, by what replicates are.
CompositeTest test_of(const ModelDistance& data, std::vector<double> replicates,
                      const Problem& problem);

/// Tests whether the data can be from the model.  The best mode is where they are fitted; each
/// replicate is simulated there and fitted from there as the data were, trimming included.  What is
/// compared is the MMD of all of the data, outliers too.  None where more than half of the
/// replicates fail.
std::optional<CompositeTest> composite_test(const Problem& problem, const Modes& modes,
                                            int replicates, std::int64_t& simulator_calls,
                                            std::stop_token stop);

}  // namespace surefoot
