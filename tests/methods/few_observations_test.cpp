#include <gtest/gtest.h>

#include <surefoot/error.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

/// What a fit to the first so many observations says.
std::vector<std::string> warnings_of(int count, SettingList list) {
  list.emplace_back("draws", "4");
  return fit_built_in("gaussian-location", observations_of("gaussian-location", count, 1), list)
      .warnings;
}

TEST(FewObservations, AreRefusedBelowThree) {
  for (const char* method : {"npl-mmd", "npl-wll", "npl-wasserstein"})
    for (const int count : {1, 2}) {
      try {
        warnings_of(count, {{"method", method}});
        FAIL() << method;
      } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::data);
        EXPECT_EQ(std::string(error.what()),
                  std::string("a bootstrap needs at least 3 observations to tell their noise, but "
                              "there ") +
                      (count == 1 ? "is 1" : "are 2") +
                      "; methods wabc, mmd-abc and bayes do with few, and so does a base measure "
                      "with concentration above 0");
      }
      SettingList with_base_measure{
          {"method", method}, {"concentration", "1"}, {"base-measure", "normal:0:1"}};
      if (method == std::string("npl-mmd")) with_base_measure.emplace_back("lengthscale", "1");
      EXPECT_EQ(warnings_of(count, with_base_measure), std::vector<std::string>{});
    }
  EXPECT_NO_THROW(warnings_of(1, {{"method", "bayes"}}));
}

TEST(FewObservations, AreWarnedOfBelowTwentyByMeasuredCoverage) {
  for (const char* method : {"npl-mmd", "npl-wll", "npl-wasserstein"}) {
    const auto warnings = warnings_of(7, {{"method", method}});
    ASSERT_EQ(warnings.size(), 1U) << method;
    EXPECT_EQ(warnings[0],
              "7 observations are few for a bootstrap: with 5, 90 % intervals held the truth in "
              "76 to 82 % of simulated data sets; methods wabc, mmd-abc and bayes do with few, and "
              "so does a base measure with concentration above 0");
    EXPECT_NE(warnings_of(19, {{"method", method}})[0].find("with 12, "), std::string::npos);
    EXPECT_EQ(warnings_of(20, {{"method", method}}), std::vector<std::string>{});
  }
  EXPECT_EQ(warnings_of(5, {{"method", "bayes"}}), std::vector<std::string>{});
}

}  // namespace
}  // namespace surefoot
