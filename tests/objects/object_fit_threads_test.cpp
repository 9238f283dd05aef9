#include <gtest/gtest.h>

#include "bootstrap/fit_support.hpp"
#include "objects/objects.hpp"

namespace surefoot {
namespace {

TEST(ObjectFit, GivesTheSameDrawsOnAnyNumberOfThreads) {
  const auto with = [](const char* threads) {
    return fit(normal_objects(), normal_numbers(12),
               typed_settings({{"draws", "6"}, {"simulations", "50"}, {"threads", threads}}));
  };
  const Fit one = with("1"), three = with("3");
  expect_same_draws(one.draws, three.draws);
  EXPECT_EQ(one.modes, three.modes);
}

TEST(EmulatedObjects, GiveTheSameDrawsOnAnyNumberOfThreads) {
  const auto with = [](const char* threads) {
    return fit(mutating_strings(), objects_of(mutating_strings(), {0.3, 0.7}, 30),
               typed_settings({{"draws", "10"}, {"budget", "4000"}, {"threads", threads}}));
  };
  const Fit one = with("1"), two = with("2");
  expect_same_draws(one.draws, two.draws);
  EXPECT_EQ(one.modes, two.modes);
  EXPECT_EQ(one.simulation_share, two.simulation_share);
}

}  // namespace
}  // namespace surefoot
