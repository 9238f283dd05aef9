#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/kernels/gaussian.hpp>
#include <surefoot/report/summary.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

std::string in_force(const std::string& model, const SettingList& list, const std::string& name) {
  const Sample x = observations_of(model, 30);
  return get(*make_problem(built_in_model(model), x, settings(list)).settings, name);
}

TEST(Evaluator, IsAGridWherePairsAreManyAndSumsNeedNotBeExact) {
  const auto evaluator = [](const std::string& model, int n, const SettingList& list) {
    const Sample x = observations_of(model, n);
    return make_problem(built_in_model(model), x, settings(list)).comparison->evaluation.text();
  };
  EXPECT_EQ(evaluator("g-and-k", 500, {}), "grid");
  EXPECT_EQ(evaluator("g-and-k", 500, {{"precision", "double"}}), "pairs");
  EXPECT_EQ(evaluator("g-and-k", 500, {{"precision", "double"}, {"evaluator", "grid"}}), "grid");
  EXPECT_EQ(evaluator("g-and-k", 10, {{"simulations", "20"}}), "pairs");
}

TEST(PaperPreset, HasThePublishedSettings) {
  for (const auto* model : {"gaussian-location", "g-and-k", "toggle-switch"}) {
    SCOPED_TRACE(model);
    const SettingList paper{{"preset", "paper"}};
    const bool toggle = std::string(model) == "toggle-switch";
    EXPECT_EQ(in_force(model, paper, "optimiser"), "adam");
    EXPECT_EQ(in_force(model, paper, "noise"), "fresh");
    EXPECT_EQ(in_force(model, paper, "design"), "iid");
    EXPECT_EQ(in_force(model, paper, "resample"), "false");
    EXPECT_EQ(in_force(model, paper, "step-size"), toggle ? "0.04" : "0.1");
    EXPECT_EQ(in_force(model, paper, "steps"), toggle ? "2000" : "1000");
    EXPECT_EQ(in_force(model, paper, "starts"), toggle ? "3" : "1");
  }
}

TEST(PaperPreset, HasThePublishedNumbersOfEachModel) {
  const SettingList paper{{"preset", "paper"}};
  EXPECT_EQ(in_force("gaussian-location", paper, "simulations"), "200");
  EXPECT_EQ(in_force("g-and-k", paper, "simulations"), "512");
  EXPECT_EQ(in_force("toggle-switch", paper, "simulations"), "500");
  EXPECT_EQ(in_force("toggle-switch", paper, "screening"), "500");
  EXPECT_EQ(in_force("toggle-switch", paper, "start"), "");
  EXPECT_EQ(in_force("gaussian-location", paper, "start"), "theta1=0,theta2=0,theta3=0,theta4=0");
  EXPECT_EQ(in_force("g-and-k", paper, "start"), "a=5,b=5,g=5,log_k=5");
  EXPECT_EQ(in_force("g-and-k", paper, "kernel"), "gaussian:0.15");
  const Sample x = observations_of("toggle-switch", 30);
  EXPECT_EQ(
      make_problem(built_in_model("toggle-switch"), x, settings(paper)).comparison->lengthscales,
      (std::vector<double>{1, 10, 20, 40, 80, 100, 130, 200, 400, 800, 1000}));
}

TEST(PaperPreset, GivesWayToWhatTheUserSays) {
  const SettingList mixed{{"preset", "paper"}, {"noise", "shared"}, {"steps", "7"}};
  EXPECT_EQ(in_force("g-and-k", mixed, "noise"), "shared");
  EXPECT_EQ(in_force("g-and-k", mixed, "steps"), "7");
  EXPECT_EQ(in_force("g-and-k", mixed, "simulations"), "512");
}

TEST(PaperPreset, FindsTheGAndKFromItsFarStart) {
  const Sample x = observations_of("g-and-k", 100);
  const Fit paper = fit_built_in("g-and-k", x, {{"preset", "paper"}, {"draws", "3"}});
  for (const double a : column(paper.draws, 0)) EXPECT_NEAR(a, 3.0, 1.0);
}

TEST(Fit, RecordsEverySettingInForce) {
  const Sample x = observations_of("g-and-k", 40);
  const Fit result = fit_built_in("g-and-k", x, {{"draws", "2"}, {"threads", "0"}});
  // What is not in force has no value: no truncation, nothing held, bounded or started by the user,
  // no program, no budget, no files of simulations and no prior.
  const std::set<std::string> open{
      "truncation",   "start",      "bounds",           "fixed",      "prior",
      "model-option", "parameters", "protocol",         "time-limit", "max-calls",
      "isolate",      "part",       "keep-simulations", "budget",     "simulations-from"};
  for (const std::string& name : setting_names())
    EXPECT_EQ(get(result.settings, name).empty(),
              open.contains(name) || !applies(name, Method::npl_mmd))
        << name;
  EXPECT_GT(result.settings.threads, 0);
  for (const auto* name : {"design", "optimiser", "device", "lengthscale"})
    EXPECT_NE(get(result.settings, name), "auto") << name;
  EXPECT_NEAR(std::stod(get(result.settings, "lengthscale")), result.lengthscales[0], 0.0);
}

