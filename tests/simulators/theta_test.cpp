#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>
#include <surefoot/simulators/theta.hpp>

namespace surefoot {
namespace {

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "accepted";
}

TEST(Theta, IsTheTruthWithTheGivenValuesInItsPlace) {
  const Model model = built_in_model("g-and-k");
  EXPECT_EQ(theta_with(model, {}), model.truth);
  std::vector<double> moved = model.truth;
  moved[1] = 2.5;
  EXPECT_EQ(theta_with(model, {{"b", 2.5}}), moved);
  EXPECT_EQ(theta_with(model, parse_theta("b=2.5")), moved);
}

TEST(Theta, NeedsAValueForWhatHasNoTruth) {
  Model model = built_in_model("g-and-k");
  model.truth.clear();
  EXPECT_EQ(refusal([&] { theta_with(model, {}); }),
            "g-and-k has no published truth to simulate at: --theta a=X,b=X,g=X,log_k=X");
  EXPECT_EQ(refusal([&] {
              theta_with(model, {{"a", 1.0}, {"b", 1.0}, {"log_k", 0.0}});
            }),
            "theta must have g, of which the model has no published truth, but has not");
}

TEST(Theta, RefusesWhatNoParameterCanBe) {
  const Model model = built_in_model("g-and-k");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double b : {-1.0, nan})
    EXPECT_NE(refusal([&] {
                theta_with(model, {{"b", b}});
              }).find("theta must have b between 0"),
              std::string::npos)
        << b;
  EXPECT_NE(refusal([&] {
              theta_with(model, {{"log-k", 0.0}});
            }).find("did you mean 'log_k'?"),
            std::string::npos);
  EXPECT_NE(refusal([] { parse_theta("a"); }).find("theta must be"), std::string::npos);
  EXPECT_NE(refusal([] { parse_theta(""); }).find("theta must be"), std::string::npos);
}

}  // namespace
}  // namespace surefoot
