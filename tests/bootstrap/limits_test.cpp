#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/bootstrap.hpp>
#include <surefoot/optim/bfgs.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

std::vector<double> bootstrap_weights(std::size_t n, std::uint32_t draw) {
  DirichletDraw out;
  dirichlet_process_draw({}, n, 0, draw, out);
  return out.weights;
}

std::vector<double> weighted_mean(const Sample& x, std::span<const double> weights) {
  std::vector<double> mean(static_cast<std::size_t>(x.dimension()));
  double total = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += weights[i];
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += weights[i] * x(i, static_cast<int>(c));
  }
  for (double& m : mean) m /= total;
  return mean;
}

/// The fixed point of theta = sum_i u_i x_i / sum_i u_i, u_i = w_i exp(-|x_i - theta|^2 / (2 s^2)),
/// s^2 = l^2 + 1: where the gradient of C_W in closed form is 0.
std::vector<double> mean_shift(const Sample& x, const std::vector<double>& weights, double l) {
  const double s2 = l * l + 1.0;
  std::vector<double> theta = weighted_mean(x, weights), u(x.size());
  for (int step = 0; step < 500; ++step) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      double r2 = 0.0;
      for (std::size_t c = 0; c < theta.size(); ++c)
        r2 += std::pow(x(i, static_cast<int>(c)) - theta[c], 2);
      u[i] = weights[i] * std::exp(-r2 / (2.0 * s2));
    }
    theta = weighted_mean(x, u);
  }
  return theta;
}

TEST(GaussianLocation, IsMinimisedWhereMeanShiftStands) {
  constexpr double l = 1.3;
  const Sample x = observations_of("gaussian-location", 60, 3);
  const Problem problem =
      make_problem(built_in_model("gaussian-location", 3), x, settings({{"lengthscale", "1.3"}}));
  const auto objective = make_draw_objective(problem, {});
  for (std::uint32_t b = 0; b < 20; ++b) {
    objective->begin_draw(b);
    std::vector<double> hessian;
    const Minimum found = minimise(Bfgs{.tolerance = 1e-24, .noise = 1e-15}, *objective,
                                   std::vector{1.0, 1.0, 1.0}, problem.box(), hessian);
    const auto truth = mean_shift(x, bootstrap_weights(60, b), l);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(found.eta[c], truth[c], 1e-8) << "draw " << b;
  }
}

/// Fails unless each draw is within a hundredth (or so) of the posterior's sd of what truth(b)
/// says.
template <class Truth>
void expect_each_draw(const Draws& draws, const Truth& truth, double tolerance = 0.01) {
  for (std::size_t c = 0; c < draws.names.size(); ++c) {
    const double sd = spread(column(draws, c));
    ASSERT_GT(sd, 0.0);
    for (std::size_t r = 0; r < draws.rows(); ++r)
      ASSERT_NEAR(draws.row(r)[c], truth(draws.index[r])[c], tolerance * sd) << "draw " << r;
  }
}

// Whatever the size of the objective: it shrinks as l^d for a short lengthscale, and what the
// parameters change of it shrinks as 1/l^2 for a long one.
TEST(GaussianLocation, DrawsAreMeanShiftFixedPointsAtEveryLengthscale) {
  for (const int d : {1, 4}) {
    const Sample x = observations_of("gaussian-location", 50, d);
    for (const auto* l : {"0.03", "0.3", "1.5", "30", "3000"}) {
      SCOPED_TRACE(std::string("lengthscale ") + l + " in " + std::to_string(d) + " dimensions");
      const Fit fit = fit_built_in("gaussian-location", x, {{"draws", "20"}, {"lengthscale", l}});
      EXPECT_EQ(count_of(fit.draws, DrawStatus::converged), 20u);
      expect_each_draw(fit.draws, [&](std::uint32_t b) {
        return mean_shift(x, bootstrap_weights(50, b), std::stod(l));
      });
    }
  }
}

