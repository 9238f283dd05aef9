#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/model.hpp>
#include <surefoot/prior/parameter_prior.hpp>
#include <surefoot/simulators/registry.hpp>

#include "monte_carlo.hpp"

namespace surefoot {
namespace {

// Moments are held to four standard errors.
constexpr double inf = std::numeric_limits<double>::infinity();

const Sample data({1.0, 2.0, 4.0, 3.0, 10.0}, 1);

Model with_parameters(std::vector<Parameter> parameters) {
  Model model;
  model.parameters = ParameterSpace(std::move(parameters));
  return model;
}

ParameterPrior prior_of(const Model& model, std::string text) {
  return make_parameter_prior(text, model, model.parameters, data);
}

std::string refusal(const Model& model, const std::string& text) {
  try {
    prior_of(model, text);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "no error";
}

/// Draws of the first parameter, natural scale.
std::vector<double> drawn(const ParameterPrior& prior, int count) {
  std::vector<double> values, eta(static_cast<std::size_t>(prior.size())),
      theta(static_cast<std::size_t>(prior.space().size()));
  for (int i = 0; i < count; ++i) {
    Noise noise({1, static_cast<std::uint32_t>(i), 0, 0, Purpose::prior});
    prior.draw(noise, eta);
    prior.space().to_natural(eta, theta);
    values.push_back(theta[0]);
  }
  return values;
}

TEST(ParameterPrior, DrawsHaveTheMomentsOfTheirMarginals) {
  const Model line = with_parameters({{"x", -inf, inf}});
  struct Case {
    const char* text;
    double mean, sd;
  };
  // The logarithm of a uniform on [0, 1] is minus an exponential.
  for (const auto& [text, mean, sd] :
       {Case{"normal:3:2", 3.0, 2.0}, Case{"uniform:-1:5", 2.0, 6.0 / std::sqrt(12.0)},
        Case{"log-of-uniform:0:1", -1.0, 1.0}}) {
    const auto values = drawn(prior_of(line, text), 20000);
    const Estimate found = estimate(values), square = estimate(squares_about(values, mean));
    EXPECT_NEAR(found.mean, mean, errors * found.error) << text;
    EXPECT_NEAR(square.mean, sd * sd, errors * square.error) << text;
  }
}

TEST(ParameterPrior, IsCutToTheBox) {
  const Model positive = with_parameters({{"x", 0.0, inf}});
  const ParameterPrior prior = prior_of(positive, "normal:0:1");
  EXPECT_FALSE(prior.uncut());
  const auto values = drawn(prior, 20000);
  const Estimate found = estimate(values);
  EXPECT_NEAR(found.mean, std::sqrt(2.0 / M_PI), errors * found.error);
  for (const double v : values) EXPECT_GE(v, 0.0);
}

TEST(ParameterPrior, ReachesFarTailsWithoutLosingDigits) {
  const Model far = with_parameters({{"x", 8.0, 9.0}});
  for (const double v : drawn(prior_of(far, "normal:0:1"), 1000)) {
    EXPECT_GE(v, 8.0);
    EXPECT_LE(v, 9.0);
  }
  // Mills: beyond 8 a normal is nearly exponential with rate 8.
  const Estimate found = estimate(drawn(prior_of(far, "normal:0:1"), 20000));
  EXPECT_NEAR(found.mean, 8.0 + 1.0 / 8.0, 0.01);
}

TEST(ParameterPrior, DensityOnTheOptimisersScaleHasItsJacobian) {
  const Model model = with_parameters({{"x", 0.1, 10.0, Transform::log}});
  const ParameterPrior prior = prior_of(model, "normal:2:1");
  // By a sum over eta: shares of the mass are those of the normal.
  double below = 0.0, all = 0.0;
  for (double eta = std::log(0.1) + 5e-5; eta < std::log(10.0); eta += 1e-4) {
    const double density = std::exp(prior.log_density(std::vector{eta}));
    all += density;
    if (std::exp(eta) < 2.0) below += density;
  }
  const double expected =
      (normal_cdf(0.0) - normal_cdf(-1.9)) / (normal_cdf(8.0) - normal_cdf(-1.9));
  EXPECT_NEAR(below / all, expected, 1e-3);
  EXPECT_EQ(prior.log_density(std::vector{std::log(0.05)}), -inf);
}

TEST(ParameterPrior, TakesNamesBeforeTheCommonOneAndTheModels) {
  Model model = with_parameters({{"a", -inf, inf}, {"b", 0.0, 1.0}, {"c", -inf, inf}});
  model.prior = [](const Sample&) { return std::string("normal:0:9"); };
  std::string text = "a=uniform:0:2";
  make_parameter_prior(text, model, model.parameters, data);
  EXPECT_EQ(text, "a=uniform:0:2,b=normal:0:9,c=normal:0:9");
  text = "uniform:0:1,c=normal:5:1";
  make_parameter_prior(text, model, model.parameters, data);
  EXPECT_EQ(text, "a=uniform:0:1,b=uniform:0:1,c=normal:5:1");
  std::string again = text;  // what is recorded can be given again
  make_parameter_prior(again, model, model.parameters, data);
  EXPECT_EQ(again, text);
}

TEST(ParameterPrior, IsUniformOnAFiniteBoxUnlessGiven) {
  const Model model = with_parameters({{"x", 0.5, 4.0}});
  std::string text;
  make_parameter_prior(text, model, model.parameters, data);
  EXPECT_EQ(text, "x=uniform:0.5:4");
}

TEST(ParameterPrior, LeavesOutWhatIsHeld) {
  Model model = with_parameters({{"a", 0.0, 1.0}, {"b", 0.0, 1.0}});
  model.parameters.fix("a", 0.5);
  std::string text;
  EXPECT_EQ(make_parameter_prior(text, model, model.parameters, data).size(), 1);
  EXPECT_EQ(text, "b=uniform:0:1");
}

TEST(ParameterPrior, OfEveryBuiltInModelIsThere) {
  for (const std::string& name : model_names()) {
    const Model model = built_in_model(name, 1);
    std::string text;
    const auto prior = make_parameter_prior(text, model, model.parameters, data);
    for (const double v : drawn(prior, 100)) EXPECT_TRUE(std::isfinite(v)) << name;
  }
}

TEST(ParameterPrior, RefusesWhatIsNoPrior) {
  const Model model = with_parameters({{"x", 0.0, inf}});
  for (const char* text : {"normal", "normal:1", "normal:0:0", "uniform:2:1", "beta:1:1",
                           "normal:a:1", "x=", "log-of-uniform:-1:1", "normal:0:inf"})
    EXPECT_NE(refusal(model, text).find("prior must be normal:MEAN:SD"), std::string::npos) << text;
  EXPECT_NE(refusal(model, "y=normal:0:1").find("y"), std::string::npos);
  EXPECT_NE(refusal(model, "uniform:-2:-1").find("must have mass in its box"), std::string::npos);
  EXPECT_NE(refusal(model, "").find("needs a prior"), std::string::npos);
  EXPECT_NE(refusal(model, "normal:-1000:1").find("must have mass"), std::string::npos);
  EXPECT_EQ(refusal(model, "uniform:-1e308:1e308"),
            "the numbers of a prior must lie between -1e+100 and 1e+100, but those of "
            "'uniform:-1e308:1e308' do not");
  EXPECT_EQ(refusal(with_parameters({{"x", -1e308, 1e308}}), ""),
            "the uniform prior of x must have a width that is a number, but its box is [-1e+308, "
            "1e+308]");
}

}  // namespace
}  // namespace surefoot
