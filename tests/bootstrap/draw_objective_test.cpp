#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

/// A model, observations of it, and a point near its truth.
struct Case {
  std::string model;
  Sample observations;
  std::vector<double> theta;
};

std::vector<Case> cases() {
  return {{"gaussian-location", observations_of("gaussian-location", 20, 2), {0.7, 1.4}},
          {"g-and-k", observations_of("g-and-k", 30), {2.8, 1.2, 0.7, -0.5}},
          {"toggle-switch",
           observations_of("toggle-switch", 20, 0, 1, {{"transitions", 4}}),
           {20.0, 13.0, 2.0, 1.5, 320.0, 0.2, 0.1}}};
}

Problem problem_of(const Case& c, SettingList list) {
  if (c.model == "toggle-switch") list.push_back({"model-option", "transitions=4"});
  const FitConfig config = settings(list);
  return make_problem(built_in_model(c.model, c.observations.dimension(), config.model_option),
                      c.observations, config);
}

std::vector<double> to_eta(const Problem& problem, const std::vector<double>& theta) {
  std::vector<double> eta(static_cast<std::size_t>(problem.space->parameters.free_size()));
  problem.space->parameters.to_optimiser(theta, eta);
  return eta;
}

void expect_central_differences(const Case& c, const SettingList& list) {
  const Problem problem = problem_of(c, list);
  const auto objective = make_draw_objective(problem, {});
  objective->begin_draw(3);
  const auto eta = to_eta(problem, c.theta);
  std::vector<double> gradient(eta.size());
  (*objective)(eta, gradient);
  double largest = 0.0;
  for (const double g : gradient) largest = std::max(largest, std::abs(g));
  EXPECT_GT(largest, 1e-6);
  for (std::size_t i = 0; i < eta.size(); ++i) {
    const double h = 1e-5 * std::max(std::abs(eta[i]), 0.1);
    const auto at = [&](double steps) {
      auto moved_eta = eta;
      moved_eta[i] += steps * h;
      return (*objective)(moved_eta, {});
    };
    // Four points, because the shortest lengthscale of the toggle switch is a 300th of its mean.
    const double difference = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h);
    EXPECT_NEAR(gradient[i], difference, 1e-5 * largest + 1e-9) << "parameter " << i;
  }
}

TEST(DrawObjective, GradientMatchesCentralDifferencesForEveryModelAndSetting) {
  for (const Case& c : cases())
    for (const auto* kernel : {"gaussian", "laplace", "matern32", "matern52", "rational-quadratic",
                               "energy", "gaussian+gaussian:3+laplace:2"})
      for (const auto* mass : {"fixed", "free"})
        for (const auto* design : {"iid", "sobol"})  // the U- and the V-statistic
          for (const auto* scale : {"none", "mad"}) {
            if (std::string(kernel) == "energy" && std::string(mass) == "free") continue;
            SCOPED_TRACE(c.model + " " + kernel + " " + mass + " " + design + " " + scale);
            expect_central_differences(c, {{"kernel", kernel},
                                           {"mass", mass},
                                           {"design", design},
                                           {"scale", scale},
                                           {"simulations", "32"},
                                           {"precision", "double"}});
          }
}

TEST(DrawObjective, GradientMatchesCentralDifferencesWithoutSimulation) {
  for (const auto* mass : {"fixed", "free"})
    for (const auto* kernel : {"gaussian", "gaussian:0.5+gaussian:4"})
      expect_central_differences(cases()[0],
                                 {{"design", "closed-form"}, {"kernel", kernel}, {"mass", mass}});
}

TEST(DrawObjective, GradientMatchesCentralDifferencesWithPseudoObservations) {
  for (const Case& c : cases())
    expect_central_differences(
        c,
        {{"concentration", "5"}, {"simulations", "32"}, {"mass", "free"}, {"precision", "double"}});
}

TEST(DrawObjective, LeavesHeldParametersOutOfTheGradient) {
  const Case c = cases()[1];
  const SettingList list{{"precision", "double"}, {"simulations", "64"}, {"fixed", "b=1.2"}};
  expect_central_differences(c, list);
  EXPECT_EQ(to_eta(problem_of(c, list), c.theta).size(), 3u);
}

