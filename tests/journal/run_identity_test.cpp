#include <gtest/gtest.h>

#include <surefoot/journal/run_identity.hpp>
#include <surefoot/model.hpp>

#include "report/synthetic_fit.hpp"

namespace surefoot {
namespace {

TEST(RunIdentity, IsThatOfTheSameRun) {
  EXPECT_EQ(difference(identity_of(synthetic_fit(4)), identity_of(synthetic_fit(9))), "");
}

TEST(RunIdentity, LeavesOutWhatDecidesNoDraw) {
  Fit other = synthetic_fit(4);
  other.settings.draws = 77;
  other.settings.threads = 3;
  other.settings.part = Part{1, 2};
  other.settings.predictive_draws = 5;
  other.settings.predictive_observations = 5;
  other.settings.max_calls = 5;
  EXPECT_EQ(difference(identity_of(synthetic_fit(4)), identity_of(other)), "");
}

TEST(RunIdentity, NamesWhatIsDifferent) {
  const auto told = [](const auto& change) {
    Fit other = synthetic_fit(4);
    change(other);
    return difference(identity_of(synthetic_fit(4)), identity_of(other));
  };
  EXPECT_EQ(told([](Fit& f) { f.settings.seed = 4; }), "seed: 18446744073709551615 there, 4 here");
  EXPECT_EQ(told([](Fit& f) { f.settings.truncation = 4; }), "truncation: none there, 4 here");
  EXPECT_EQ(told([](Fit& f) { f.model = "sir"; }), "model: g-and-k there, sir here");
  EXPECT_EQ(told([](Fit& f) { f.model_source = "a-1"; }),
            "code of the model: none there, a-1 here");
  EXPECT_EQ(told([](Fit& f) { f.version = "0.0.1"; }).find("version of surefoot: "), 0u);
  EXPECT_EQ(told([](Fit& f) { f.instruction_set = "avx512"; }),
            "instruction set: avx2 there, avx512 here");
  EXPECT_EQ(told([](Fit& f) { f.device = "cuda (H200)"; }), "device: cpu there, cuda (H200) here");
  EXPECT_EQ(told([](Fit& f) {
              f.observations = Sample({1.0, 2.0}, 1);
            }).find("data: 50 x 1, "),
            0u);
  EXPECT_EQ(told([](Fit& f) { f.modes[3] = -0.0; }).find("minima that the search found: "), 0u);
}

TEST(RunIdentity, IsKnownInPartBeforeTheRun) {
  Model model;
  model.name = "g-and-k";
  Fit fit = synthetic_fit(4);
  FitConfig config;
  config.seed = 5;
  const std::string told =
      difference(identity_of(fit), identity_before(model, fit.observations, config));
  EXPECT_FALSE(told.empty());
}

}  // namespace
}  // namespace surefoot
