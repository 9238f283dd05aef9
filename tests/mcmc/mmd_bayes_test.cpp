#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/mcmc/diagnostics.hpp>

#include "bootstrap/fit_support.hpp"
#include "methods/kernel_score.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

constexpr double lengthscale = 0.9539, weight = 2.8;

/// 50 observations of N(1, 1), and some more at 10.
Sample contaminated(int outliers) {
  const Sample clean = observations_of("gaussian-location", 50, 1);
  std::vector<double> values(clean.values().begin(), clean.values().end());
  values.insert(values.end(), static_cast<std::size_t>(outliers), 10.0);
  return Sample(values, 1);
}

/// sum_i S(N(theta, 1), x_i) by the formulas of two Gaussians.
double score(const Sample& x, double theta) {
  const double l2 = lengthscale * lengthscale;
  double sum = static_cast<double>(x.size()) * std::sqrt(l2 / (l2 + 2.0));
  for (const double v : x.values())
    sum -=
        2.0 * std::sqrt(l2 / (l2 + 1.0)) * std::exp(-0.5 * (v - theta) * (v - theta) / (l2 + 1.0));
  return sum;
}

struct Moments {
  double mean, sd;
};
Moments by_quadrature(const Sample& x) {
  double mass = 0.0, first = 0.0, second = 0.0;
  for (double theta = -3.0; theta < 5.0; theta += 1e-3) {
    const double p = std::exp(-0.5 * theta * theta - weight * (score(x, theta) - score(x, 1.0)));
    mass += p;
    first += p * theta;
    second += p * theta * theta;
  }
  first /= mass;
  return {first, std::sqrt(second / mass - first * first)};
}

Fit fit_score(const Sample& x, SettingList more) {
  SettingList list{{"method", "mmd-bayes"},
                   {"prior", "normal:0:1"},
                   {"score-weight", "2.8"},
                   {"lengthscale", "0.9539"}};
  list.insert(list.end(), more.begin(), more.end());
  return fit_built_in("gaussian-location", x, list);
}

double error_of_mean(const std::vector<double>& values) {
  return spread(values) / std::sqrt(mean_ess(values, 4));
}

TEST(MmdBayes, IsTheScorePosteriorThatQuadratureGives) {
  for (const int outliers : {0, 10}) {
    const Sample x = contaminated(outliers);
    const Fit fit = fit_score(x, {{"draws", "4000"}});
    EXPECT_EQ(fit.evaluator, "closed-form");
    EXPECT_EQ(fit.simulator_calls, 0);
    EXPECT_EQ(fit.chains, 4);
    const Moments exact = by_quadrature(x);
    const auto theta = column(fit.draws, 0), squares = squares_about(theta, exact.mean);
    EXPECT_NEAR(estimate(theta).mean, exact.mean, errors * error_of_mean(theta));
    EXPECT_NEAR(estimate(squares).mean, exact.sd * exact.sd, errors * error_of_mean(squares));
    const double log_target = -0.5 * theta[0] * theta[0] - weight * score(x, theta[0]);
    EXPECT_NEAR(fit.draws.info[0].objective, -log_target, 1e-9 * std::abs(log_target));
  }
}

// Noise in the score widens the posterior, and does not move it.
TEST(MmdBayes, SimulationsWidenThePosterior) {
  const Sample x = contaminated(0);
  const Fit fit = fit_score(x, {{"draws", "2000"}, {"simulations", "100"}, {"thin", "20"}});
  const Moments exact = by_quadrature(x);
  const auto theta = column(fit.draws, 0);
  EXPECT_EQ(fit.simulations_per_draw, 100);
  EXPECT_GT(fit.simulator_calls, 2000 * 20 * 100);
  EXPECT_NEAR(estimate(theta).mean, exact.mean, 0.3 * exact.sd);
  EXPECT_GT(spread(theta), 1.05 * exact.sd);
  EXPECT_LT(spread(theta), 2.0 * exact.sd);
}

TEST(MmdBayes, SameSeedSameDraws) {
  const Sample x = contaminated(5);
  const auto run = [&](const char* seed) {
    return fit_score(
        x,
        {{"draws", "40"}, {"simulations", "30"}, {"warmup", "100"}, {"thin", "2"}, {"seed", seed}});
  };
  EXPECT_EQ(run("3").draws.values, run("3").draws.values);
  EXPECT_NE(run("3").draws.values, run("4").draws.values);
}

