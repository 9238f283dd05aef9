#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/bootstrap.hpp>
#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/error.hpp>
#include <surefoot/journal/run_identity.hpp>
#include <surefoot/prior/randomised_prior.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/text.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"
#include "report/temporary_directory.hpp"

// A prior on theta in method npl-mmd.
namespace surefoot {
namespace {

struct Moments {
  double mean, sd;
};

Moments moments_of(const Fit& fit, std::size_t parameter = 0) {
  const auto values = column(fit.draws, parameter);
  return {estimate(values).mean, spread(values)};
}

std::string normal_prior(double mean, double sd) {
  return "normal:" + std::to_string(mean) + ":" + std::to_string(sd);
}

Fit with_defaults(const Model& model, const Sample& x, SettingList list) {
  return fit(model, x, typed_settings(list));
}

/// The posterior of a normal mean: precisions add up, and weigh the means.
Moments conjugate(const Moments& data, const Moments& prior) {
  const double p = std::pow(data.sd, -2), q = std::pow(prior.sd, -2);
  return {(p * data.mean + q * prior.mean) / (p + q), 1.0 / std::sqrt(p + q)};
}

TEST(Prior, OfANormalMeanIsThatOfBayes) {
  constexpr int draws = 1500;
  const Model model = built_in_model("gaussian-location", 1);
  struct Size {
    int observations;
    double
        off;  // the weight: by 9 % of chance, and by what the MMD is not quadratic over the draws
  };
  for (const auto& [n, off] : {Size{20, 0.3}, Size{200, 0.12}}) {
    const Sample x = observations_of("gaussian-location", n, 1, 3);
    const SettingList list{{"draws", std::to_string(draws)}};
    const Moments data = moments_of(with_defaults(model, x, list));
    // In sds of the data's posterior: tight, as wide, wide, displaced.
    for (const Moments shape : {Moments{0.5, 0.5}, {0.0, 1.0}, {1.0, 5.0}, {2.0, 1.5}}) {
      const Moments prior{data.mean + shape.mean * data.sd, shape.sd * data.sd};
      SettingList informed = list;
      informed.emplace_back("prior", normal_prior(prior.mean, prior.sd));
      const Fit result = with_defaults(model, x, informed);
      const Moments found = moments_of(result), expected = conjugate(data, prior);
      const double share = 1.0 / (1.0 + shape.sd * shape.sd);
      // The weight moves the mean, and in the first order not the sd.
      const double tilt = off * share * (1.0 - share) * shape.mean * data.sd;
      const double chance = std::sqrt((data.sd * data.sd + expected.sd * expected.sd) / draws);
      EXPECT_NEAR(found.mean, expected.mean, 2.0 * tilt + errors * chance)
          << n << " observations, prior " << shape.mean << " sd " << shape.sd;
      EXPECT_NEAR(found.sd / expected.sd, 1.0, errors / std::sqrt(double(draws)))
          << n << " observations, prior " << shape.mean << " sd " << shape.sd;
      EXPECT_NEAR(result.prior_shares[0], share, 2.0 * off * share * (1.0 - share));
    }
  }
}

TEST(Prior, AddsToTheObjectiveAndNotToTheReportedDistance) {
  const Sample x = observations_of("g-and-k", 60);
  const Problem plain =
      make_problem(built_in_model("g-and-k"), x,
                   settings({{"prior", "a=normal:3:1,g=uniform:-2:5"}, {"precision", "double"}}));
  EXPECT_EQ(get(*plain.settings, "bounds"), "g=-2:5");
  const double part = 0.01;
  const Problem informed = with_prior(plain, part);
  const auto without = make_draw_objective(plain, {}), with = make_draw_objective(informed, {});
  const std::vector<double> eta{2.5, 1.2, 1.5, -0.5};
  for (const bool data : {true, false}) {
    data ? without->begin_data() : without->begin_draw(3);
    data ? with->begin_data() : with->begin_draw(3);
    const auto centre = informed.parameter_prior->centre_of_draw(0, 3);
    double sum = 0.0;
    for (std::size_t i = 0; i < 2; ++i) {
      const auto& term = informed.parameter_prior->terms()[i];
      sum +=
          part *
          std::pow(informed.parameter_prior->score(term, eta).value - (data ? 0.0 : centre[i]), 2);
    }
    std::vector<double> gradient(4), at(eta);
    EXPECT_NEAR((*with)(eta, gradient) - (*without)(eta, {}), sum, 1e-13);
    for (std::size_t k = 0; k < 4; ++k) {
      const double h = 1e-5;
      at[k] = eta[k] + h;
      const double above = (*with)(at, {});
      at[k] = eta[k] - h;
      EXPECT_NEAR(gradient[k], (above - (*with)(at, {})) / (2.0 * h), 1e-6) << k;
      at[k] = eta[k];
    }
    EXPECT_EQ(with->report(eta).mmd2, without->report(eta).mmd2);
    EXPECT_EQ(with->model_at(eta)->value, (*with)(eta, {}));
  }
}

TEST(Prior, IsPartOfWhatEveryOptimiserMinimises) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  const auto draws_by = [&](const char* optimiser) {
    const Problem plain =
        make_problem(built_in_model("gaussian-location", 2), x,
                     settings({{"prior", "theta1=normal:1:0.2,theta2=normal:-1:0.3"},
                               {"design", "sobol"},
                               {"simulations", "256"},
                               {"precision", "double"},
                               {"optimiser", optimiser}}));
    const Problem informed = with_prior(plain, 0.005);
    const Modes modes = modes_under_prior(informed, find_modes(plain));
    return bootstrap(informed, modes, DrawNumbers(0, 8), {}, {}).draws;
  };
  const Draws expected = draws_by("bfgs");
  for (const char* other : {"gauss-newton", "sbplx", "bobyqa"}) {
    const Draws found = draws_by(other);
    for (std::size_t i = 0; i < expected.values.size(); ++i)
      EXPECT_NEAR(found.values[i], expected.values[i], 0.003) << other;
  }
}

TEST(Prior, WeighsAboutTheSameByGaussNewton) {
  const Sample x = observations_of("g-and-k", 200);
  const auto weight_by = [&](const char* optimiser) {
    return fit_built_in("g-and-k", x,
                        {{"draws", "1"}, {"prior", "g=normal:2:1"}, {"optimiser", optimiser}})
        .data_weight;
  };
  EXPECT_NEAR(weight_by("gauss-newton") / weight_by("bfgs"), 1.0, 0.25);
}

/// The second parameter does nothing.
struct Idle {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    return {{theta[0] + latent.normal()}};
  }
};

