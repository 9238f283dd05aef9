#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/check/model_check.hpp>

namespace surefoot {

/// Tests whether the data can be from the model.  The best mode is where they are fitted; each
/// replicate is simulated there and fitted from there as the data were, trimming included.  What is
/// compared is the MMD of all of the data, outliers too.  None where more than half of the
/// replicates fail.
std::optional<CompositeTest> composite_test(const Problem& problem, const Modes& modes,
                                            int replicates, std::int64_t& simulator_calls,
                                            std::stop_token stop);

}  // namespace surefoot
