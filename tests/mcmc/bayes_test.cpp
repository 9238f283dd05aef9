#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/mcmc/diagnostics.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

std::string refusal(const std::string& model, const Sample& x, const SettingList& list) {
  try {
    fit_built_in(model, x, list);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "accepted";
}

const Sample three({1.0, 2.0, 6.0}, 1);

TEST(Bayes, DrawsAConjugatePosteriorIndependently) {
  const Fit fit = fit_built_in("gaussian-location", three,
                               {{"method", "bayes"}, {"prior", "normal:0:1"}, {"draws", "4001"}});
  const auto theta = column(fit.draws, 0);
  ASSERT_EQ(theta.size(), 4001u);
  EXPECT_EQ(fit.chains, 0);
  EXPECT_FALSE(fit.settings.chains);
  EXPECT_EQ(fit.settings.prior, "theta1=normal:0:1");
  const Estimate mean = estimate(theta), variance = estimate(squares_about(theta, 2.25));
  EXPECT_NEAR(mean.mean, 2.25, errors * mean.error);
  EXPECT_NEAR(variance.mean, 0.25, errors * variance.error);
  EXPECT_FALSE(fit.partial);
}

TEST(Bayes, TakesThePapersPrior) {
  const Fit fit = fit_built_in("gaussian-location", three,
                               {{"method", "bayes"}, {"preset", "paper"}, {"draws", "4"}});
  EXPECT_EQ(fit.settings.prior, "theta1=normal:0:5");
}

// A box far out makes the posterior unknown and hardly changes it.
TEST(Bayes, ChainsAgreeWithTheConjugatePosterior) {
  const Fit fit = fit_built_in("gaussian-location", three,
                               {{"method", "bayes"},
                                {"prior", "normal:0:1"},
                                {"bounds", "theta1=-50:50"},
                                {"draws", "4000"}});
  EXPECT_EQ(fit.chains, 4);
  EXPECT_TRUE(fit.warnings.empty()) << fit.warnings.front();
  const auto theta = column(fit.draws, 0);
  const double error = spread(theta) / std::sqrt(mean_ess(theta, 4));
  EXPECT_NEAR(estimate(theta).mean, 2.25, errors * error);
  const auto squares = squares_about(theta, 2.25);
  EXPECT_NEAR(estimate(squares).mean, 0.25,
              errors * spread(squares) / std::sqrt(mean_ess(squares, 4)));
}

TEST(Bayes, KeepsHeldParametersAndObjectives) {
  const Sample x = observations_of("g-and-k", 50);
  const Fit fit = fit_built_in("g-and-k", x,
                               {{"method", "bayes"},
                                {"fixed", "g=1,log_k=-0.7"},
                                {"draws", "40"},
                                {"warmup", "200"},
                                {"thin", "1"}});
  for (std::size_t r = 0; r < fit.draws.rows(); ++r) {
    EXPECT_EQ(fit.draws.row(r)[2], 1.0);
    EXPECT_EQ(fit.draws.row(r)[3], -0.7);
    EXPECT_GT(fit.draws.row(r)[1], 0.0);
    EXPECT_TRUE(std::isfinite(fit.draws.info[r].objective));
  }
}

TEST(Bayes, FindsTheTruthOfTheGAndKModel) {
  const Sample x = observations_of("g-and-k", 500);
  const Fit fit =
      fit_built_in("g-and-k", x, {{"method", "bayes"}, {"draws", "400"}, {"thin", "5"}});
  const std::vector<double> truth{3.0, 1.0, 1.0, std::log(0.5)};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto values = column(fit.draws, k);
    EXPECT_LT(rank_rhat(values, 4), 1.1) << fit.draws.names[k];
    EXPECT_NEAR(estimate(values).mean, truth[k], errors * spread(values)) << fit.draws.names[k];
  }
}

TEST(Bayes, WarnsOfChainsThatAreTooShort) {
  const Fit fit = fit_built_in("g-and-k", observations_of("g-and-k", 50),
                               {{"method", "bayes"}, {"draws", "40"}, {"warmup", "50"}});
  ASSERT_FALSE(fit.warnings.empty());
  EXPECT_NE(fit.warnings.front().find("more draws are needed"), std::string::npos);
}

TEST(Bayes, RefusesModelsWithoutADensity) {
  EXPECT_EQ(refusal("toggle-switch", Sample({300.0, 400.0}, 1), {{"method", "bayes"}}),
            "method bayes needs a density, and model toggle-switch has none that can be computed; "
            "npl-mmd, npl-wasserstein, wabc, mmd-abc and mmd-bayes need none");
}

TEST(Bayes, RefusesDrawsThatChainsCannotShare) {
  const Sample x = observations_of("g-and-k", 10);
  EXPECT_EQ(refusal("g-and-k", x, {{"method", "bayes"}, {"draws", "1001"}}),
            "draws must be a multiple of the 4 chains, but is 1001; 1000 would do");
  EXPECT_EQ(refusal("g-and-k", x, {{"method", "bayes"}, {"draws", "7"}, {"chains", "4"}}),
            "draws must be a multiple of the 4 chains, but is 7; 8 would do");
  EXPECT_EQ(refusal("g-and-k", x, {{"method", "bayes"}, {"draws", "1"}, {"chains", "4"}}),
            "draws must be a multiple of the 4 chains, but is 1; 4 would do");
}

TEST(Bayes, KeepsTheFirstDrawsOfAllChainsWhenItIsStopped) {
  const Sample x = observations_of("g-and-k", 10);
  std::stop_source source;
  source.request_stop();
  const Fit fit =
      surefoot::fit(built_in_model("g-and-k"), x, settings({{"method", "bayes"}, {"draws", "40"}}),
                    {}, source.get_token());
  EXPECT_TRUE(fit.partial);
  EXPECT_EQ(fit.draws.rows(), 0u);
  EXPECT_EQ(fit.draws.names.size(), 4u);
}

}  // namespace
}  // namespace surefoot
