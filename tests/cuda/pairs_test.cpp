#include <cmath>

#include <gtest/gtest.h>

#include "cuda/device_support.hpp"
#include "cuda/pairs_probe.hpp"

namespace surefoot {
namespace {

using PairsOnDevice = OnDevice;

/// As many as make one column of a thread, several, and more than one round of all threads.
constexpr int counts[] = {2, 31, 200, 256, 1000, 1500};

// The sums of the others are far below the rounding of those of a point with itself.
TEST_F(PairsOnDevice, OfAPointWithItselfLeaveNoTrace) {
  for (const int count : counts) {
    std::vector<float> points;
    for (int i = 0; i < count; ++i) points.push_back(static_cast<float>(6 * i));
    double exact = 0.0;
    for (const float x : points)
      for (const float y : points)
        if (x != y) exact += std::exp(-0.5 * (x - y) * (x - y)) / count / count;
    const SelfSums sums = device_self_sums(points, 1.0);
    EXPECT_NEAR(sums.others, exact, 0.02 * exact) << count;  // distances are rounded too
    EXPECT_NEAR(sums.all, 1.0 / count, 1e-5 / count) << count;
  }
}

}  // namespace
}  // namespace surefoot
