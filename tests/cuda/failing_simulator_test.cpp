#include "cuda/failing_simulator.hpp"

#include <gtest/gtest.h>

#include <surefoot/report/summary.hpp>

#include "cuda/device_support.hpp"

// A simulator of the user's own that has no value in part of its box: its draws are counted as on
// the CPU, and the others are right.
namespace surefoot {
namespace {

Model failing_model(const Failing& simulator) {
  Model model = make_model(simulator, "failing");
  model.accelerator = accelerator_of(simulator);
  return model;
}

Sample normal_data(double mean) {
  return moved(observations_of("gaussian-location", 50, 1), 1.0, mean - 1.0);
}

void expect_same_statuses(const Both& fits) {
  ASSERT_EQ(fits.cuda.draws.index, fits.cpu.draws.index);
  for (std::size_t r = 0; r < fits.cpu.draws.rows(); ++r) {
    const DrawInfo &cpu = fits.cpu.draws.info[r], &cuda = fits.cuda.draws.info[r];
    EXPECT_EQ(is_failed(cuda.status), is_failed(cpu.status))
        << "draw " << r << ": " << to_word(cpu.status) << " and " << to_word(cuda.status);
    EXPECT_EQ(std::isnan(fits.cuda.draws.row(r)[0]), is_failed(cuda.status)) << "draw " << r;
  }
  EXPECT_EQ(summarise(fits.cuda).failed, summarise(fits.cpu).failed);
}

using FailingOnDevice = OnDevice;

TEST_F(FailingOnDevice, SimulatorDoesNoHarmWhereItIsNotNeeded) {
  const Both fits = fit_on_both(failing_model({.end = 2.0}), normal_data(1.0),
                                {{"draws", "64"}, {"simulations", "256"}});
  expect_same_statuses(fits);
  EXPECT_EQ(count_of(fits.cuda.draws, DrawStatus::converged), 64u);
  expect_agreement(fits, mixed_tolerance);
}

TEST_F(FailingOnDevice, SimulatorNeverClaimsAMinimumThatItCannotReach) {
  const Sample x = normal_data(1.9);
  const SettingList list{{"draws", "100"}, {"simulations", "256"}};
  const Both fits = fit_on_both(failing_model({.end = 2.0}), x, list);
  const Fit sound = fit_on(Device::cuda, failing_model({}), x, list);
  expect_same_statuses(fits);
  std::size_t beyond = 0;
  for (std::size_t r = 0; r < 100; ++r) {
    const double truth = sound.draws.row(r)[0], found = fits.cuda.draws.row(r)[0];
    const DrawStatus status = fits.cuda.draws.info[r].status;
    if (truth < 1.98) {
      EXPECT_TRUE(is_minimum(status)) << r;
      EXPECT_NEAR(found, truth, 0.01) << r;
    } else if (truth > 2.02) {
      ++beyond;
      EXPECT_FALSE(is_minimum(status)) << r;
      EXPECT_TRUE(is_failed(status) || found <= 2.0) << r;
    }
  }
  EXPECT_GT(beyond, 10u);
}

// Latent points differ from draw to draw, so some draws meet a failure and some do not.
TEST_F(FailingOnDevice, DrawsAreCountedAsOnTheCpu) {
  const Both fits = fit_on_both(failing_model({.rare = 1e-4}), normal_data(1.0),
                                {{"draws", "60"},
                                 {"design", "iid"},
                                 {"simulations", "4096"},
                                 {"lengthscale", "1"},
                                 {"start", "theta=1"}});
  expect_same_statuses(fits);
  const std::size_t failed = count_of(fits.cuda.draws, DrawStatus::simulator_failed);
  EXPECT_GT(failed, 5u);
  EXPECT_LT(failed, 55u);
  expect_agreement(fits, mixed_tolerance);
}

TEST_F(FailingOnDevice, FirstOrderOptimisersDoNotHang) {
  for (const auto* optimiser : {"adam", "sgd"}) {
    const Both fits = fit_on_both(
        failing_model({.end = 2.0}), normal_data(1.9),
        {{"draws", "20"}, {"simulations", "64"}, {"optimiser", optimiser}, {"steps", "200"}});
    expect_same_statuses(fits);
    for (const double theta : column(fits.cuda.draws, 0)) EXPECT_TRUE(theta > 1.0 && theta < 2.0);
  }
}

TEST_F(FailingOnDevice, SimulatorThatNeverWorksGivesNoDraws) {
  // Wherever it starts: the given start is all that is tried.
  const Both fits = fit_on_both(failing_model({.end = -1e6}), normal_data(1.0),
                                {{"draws", "12"}, {"simulations", "64"}, {"start", "theta=1"}});
  expect_same_statuses(fits);
  EXPECT_EQ(count_of(fits.cuda.draws, DrawStatus::simulator_failed), 12u);
}

}  // namespace
}  // namespace surefoot
