#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <surefoot/report/comparison.hpp>

#include "report/synthetic_fit.hpp"

namespace surefoot {
namespace {

std::vector<Summary> two_fits() {
  Fit other = synthetic_fit(40);
  other.settings = only_for(other.settings, Method::npl_wll);
  other.draws.values[0] += 40.0;  // its mean of the first parameter is 1 above
  return {summarise(synthetic_fit(40)), summarise(other)};
}

TEST(Comparison, ShowsEachParameterByEachMethod) {
  const std::string text = comparison_text(two_fits());
  EXPECT_NE(text.find("g-and-k, 50 observations"), std::string::npos) << text;
  const auto a = text.find("\na "), second = text.find("npl-wll", a), b = text.find("\nb ");
  ASSERT_NE(a, std::string::npos) << text;
  EXPECT_LT(a, second);
  EXPECT_LT(second, b);
  EXPECT_NE(text.find("simulated observations"), std::string::npos);
}

TEST(Comparison, HasOneRowOfCsvForParameterAndMethod) {
  const std::string csv = comparison_csv(two_fits());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 4 * 2);
  EXPECT_NE(csv.find("\nlog_k,npl-wll,"), std::string::npos) << csv;
}

TEST(Comparison, KeepsWholeSummariesInJson) {
  const auto fits = two_fits();
  const auto json = nlohmann::json::parse(comparison_json(fits)).at("fits");
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[1].at("method"), "npl-wll");
  EXPECT_DOUBLE_EQ(json[1].at("parameters").at("a").at("mean"), fits[1].parameters[0].mean);
  EXPECT_NEAR(fits[1].parameters[0].mean - fits[0].parameters[0].mean, 1.0, 1e-12);
}

TEST(Comparison, OfNothingIsEmpty) { EXPECT_EQ(comparison_text({}), ""); }

}  // namespace
}  // namespace surefoot
