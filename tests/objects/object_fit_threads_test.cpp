#include <gtest/gtest.h>

#include "bootstrap/fit_support.hpp"
#include "objects/objects.hpp"

namespace surefoot {
namespace {

TEST(ObjectFit, GivesTheSameDrawsOnAnyNumberOfThreads) {
  const auto with = [](const char* threads) {
    return fit(normal_objects(), normal_numbers(12),
               object_settings({{"draws", "6"}, {"simulations", "50"}, {"threads", threads}}));
  };
  const Fit one = with("1"), three = with("3");
  expect_same_draws(one.draws, three.draws);
  EXPECT_EQ(one.modes, three.modes);
}

}  // namespace
}  // namespace surefoot
