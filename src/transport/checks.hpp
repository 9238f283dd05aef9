#pragma once

#include <vector>

#include <surefoot/transport/cloud.hpp>

namespace surefoot {

/// Throws Fault::usage unless the cloud has points, all of the dimension it
/// says, and weights that sum to 1.
void require_cloud(const Cloud& cloud);

/// Throws Fault::usage unless both clouds are good and have one dimension, and
/// the order is one of those that are offered.
void require_transport(const Cloud& x, const Cloud& y, int order);

/// Throws Fault::usage unless there are `count` weights that sum to 1, or none.
void require_weights(std::span<const double> weights, std::size_t count);

void require_order(int order);

/// The sums of the first weight, the first two and so on, the last exactly 1.
void accumulate_weights(std::span<const double> weights, std::vector<double>& ends);

}  // namespace surefoot
