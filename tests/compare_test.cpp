#include <gtest/gtest.h>

#include <surefoot/compare.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

FitConfig small() {
  FitConfig config;
  config.draws = 6;
  config.seed = 3;
  config.threads = 1;
  config.predictive_draws = 0;
  return config;
}

TEST(Compare, FitsByEachMethodAsIfItWereAlone) {
  const Model model = built_in_model("gaussian-location", 1);
  const Sample x = model.simulate(model.truth, 30, 1);
  const Method methods[] = {Method::npl_mmd, Method::npl_wll};
  std::vector<Method> begun;
  std::vector<std::vector<double>> draws;
  CompareEvents events;
  events.begun = [&](Method method) { begun.push_back(method); };
  events.fitted = [&](Method, const Fit& fit) { draws.push_back(fit.draws.values); };
  compare(model, x, small(), methods, events);
  EXPECT_EQ(begun, std::vector<Method>(std::begin(methods), std::end(methods)));
  ASSERT_EQ(draws.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(draws[i], fit(model, x, only_for(small(), methods[i])).draws.values);
}

TEST(Compare, GoesOnWhereAMethodCannot) {
  const Model model = built_in_model("toggle-switch", 1, {{"transitions", 5}});
  const Sample x = model.simulate(model.truth, 20, 1);
  FitConfig config = small();
  config.simulations = 32;
  config.screening = 10;
  std::string reason;
  std::vector<Method> fitted;
  CompareEvents events;
  events.fitted = [&](Method method, Fit&&) { fitted.push_back(method); };
  events.failed = [&](Method method, const Error& error) {
    EXPECT_EQ(method, Method::npl_wll);
    reason = error.what();
  };
  compare(model, x, config, std::vector{Method::npl_wll, Method::npl_mmd}, events);
  EXPECT_NE(reason.find("density"), std::string::npos) << reason;
  EXPECT_EQ(fitted, std::vector{Method::npl_mmd});
}

TEST(Compare, StopsBetweenMethods) {
  const Model model = built_in_model("gaussian-location", 1);
  std::stop_source stop;
  int fits = 0;
  CompareEvents events;
  events.fitted = [&](Method, Fit&&) {
    ++fits;
    stop.request_stop();
  };
  compare(model, model.simulate(model.truth, 30, 1), small(),
          std::vector{Method::npl_mmd, Method::npl_wll}, events, stop.get_token());
  EXPECT_EQ(fits, 1);
}

}  // namespace
}  // namespace surefoot