TEST(Fit, CanBeRepeatedFromItsSettings) {
  const Sample wide = observations_of("gaussian-location", 30, 2);
  const Sample narrow = observations_of("g-and-k", 40);
  const auto expect_repeatable = [](const std::string& model, const Sample& x,
                                    const SettingList& list) {
    const Fit first = fit_built_in(model, x, list);
    SettingList again;
    for (const std::string& name : setting_names())
      if (const std::string text = get(first.settings, name); !text.empty())
        again.push_back({name, text});
    const Fit second = fit_built_in(model, x, again);
    SCOPED_TRACE(model);
    expect_same_draws(first.draws, second.draws);
    for (const std::string& name : setting_names())
      EXPECT_EQ(get(second.settings, name), get(first.settings, name)) << name;
  };
  expect_repeatable("gaussian-location", wide, {{"draws", "9"}, {"seed", "77"}});
  expect_repeatable("gaussian-location", wide,
                    {{"draws", "3"}, {"preset", "paper"}, {"steps", "20"}});
  expect_repeatable("g-and-k", narrow,
                    {{"draws", "5"},
                     {"mass", "free"},
                     {"scale", "mad"},
                     {"kernel", "matern32+laplace:2"},
                     {"concentration", "1.5"},
                     {"fixed", "g=1"},
                     {"bounds", "b=0.5:2"}});
  expect_repeatable("g-and-k", moved(narrow, 1.0, 1e8), {{"draws", "3"}, {"simulations", "64"}});
}

TEST(Fit, HoldsFixedParameters) {
  const Sample x = observations_of("g-and-k", 60);
  const Fit held = fit_built_in("g-and-k", x, {{"draws", "10"}, {"fixed", "g=0.25,log_k=-1"}});
  EXPECT_EQ(held.draws.names.size(), 4u);
  for (std::size_t r = 0; r < 10; ++r) {
    EXPECT_EQ(held.draws.row(r)[2], 0.25);
    EXPECT_EQ(held.draws.row(r)[3], -1.0);
  }
  EXPECT_GT(spread(column(held.draws, 0)), 0.01);
}

TEST(Fit, StaysInsideBoundsAndSaysWhenItEndsOnThem) {
  const Sample x = observations_of("gaussian-location", 60, 2);
  const Fit fit = fit_built_in("gaussian-location", x, {{"draws", "20"}, {"bounds", "theta1=2:5"}});
  for (const double theta : column(fit.draws, 0)) EXPECT_EQ(theta, 2.0);
  for (const double theta : column(fit.draws, 1)) EXPECT_NEAR(theta, 1.0, 1.0);
  EXPECT_EQ(count_of(fit.draws, DrawStatus::box_edge), 20u);
  for (const DrawInfo& info : fit.draws.info) EXPECT_LT(info.gradient_norm, 1e-3);
}

TEST(Fit, RefusesWhatCannotBe) {
  const Sample x = observations_of("gaussian-location", 10, 2);
  const auto refusal = [&](const Model& model, const SettingList& list) -> std::string {
    try {
      fit(model, x, settings(list));
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  const Model model = built_in_model("gaussian-location", 2);
  EXPECT_NE(refusal(built_in_model("g-and-k"), {}).find("g-and-k takes observations of 1 column"),
            std::string::npos);
  EXPECT_NE(refusal(model, {{"fixed", "theta9=1"}}).find("theta9"), std::string::npos);
  EXPECT_NE(refusal(model, {{"start", "theta1=9"}, {"bounds", "theta1=0:1"}}).find("theta1"),
            std::string::npos);
  EXPECT_NE(refusal(model, {{"fixed", "theta1=1,theta2=1"}}), "no error");
  EXPECT_NE(refusal(model, {{"kernel", "energy"}, {"mass", "free"}}).find("bounded"),
            std::string::npos);
  EXPECT_NE(refusal(model, {{"kernel", "laplace"}, {"design", "closed-form"}}).find("laplace"),
            std::string::npos);
  EXPECT_NE(refusal(model, {{"design", "quadrature"}}).find("one latent"), std::string::npos);
}

TEST(Fit, TakesAKernelOfTheUsersOwn) {
  const Sample x = observations_of("g-and-k", 50);
  const FitConfig config =
      settings({{"draws", "5"}, {"lengthscale", "0.5"}, {"simulations", "128"}});
  const Fit built_in = fit(built_in_model("g-and-k"), x, config);
  const Fit own = fit(built_in_model("g-and-k"), x, Kernel(Gaussian{.lengthscale = 0.5}), config);
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t r = 0; r < 5; ++r)
      EXPECT_NEAR(own.draws.row(r)[k], built_in.draws.row(r)[k], 1e-3);
  EXPECT_EQ(get(own.settings, "kernel"), "own");
}

}  // namespace
}  // namespace surefoot
