#include "methods/simulation_share.hpp"

#include <gtest/gtest.h>

namespace surefoot {
namespace {

/// What is said of a fit whose doubled draws have these shares.
std::string verdict(Design design, const std::vector<double>& shares) {
  Fit fit;
  fit.settings.design = design;
  fit.simulations_per_draw = 64;
  std::uint32_t number = 0;
  for (const double share : shares) fit.doubled.push_back({number++, share, 10});
  std::string said;
  judge_simulations(fit, [&](const std::string& text) { said += text; });
  return said;
}

TEST(SimulationShare, IsToldFromATenthOn) {
  EXPECT_EQ(verdict(Design::sobol, {0.05, 0.14}), "");
  EXPECT_EQ(verdict(Design::sobol, {0.2, 0.3}),
            "with twice the simulations some draws move by 0.5 posterior sd: about 25 % of the "
            "posterior variance is simulation error; more than 64 simulations reduce it");
}

TEST(SimulationShare, IsNeverMoreThanAllOfTheVariance) {
  const std::string said = verdict(Design::iid, {2.0, 6.0});
  EXPECT_NE(said.find("move by 1.4 posterior sd: about 100 % of"), std::string::npos) << said;
}

}  // namespace
}  // namespace surefoot