TEST(MmdBayes, TakesThePapersSettings) {
  const Fit fit = fit_built_in(
      "gaussian-location", contaminated(0),
      {{"method", "mmd-bayes"}, {"preset", "paper"}, {"draws", "4"}, {"warmup", "10"}});
  EXPECT_EQ(fit.settings.score_weight, 2.8);
  EXPECT_EQ(fit.settings.simulations, 500);
  EXPECT_EQ(fit.settings.prior, "theta1=normal:0:1");
  EXPECT_EQ(fit.settings.thin, 1);
  // The median distance of two points from N(theta, 1) is 0.9539; the rule is off by 0.1 %.
  EXPECT_NEAR(fit.lengthscales.at(0), lengthscale, 0.004);
}

// On data from the model the score is to be as sharp as the likelihood, of precision n: the score's
// is w n 0.3843 at this lengthscale.
TEST(MmdBayes, CalibratesTheWeightWhateverTheOutliers) {
  std::vector<double> weights;
  for (const int outliers : {0, 15})
    weights.push_back(*fit_built_in("gaussian-location", contaminated(outliers),
                                    {{"method", "mmd-bayes"},
                                     {"lengthscale", "0.9539"},
                                     {"draws", "4"},
                                     {"warmup", "10"},
                                     {"thin", "1"}})
                           .settings.score_weight);
  for (const double w : weights) EXPECT_NEAR(w, 1.0 / 0.3843, 0.1);
}

TEST(MmdBayes, CalibratesModelsWithoutADensity) {
  const Fit fit = fit_built_in("toggle-switch", observations_of("toggle-switch", 50),
                               {{"method", "mmd-bayes"},
                                {"model-option", "transitions=20"},
                                {"simulations", "50"},
                                {"draws", "4"},
                                {"warmup", "10"},
                                {"thin", "1"}});
  EXPECT_GT(*fit.settings.score_weight, 0.0);
  EXPECT_TRUE(std::isfinite(*fit.settings.score_weight));
}

TEST(MmdBayes, WarnsOfALengthscaleThatDoesNotSuitTheObservations) {
  const auto warnings = [](const char* prior) {
    return fit_built_in("gaussian-location", Sample({1.0, 1.001, 1.002, 1.003}, 1),
                        {{"method", "mmd-bayes"},
                         {"prior", prior},
                         {"score-weight", "1"},
                         {"draws", "4"},
                         {"warmup", "10"},
                         {"thin", "1"}})
        .warnings;
  };
  ASSERT_FALSE(warnings("normal:0:1").empty());
  EXPECT_TRUE(warnings("normal:0:1").front().starts_with("lengthscale median-prior is 0.95"));
}

TEST(KernelScore, IsUnbiasedAndRestoresItsLatents) {
  const Model model = built_in_model("gaussian-location", 1);
  const Kernel kernel(parse_kernel("gaussian:0.9539"));
  const Sample x = contaminated(5);
  const ScoreProblem simulated{model, kernel, nullptr, 60, 1, true};
  std::vector<double> values;
  for (std::uint32_t stream = 0; stream < 400; ++stream)
    values.push_back((*make_kernel_score(simulated, x, stream))(std::vector{1.3}));
  const Estimate mean = estimate(values);
  EXPECT_NEAR(mean.mean, score(x, 1.3), errors * mean.error);

  const ScoreProblem exact{model, kernel, model.closed_form(kernel), 0, 1, true};
  EXPECT_NEAR((*make_kernel_score(exact, x, 0))(std::vector{1.3}), score(x, 1.3), 1e-10);

  for (const int simulations : {7, 60, 501}) {
    const ScoreProblem problem{model, kernel, nullptr, simulations, 1, false};
    const auto moving = make_kernel_score(problem, x, 0);
    double before = (*moving)(std::vector{1.3});
    for (std::uint32_t step = 1; step < 300; ++step) {
      moving->refresh(step);
      const double after = (*moving)(std::vector{1.3});
      EXPECT_NE(after, before);
      if (step % 2 == 0) {
        before = after;
        continue;
      }
      moving->restore();
      EXPECT_EQ((*moving)(std::vector{1.3}), before);
    }
  }
}

std::string refusal(const SettingList& list) {
  try {
    fit_built_in("gaussian-location", contaminated(0), list);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "accepted";
}

TEST(MmdBayes, RefusesWhatCannotBe) {
  EXPECT_EQ(refusal({{"method", "npl-mmd"}, {"lengthscale", "median-prior"}}),
            "lengthscale median-prior is a rule of method mmd-bayes alone, because it needs a "
            "prior of the parameters; median will do");
  EXPECT_EQ(refusal({{"method", "mmd-bayes"}, {"draws", "10"}, {"chains", "3"}}),
            "draws must be a multiple of the 3 chains, but is 10; 9 would do");
  EXPECT_NE(refusal({{"method", "mmd-bayes"}, {"lengthscale", "mean"}}).find("lengthscale must be"),
            std::string::npos);
}

}  // namespace
}  // namespace surefoot
