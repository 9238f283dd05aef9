#include <gtest/gtest.h>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// Fails unless every parameter's posterior mean is within four of its standard deviations of the
/// truth, which one choice of seeds in 16,000 misses, and those are small against the box.
void expect_recovery(const std::string& name, int observations, const SettingList& list) {
  const Model model = built_in_model(name);
  const Fit fit = fit_built_in(name, observations_of(name, observations), list);
  for (int k = 0; k < model.parameters.size(); ++k) {
    const Parameter& p = model.parameters[k];
    const auto values = column(fit.draws, static_cast<std::size_t>(k));
    const double mean = estimate(values).mean, sd = spread(values);
    const double truth = model.truth[static_cast<std::size_t>(k)];
    EXPECT_NEAR(mean, truth, 4.0 * sd) << name << ", " << p.name;
    EXPECT_LT(sd, 0.1 * (p.upper - p.lower)) << name << ", " << p.name;
    testing::Test::RecordProperty(p.name, std::to_string(mean) + " +- " + std::to_string(sd));
  }
}

TEST(MG1Queue, IsRecovered) {
  expect_recovery("m-g-1", 500, {{"draws", "40"}, {"simulations", "512"}});
}

TEST(SirEpidemic, IsRecovered) {
  expect_recovery("sir", 100, {{"draws", "40"}, {"simulations", "512"}});
}

TEST(RickerMap, IsRecoveredWithoutDerivatives) {
  expect_recovery("ricker", 100, {{"draws", "20"}, {"simulations", "256"}, {"screening", "128"}});
}

}  // namespace
}  // namespace surefoot