TEST(Prior, DecidesWhereTheDataSayNothing) {
  const Model model = make_model(Idle{}, {{"used", -5.0, 5.0}, {"idle", -20.0, 20.0}});
  const Sample x = model.simulate(std::vector<double>{1.0, 0.0}, 50, 2);
  constexpr int draws = 400;
  const Fit result = with_defaults(
      model, x,
      {{"draws", std::to_string(draws)}, {"simulations", "128"}, {"prior", "idle=normal:3:2"}});
  const auto idle = column(result.draws, 1);
  EXPECT_NEAR(estimate(idle).mean, 3.0, errors * 2.0 / std::sqrt(double(draws)));
  EXPECT_NEAR(spread(idle), 2.0, errors * 2.0 / std::sqrt(2.0 * draws));
  EXPECT_NEAR(result.prior_shares[1], 1.0, 0.02);
  EXPECT_EQ(result.prior_shares[0], 0.0);
  for (const DrawInfo& info : result.draws.info) EXPECT_EQ(info.status, DrawStatus::converged);
}

TEST(Prior, OfAFixedParameterSaysNothing) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  const auto informed = [&](const char* prior) {
    return fit_built_in("gaussian-location", x,
                        {{"draws", "6"}, {"fixed", "theta1=1"}, {"prior", prior}});
  };
  const Fit all = informed("normal:0:1"), one = informed("theta2=normal:0:1");
  EXPECT_EQ(all.settings.prior, one.settings.prior);
  EXPECT_EQ(all.prior_shares[0], 0.0);
  expect_same_draws(all.draws, one.draws);
  EXPECT_THROW(informed("theta1=normal:0:1"), Error);
}

TEST(Prior, DecidesNoMoreThanAll) {
  for (const int seed : {1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008}) {
    const Sample x = observations_of("g-and-k", 30, 1, static_cast<std::uint64_t>(seed));
    const Fit result = with_defaults(
        built_in_model("g-and-k", 1), x,
        {{"draws", "1"}, {"seed", std::to_string(seed - 1000)}, {"prior", "g=normal:3:1"}});
    EXPECT_GE(result.prior_shares[2], 0.0) << seed;
    EXPECT_LE(result.prior_shares[2], 1.0) << seed;  // the objective bends downwards at some minima
  }
}

TEST(Prior, IsInFileSummaryAndIdentity) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  const SettingList list{{"draws", "4"}, {"prior", "theta2=normal:1:0.5"}};
  const Fit result = fit_built_in("gaussian-location", x, list);
  const TemporaryDirectory directory;
  write_netcdf(result, directory / "fit.nc");
  const Fit back = read_netcdf(directory / "fit.nc");
  EXPECT_EQ(back.prior_shares, result.prior_shares);
  EXPECT_EQ(back.data_weight, result.data_weight);
  EXPECT_EQ(back.settings.prior, "theta2=normal:1:0.5");
  const Summary summary = summarise(back);
  EXPECT_NE(to_text(summary).find("the prior decides 0 % of theta1, "), std::string::npos);
  EXPECT_NE(to_json(summary).find("\"prior_share\""), std::string::npos);
  const Fit other =
      fit_built_in("gaussian-location", x, {{"draws", "4"}, {"prior", "theta2=normal:1:0.6"}});
  EXPECT_EQ(difference(identity_of(result), identity_of(other)),
            "prior: theta2=normal:1:0.5 there, theta2=normal:1:0.6 here");
}

TEST(Prior, NeedsAnOptimiserThatKnowsTheCurvature) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  try {
    fit_built_in("gaussian-location", x, {{"optimiser", "adam"}, {"prior", "normal:0:1"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_STREQ(error.what(),
                 "a prior is weighed by the curvature at a minimum on the observations, which "
                 "optimiser adam does not look for; auto, bfgs, gauss-newton, bobyqa, sbplx, "
                 "nelder-mead, crs2 and powell will do");
  }
}

}  // namespace
}  // namespace surefoot
