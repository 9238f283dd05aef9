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

TEST(FewSimulations, AreToldFromAQuarterOn) {
  const auto said_of = [](double share, NoisePolicy noise) {
    std::string said;
    warn_of_few_simulations({share, 0.55, 1024, 0}, 256, noise,
                            [&](const std::string& text) { said += text; });
    return said;
  };
  EXPECT_EQ(said_of(0.24, NoisePolicy::per_draw), "");
  EXPECT_EQ(said_of(0.3, NoisePolicy::per_draw),
            "256 simulations are few: others would move the best fit by about 0.55 posterior sd, "
            "so that 30 % of the posterior variance will be simulation error; with about 1024 it "
            "would be a tenth of the variance");
  EXPECT_EQ(said_of(0.3, NoisePolicy::shared),
            "256 simulations are few: others would move the best fit by about 0.55 posterior sd, "
            "which draws that share them do not show; with about 1024 it would be a tenth of the "
            "variance");
}

}  // namespace
}  // namespace surefoot
