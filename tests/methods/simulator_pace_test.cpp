#include "methods/simulator_pace.hpp"

#include <gtest/gtest.h>

#include "methods/spinning_simulator.hpp"

namespace surefoot {
namespace {

using namespace std::chrono_literals;

SimulatorPace pace_of(const SpinningSimulator& simulator, int threads) {
  const std::vector<double> theta{0.0};
  return time_simulator(spinning_model(simulator), theta, threads, 1024, 1);
}

// Other programs may slow it down, but nothing makes it faster.
TEST(SimulatorPace, IsThatOfTheSimulator) {
  const SpinningSimulator simulator{.each = 500us};
  const SimulatorPace pace = pace_of(simulator, 1);
  EXPECT_GT(pace.observation, 3e-4);
  EXPECT_LT(pace.observation, 5e-3);
  EXPECT_EQ(pace.side_by_side, 1.0);
  EXPECT_LE(pace.simulated, simulator.spun->observations);  // making the model calls it, too
  EXPECT_LT(pace.simulated, 200);
  EXPECT_NEAR(pace.seconds(10.0, 100.0), 10.0 * (pace.call + 100.0 * pace.observation), 1e-9);
}

TEST(SimulatorPace, KnowsWhatOneThreadAnswersForAll) {
  const SimulatorPace pace = pace_of({.each = 500us, .alone = true}, 8);
  EXPECT_LT(pace.side_by_side, 5.0);  // of 8; 1 on a machine that does nothing else
}

TEST(SimulatorPace, OfAQuickSimulatorIsFoundAtOnce) {
  const SimulatorPace pace = pace_of({.each = 0us}, 4);
  EXPECT_LT(pace.seconds(1.0, 1024.0), 0.02);
  EXPECT_LT(pace.simulated, 5000);
}

TEST(SimulatorPace, OfASimulatorThatFailsIsNoError) {
  EXPECT_LT(pace_of({.each = 500us, .works_at = 1.0}, 1).observation, 1e-3);
}

}  // namespace
}  // namespace surefoot
