#include <cmath>
#include <set>
#include <stop_token>
#include <string>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

std::string refusal(const std::string& model, const Sample& x, const SettingList& list,
                    Fault fault) {
  try {
    fit_built_in(model, x, list);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault);
    return error.what();
  }
  return "accepted";
}

/// Of draws without an MMD, which is not a number, and so equal to none.
void expect_same_numbers(const Draws& a, const Draws& b) {
  EXPECT_EQ(a.values, b.values);
  ASSERT_EQ(a.rows(), b.rows());
  for (std::size_t r = 0; r < a.rows(); ++r) {
    EXPECT_EQ(a.info[r].objective, b.info[r].objective);
    EXPECT_EQ(a.info[r].evaluations, b.info[r].evaluations);
    EXPECT_EQ(a.info[r].simulator_calls, b.info[r].simulator_calls);
  }
}

// The posterior of the mean under a wide prior is about N(mean of the data, 1/50); ABC widens it,
// but does not move it.  0.15 is a standard deviation of the data's mean, which the seed fixes.
TEST(Abc, FindsTheMeanOfAGaussian) {
  const Sample x = observations_of("gaussian-location", 50, 2);
  for (const auto* method : {"wabc", "mmd-abc"}) {
    SCOPED_TRACE(method);
    const Fit found =
        fit_built_in("gaussian-location", x,
                     {{"method", method}, {"particles", "200"}, {"max-simulations", "8000"}});
    ASSERT_EQ(found.draws.rows(), 200u);
    for (int c = 0; c < 2; ++c) {
      double mean = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) mean += x(i, c) / 50.0;
      const auto draws = column(found.draws, static_cast<std::size_t>(c));
      EXPECT_NEAR(estimate(draws).mean, mean, 0.1);
      EXPECT_NEAR(mean, 1.0, 4.0 * 0.15);
      EXPECT_GT(spread(draws), 0.7 / std::sqrt(50.0));
      EXPECT_LT(spread(draws), 3.0 / std::sqrt(50.0));
    }
  }
}

TEST(Abc, FillsInWhatItKnows) {
  const Sample x = observations_of("g-and-k", 60);
  const Fit found = fit_built_in(
      "g-and-k", x,
      {{"method", "wabc"}, {"draws", "40"}, {"max-simulations", "2000"}, {"fixed", "g=1"}});
  EXPECT_FALSE(found.partial);
  EXPECT_EQ(found.settings.draws, 40);
  EXPECT_EQ(found.settings.particles, 40);
  EXPECT_EQ(found.settings.transport, Transport::sorted);
  EXPECT_EQ(found.settings.order, 1);
  EXPECT_EQ(found.settings.max_trials, 100000);
  EXPECT_TRUE(found.settings.prior->starts_with("a=normal:"));
  EXPECT_EQ(found.evaluator, "sorted");
  EXPECT_EQ(found.simulations_per_draw, 60);
  EXPECT_EQ(found.simulator_calls, 60 * found.history.back().simulations);
  EXPECT_TRUE(found.lengthscales.empty());
  std::set<double> distinct;
  for (std::size_t r = 0; r < 40; ++r) {
    EXPECT_EQ(found.draws.index[r], r);
    EXPECT_EQ(found.draws.row(r)[2], 1.0);
    EXPECT_TRUE(std::isnan(found.draws.info[r].mmd2));
    EXPECT_EQ(found.draws.info[r].status, DrawStatus::converged);
    EXPECT_GT(found.draws.info[r].evaluations, 0);
    distinct.insert(found.draws.row(r)[0]);
  }
  EXPECT_EQ(static_cast<int>(distinct.size()), found.history.back().unique);

  // The settings of a run repeat it.
  const Fit again = fit(built_in_model("g-and-k"), x, found.settings);
  expect_same_numbers(found.draws, again.draws);
}

TEST(Abc, ReportsTheKernelOfTheMmd) {
  const Sample x = observations_of("g-and-k", 60);
  const SettingList list{{"method", "mmd-abc"}, {"particles", "20"}, {"max-simulations", "500"}};
  const Fit found = fit_built_in("g-and-k", x, list);
  EXPECT_EQ(found.lengthscales, std::vector<double>{median_l1_lengthscale(x)});
  EXPECT_EQ(found.evaluator, "pairs");
  for (const DrawInfo& info : found.draws.info) EXPECT_EQ(info.mmd2, info.objective);

  SettingList other = list;
  other.push_back({"kernel", "laplace:2+gaussian:1"});
  EXPECT_EQ(fit_built_in("g-and-k", x, other).lengthscales, (std::vector<double>{2.0, 1.0}));
}

TEST(Abc, TakesThePapersSettings) {
  const Sample x = observations_of("gaussian-location", 20, 4);
  const Fit found =
      fit_built_in("gaussian-location", x,
                   {{"method", "wabc"}, {"preset", "paper"}, {"max-simulations", "600"}});
  EXPECT_EQ(found.settings.particles, 500);
  EXPECT_EQ(found.settings.transport, Transport::exact);
  EXPECT_TRUE(found.settings.prior->starts_with("theta1=normal:0:1,"));
}