TEST(DrawObjective, IsTheSameInBothPrecisions) {
  for (const Case& c : cases())
    for (const auto* kernel : {"gaussian", "matern32", "energy"}) {
      SCOPED_TRACE(c.model + " " + kernel);
      std::vector<double> values, gradients[2];
      for (const auto* precision : {"double", "mixed"}) {
        const Problem problem =
            problem_of(c, {{"kernel", kernel}, {"precision", precision}, {"design", "sobol"}});
        ASSERT_EQ(to_word(problem.settings->precision), precision);
        const auto objective = make_draw_objective(problem, {});
        objective->begin_draw(3);
        std::vector<double> gradient(c.theta.size());
        values.push_back((*objective)(to_eta(problem, c.theta), gradient));
        gradients[values.size() - 1] = gradient;
      }
      EXPECT_NEAR(values[1], values[0], 1e-6 * std::max(1.0, std::abs(values[0])));
      double largest = 0.0;
      for (const double g : gradients[0]) largest = std::max(largest, std::abs(g));
      for (std::size_t i = 0; i < c.theta.size(); ++i)
        EXPECT_NEAR(gradients[1][i], gradients[0][i], 1e-4 * largest) << "parameter " << i;
    }
}

TEST(DrawObjective, DependsOnTheNumberOfItsDrawAlone) {
  const Case c = cases()[1];
  const Problem problem = problem_of(c, {{"design", "iid"}, {"concentration", "2"}});
  const auto eta = to_eta(problem, c.theta);
  const auto used = make_draw_objective(problem, {}), fresh = make_draw_objective(problem, {});
  for (const std::uint32_t b : {7u, 1u, 4u}) {
    used->begin_draw(b);
    (*used)(eta, {});
  }
  used->begin_data();
  used->begin_draw(4);
  fresh->begin_draw(4);
  EXPECT_EQ((*used)(eta, {}), (*fresh)(eta, {}));
  fresh->begin_draw(5);
  EXPECT_NE((*used)(eta, {}), (*fresh)(eta, {}));
}

TEST(DrawObjective, CountsItsWork) {
  const Case c = cases()[1];
  const Problem problem = problem_of(c, {{"simulations", "48"}});
  const auto objective = make_draw_objective(problem, {});
  for (const std::uint32_t b : {0u, 1u}) {
    objective->begin_draw(b);
    const int evaluations = objective->evaluations();
    const std::int64_t calls = objective->simulator_calls();
    for (int i = 0; i < 3; ++i) (*objective)(to_eta(problem, c.theta), {});
    EXPECT_EQ(objective->evaluations() - evaluations, 3);
    EXPECT_EQ(objective->simulator_calls() - calls, 3 * 48);
  }
}

/// N(theta[0], theta[1]^2), in doubles alone.
struct PlainNormal {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 2>& theta, Latent& latent) const {
    return {{theta[0] + theta[1] * latent.normal()}};
  }
};

TEST(DrawObjective, CountsTwoEvaluationsForEachDifferenceAndOneForTheValue) {
  const Model model = make_model(PlainNormal{}, {{"mean", -5.0, 5.0}, {"sd", 0.1, 5.0}});
  const std::vector<double> truth{1.0, 1.0};
  const Sample x = model.simulate(truth, 30, 1);
  const Problem problem = make_problem(model, x, settings({{"simulations", "48"}}));
  const auto objective = make_draw_objective(problem, {});
  objective->begin_draw(0);
  const auto eta = to_eta(problem, truth);
  std::vector<double> gradient(2);
  (*objective)(eta, gradient);
  EXPECT_EQ(objective->evaluations(), 5);
  EXPECT_EQ(objective->simulator_calls(), 5 * 48);
}

TEST(DrawObjective, StopsWhenItIsAskedTo) {
  const Case c = cases()[1];
  const Problem problem = problem_of(c, {});
  std::stop_source source;
  const auto objective = make_draw_objective(problem, source.get_token());
  objective->begin_draw(0);
  const auto eta = to_eta(problem, c.theta);
  EXPECT_NO_THROW((*objective)(eta, {}));
  source.request_stop();
  EXPECT_THROW((*objective)(eta, {}), Interrupted);
}

}  // namespace
}  // namespace surefoot