TEST(GaussianLocation, IsTheWeightedMeanForAnEndlessLengthscale) {
  const Sample x = observations_of("gaussian-location", 100, 2);
  for (const auto* design : {"closed-form", "sobol"}) {
    SCOPED_TRACE(design);
    const Fit fit = fit_built_in(
        "gaussian-location", x,
        {{"draws", "50"}, {"lengthscale", "1e4"}, {"design", design}, {"simulations", "1024"}});
    // Simulated, the mean of the latent points comes on top: up to .002 with 1024 Sobol points.
    expect_each_draw(
        fit.draws, [&](std::uint32_t b) { return weighted_mean(x, bootstrap_weights(100, b)); },
        fit.simulations_per_draw == 0 ? 0.01 : 0.03);
  }
}

// The gradient towards the edge does not vanish; it must not count as something left to gain.
TEST(GaussianLocation, IsAsAccurateBesideAParameterOnItsEdge) {
  const Sample x = observations_of("gaussian-location", 3000, 2);
  const SettingList common{{"draws", "20"}, {"lengthscale", "1"}};
  SettingList bounded = common, held = common;
  bounded.push_back({"bounds", "theta1=3:5"});
  held.push_back({"fixed", "theta1=3"});
  const Draws truth = fit_built_in("gaussian-location", x, held).draws;
  const auto found = column(fit_built_in("gaussian-location", x, bounded).draws, 1);
  const double sd = spread(column(truth, 1));
  for (std::size_t r = 0; r < 20; ++r)
    EXPECT_NEAR(found[r], truth.row(r)[1], 0.01 * sd) << "draw " << r;
}

// With c = 200 beside 1 observation the base measure has all but a two-hundredth of the weight.
TEST(Concentration, BeyondTheDataGivesTheBestFitToTheBaseMeasure) {
  const Sample x({0.0}, 1);
  for (const auto& scheme : {SettingList{{"concentration", "200"}},
                             SettingList{{"concentration", "1e6"}, {"truncation", "200"}}}) {
    SettingList list{{"draws", "30"},
                     {"lengthscale", "1"},
                     {"start", "theta1=1"},
                     {"base-measure", "normal:3:1"}};
    list.insert(list.end(), scheme.begin(), scheme.end());
    const auto theta = column(fit_built_in("gaussian-location", x, list).draws, 0);
    // The asymptotic variance of the Gaussian location, l = sigma = 1, n = 200.  The one
    // observation pulls by at most .003.
    const double sd = std::sqrt(std::pow(9.0 / 8.0, 1.5) / 200.0);
    EXPECT_NEAR(estimate(theta).mean, 3.0, 4.0 * sd / std::sqrt(30.0) + 0.003);
    EXPECT_NEAR(spread(theta), sd, 4.0 * sd / std::sqrt(60.0));
  }
}

TEST(Fit, MovesWithTheData) {
  const SettingList list{{"draws", "20"}, {"precision", "double"}, {"simulations", "256"}};
  for (const auto& [model, d] : {std::pair{"gaussian-location", 2}, std::pair{"g-and-k", 1}}) {
    SCOPED_TRACE(model);
    const Sample x = observations_of(model, 60, d);
    const Draws here = fit_built_in(model, x, list).draws;
    const Draws there = fit_built_in(model, moved(x, 1.0, 64.0), list).draws;
    expect_each_draw(there, [&](std::uint32_t b) {
      std::vector<double> row(here.row(b).begin(), here.row(b).end());
      const std::size_t locations = x.dimension() == 2 ? 2 : 1;
      for (std::size_t k = 0; k < locations; ++k) row[k] += 64.0;
      return row;
    });
  }
}

TEST(Fit, StretchesWithTheData) {
  const SettingList list{{"draws", "20"}, {"precision", "double"}, {"simulations", "256"}};
  const Sample x = observations_of("g-and-k", 60);
  const Draws here = fit_built_in("g-and-k", x, list).draws;
  for (const double factor : {1e-12, 1e-3, 1e3, 1e12}) {
    SCOPED_TRACE(factor);
    const Fit there = fit_built_in("g-and-k", moved(x, factor, 0.0), list);
    for (const DrawInfo& info : there.draws.info) EXPECT_TRUE(is_minimum(info.status));
    expect_each_draw(there.draws, [&](std::uint32_t b) {
      std::vector<double> row(here.row(b).begin(), here.row(b).end());
      row[0] *= factor;
      row[1] *= factor;
      return row;
    });
  }
}

}  // namespace
}  // namespace surefoot