TEST(Abc, HasAsManyParticlesAsDrawsAreGiven) {
  const Sample x = observations_of("gaussian-location", 5);
  const auto draws_of = [&](SettingList list) {
    list.push_back({"method", "wabc"});
    list.push_back({"max-simulations", "1000"});
    const Fit found = fit_built_in("gaussian-location", x, list);
    EXPECT_EQ(found.settings.draws, static_cast<int>(found.draws.rows()));
    return found.draws.rows();
  };
  EXPECT_EQ(draws_of({}), 500u);
  EXPECT_EQ(draws_of({{"draws", "1000"}}), 1000u);  // the bootstrap's default, but given
  EXPECT_EQ(draws_of({{"particles", "30"}}), 30u);
}

TEST(Abc, RefusesWhatItCannotDo) {
  const Sample x = observations_of("gaussian-location", 20, 2);
  EXPECT_EQ(refusal("gaussian-location", x,
                    {{"method", "wabc"}, {"draws", "40"}, {"particles", "50"}}, Fault::usage),
            "the draws of wabc are its particles, but draws is 40 and particles is 50; one of them "
            "is enough");
  EXPECT_EQ(refusal("gaussian-location", x, {{"method", "mmd-abc"}, {"draws", "1"}}, Fault::usage),
            "mmd-abc needs at least 2 draws, but draws is 1");
  EXPECT_TRUE(
      refusal("gaussian-location", x, {{"method", "wabc"}, {"transport", "sorted"}}, Fault::usage)
          .starts_with("transport sorted needs observations of one column"));
  EXPECT_TRUE(
      refusal("gaussian-location", x, {{"method", "mmd-abc"}, {"lengthscale", "l1"}}, Fault::usage)
          .starts_with("lengthscale must be a positive number"));
  EXPECT_TRUE(refusal("gaussian-location", x, {{"method", "wabc"}, {"prior", "flat"}}, Fault::usage)
                  .starts_with("prior must be "));
}

TEST(Abc, SurvivesAbsurdData) {
  const SettingList few{{"particles", "20"}, {"max-simulations", "1500"}};
  const auto run = [&](const std::string& model, const Sample& x, const std::string& method) {
    SettingList list = few;
    list.push_back({"method", method});
    if (method == "mmd-abc") list.push_back({"lengthscale", "1"});
    const Fit found = fit_built_in(model, x, list);
    EXPECT_EQ(found.draws.rows(), 20u) << model << " " << method;
    for (const double v : found.draws.values) EXPECT_TRUE(std::isfinite(v));
    return found;
  };
  for (const auto* method : {"wabc", "mmd-abc"})
    for (const auto* model : {"gaussian-location", "g-and-k"}) {
      run(model, Sample({2.5}, 1), method);
      run(model, Sample(std::vector<double>(30, -4.0), 1), method);
      run(model, Sample({1e10, 1e10 + 1.0, 1e10 + 3.0, 1e10 + 2.0}, 1), method);
      run(model, Sample({-1e90, 1e90, 0.0}, 1), method);
    }
  const Fit far = fit_built_in("gaussian-location", Sample({1e10, 1e10 + 1.0, 1e10 + 3.0}, 1),
                               {{"method", "wabc"},
                                {"particles", "50"},
                                {"prior", "normal:1e10:10"},
                                {"max-simulations", "3000"}});
  EXPECT_NEAR(estimate(column(far.draws, 0)).mean, 1e10 + 4.0 / 3.0, 1.5);

  const Fit two =
      fit_built_in("g-and-k", observations_of("g-and-k", 30),
                   {{"method", "wabc"}, {"particles", "2"}, {"max-simulations", "500"}});
  EXPECT_EQ(two.draws.rows(), 2u);
  EXPECT_TRUE(refusal("g-and-k", Sample({2.5}, 1), {{"method", "mmd-abc"}}, Fault::data)
                  .ends_with("one must be given"));
}

TEST(Abc, SaysWhyItEndedEarly) {
  const Sample x = observations_of("g-and-k", 20);
  const Fit prior_only = fit_built_in(
      "g-and-k", x, {{"method", "wabc"}, {"particles", "30"}, {"max-simulations", "30"}});
  ASSERT_EQ(prior_only.warnings.size(), 1u);
  EXPECT_TRUE(prior_only.warnings[0].starts_with("the run ended after 30 simulations"));
  const Fit stuck =
      fit_built_in("g-and-k", x, {{"method", "wabc"}, {"particles", "30"}, {"max-trials", "1"}});
  ASSERT_EQ(stuck.warnings.size(), 1u);
  EXPECT_TRUE(stuck.warnings[0].starts_with("no particle found a better place"));
  EXPECT_FALSE(stuck.partial);
}

TEST(Abc, KeepsTheLastStepOfAnInterruptedRun) {
  const Sample x = observations_of("g-and-k", 30);
  const SettingList list{{"method", "wabc"}, {"particles", "50"}, {"max-simulations", "1000000"}};
  std::stop_source source;
  Events events;
  int reports = 0;
  events.progress = [&](const Progress&) {
    if (++reports == 5) source.request_stop();
  };
  const Fit part = fit(built_in_model("g-and-k"), x, settings(list), events, source.get_token());
  EXPECT_TRUE(part.partial);
  EXPECT_EQ(part.draws.rows(), 50u);
  EXPECT_GE(part.simulator_calls, 30 * part.history.back().simulations);

  source.request_stop();
  const Fit none = fit(built_in_model("g-and-k"), x, settings(list), {}, source.get_token());
  EXPECT_TRUE(none.partial);
  EXPECT_EQ(none.draws.rows(), 0u);
  EXPECT_EQ(none.draws.names.size(), 4u);
}

}  // namespace
}  // namespace surefoot
