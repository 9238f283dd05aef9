#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

// The same weights and the same centres of the prior, so draws differ by the emulator's error
// alone.
TEST(EmulatedPrior, HasTheDrawsOfTheClosedForm) {
  const Sample x = observations_of("gaussian-location", 40, 1);
  // As much is known before as from the data, and elsewhere; then much more.
  for (const char* prior : {"normal:0.6:0.16", "normal:0.6:0.05"})
    for (const char* mass : {"fixed", "free"}) {
      const SettingList list = {
          {"draws", "200"}, {"lengthscale", "1.5"}, {"mass", mass}, {"prior", prior}};
      SettingList emulated = list;
      emulated.emplace_back("embedding", "emulated");
      const Fit exact = fit_built_in("gaussian-location", x, list);
      const Fit learnt = fit_built_in("gaussian-location", x, emulated);
      const auto one = column(exact.draws, 0), other = column(learnt.draws, 0);
      EXPECT_NEAR(estimate(other).mean, estimate(one).mean, 0.15 * spread(one)) << prior << mass;
      EXPECT_NEAR(spread(other) / spread(one), 1.0, 0.12) << prior << mass;
      // The weight is a mean over other draws: known to 9 % in both.
      EXPECT_NEAR(learnt.data_weight / exact.data_weight, 1.0, 0.35) << prior << mass;
      ASSERT_EQ(learnt.prior_shares.size(), exact.prior_shares.size());
      EXPECT_NEAR(learnt.prior_shares[0], exact.prior_shares[0], 0.1) << prior << mass;
      for (const DrawInfo& info : learnt.draws.info) EXPECT_EQ(info.status, DrawStatus::converged);
    }
}

// The emulator is learnt where the data lead.
TEST(EmulatedPrior, ThatContradictsTheDataIsToldOf) {
  const Sample x = observations_of("gaussian-location", 40, 1);
  const auto is_told = [&](const char* prior) {
    const Fit learnt = fit_built_in(
        "gaussian-location", x,
        {{"draws", "50"}, {"lengthscale", "1.5"}, {"embedding", "emulated"}, {"prior", prior}});
    return std::any_of(learnt.warnings.begin(), learnt.warnings.end(), [](const std::string& text) {
      return text.find("the prior of theta1 is far from") != std::string::npos;
    });
  };
  EXPECT_TRUE(is_told("normal:5:0.01"));
  EXPECT_FALSE(is_told("normal:1.5:0.2"));
}

}  // namespace
}  // namespace surefoot
