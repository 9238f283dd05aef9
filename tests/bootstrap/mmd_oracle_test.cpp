#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/draw_objective.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

/// What MMD^2 is made of, by the plainest of loops, from one draw's weights, atoms and simulations.
struct Oracle {
  double a = 0.0, c = 0.0, data = 0.0;

  double mmd2(double mass) const { return mass * mass * a - 2.0 * mass * c + data; }
};

constexpr std::uint32_t draw_number = 6;

Oracle oracle(const Problem& problem, const std::vector<double>& theta) {
  DirichletDraw draw;
  const Sample& x = *problem.data->observations;
  dirichlet_process_draw(problem.data->prior, x.size(), problem.settings->seed, draw_number, draw);
  std::vector<double> z(x.values().begin(), x.values().end());
  z.insert(z.end(), draw.pseudo.begin(), draw.pseudo.end());

  LatentTable<double> latents;
  problem.simulation->design->fill({problem.settings->seed, draw_number, 0, 0, Purpose::simulation},
                                   latents);
  Simulation<double> y;
  y.resize(latents.count, x.dimension(), problem.space->parameters.size(), Derivatives::no);
  EXPECT_TRUE(problem.simulation->model.simulator->simulate(theta, latents, Derivatives::no, y));

  const auto d = static_cast<std::size_t>(x.dimension());
  const auto stride = static_cast<std::size_t>(y.stride), m = static_cast<std::size_t>(y.count);
  const auto scale = [&](std::size_t column) { return problem.data->column_scale[column]; };
  const auto from_y = [&](std::size_t j, std::size_t column) { return y.y[column * stride + j]; };
  const auto from_z = [&](std::size_t j, std::size_t column) { return z[j * d + column]; };
  const double l = problem.comparison->lengthscales[0];
  const auto k = [&](const auto& p, std::size_t i, const auto& q, std::size_t j) {
    double r2 = 0.0;
    for (std::size_t column = 0; column < d; ++column)
      r2 += std::pow((p(i, column) - q(j, column)) / scale(column), 2);
    return std::exp(-r2 / (2.0 * l * l));
  };

  Oracle sums;
  double pairs = 0.0;
  const bool u_statistic = problem.simulation->design->statistic() == Statistic::u;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      if (u_statistic && i == j) continue;
      sums.a += latents.weights[i] * latents.weights[j] * k(from_y, i, from_y, j);
      pairs += latents.weights[i] * latents.weights[j];
    }
  sums.a /= pairs;
  for (std::size_t a = 0; a < draw.weights.size(); ++a) {
    for (std::size_t j = 0; j < m; ++j)
      sums.c += draw.weights[a] * latents.weights[j] * k(from_z, a, from_y, j);
    for (std::size_t b = 0; b < draw.weights.size(); ++b)
      sums.data += draw.weights[a] * draw.weights[b] * k(from_z, a, from_z, b);
  }
  return sums;
}

void expect_oracle(const std::string& model, const Sample& x, const std::vector<double>& theta,
                   SettingList list) {
  list.push_back({"precision", "double"});
  list.push_back({"kernel", "gaussian"});
  const FitConfig config = settings(list);
  const Problem problem =
      make_problem(built_in_model(model, x.dimension(), config.model_option), x, config);
  const Oracle truth = oracle(problem, theta);
  const auto objective = make_draw_objective(problem, {});
  objective->begin_draw(draw_number);
  std::vector<double> eta(theta.size());
  problem.space->parameters.to_optimiser(theta, eta);
  const double value = (*objective)(eta, {});
  const auto report = objective->report(eta);
  const bool free = config.mass == Mass::free;
  EXPECT_NEAR(report.mass, free ? std::min(1.0, truth.c / truth.a) : 1.0, 1e-10);
  EXPECT_NEAR(report.mmd2, truth.mmd2(report.mass), 1e-12);
  EXPECT_NEAR(value, truth.mmd2(report.mass) - truth.data, 1e-12);
}

TEST(DrawObjective, IsTheMmdOfPlainLoops) {
  const Sample x = observations_of("gaussian-location", 23, 3), y = observations_of("g-and-k", 37);
  const Sample t = observations_of("toggle-switch", 15, 0, 1, {{"transitions", 4}});
  for (const auto* mass : {"fixed", "free"})
    for (const auto* design : {"iid", "sobol"})
      for (const auto* scale : {"none", "sd"})
        for (const auto* concentration : {"0", "4"}) {
          SCOPED_TRACE(std::string(mass) + " " + design + " " + scale + " " + concentration);
          const SettingList list{{"mass", mass},
                                 {"design", design},
                                 {"scale", scale},
                                 {"concentration", concentration},
                                 {"simulations", "45"}};
          expect_oracle("gaussian-location", x, {2.5, 1.0, 0.0}, list);
          expect_oracle("g-and-k", y, {2.0, 0.7, 1.5, -1.0}, list);
          SettingList toggle = list;
          toggle.push_back({"model-option", "transitions=4"});
          expect_oracle("toggle-switch", t, {20.0, 13.0, 2.0, 1.5, 320.0, 0.2, 0.1}, toggle);
        }
  expect_oracle("g-and-k", y, {2.0, 0.7, 1.5, -1.0}, {{"design", "quadrature"}});
}

// Too many atoms for all pairs of them; the true value is 3e-5 or so.
TEST(DrawObjective, ReportsASmallMmdForManyObservationsOfTheModel) {
  const Sample x = observations_of("gaussian-location", 33000, 1);
  const Problem problem =
      make_problem(built_in_model("gaussian-location", 1), x, settings({{"lengthscale", "1"}}));
  const auto objective = make_draw_objective(problem, {});
  for (std::uint32_t b = 0; b < 3; ++b) {
    objective->begin_draw(b);
    EXPECT_NEAR(objective->report(std::vector{1.0}).mmd2, 0.0, 5e-4);
  }
}

/// C_W for weights that a test chooses.
double cross_term(const Sample& x, const std::vector<double>& weights) {
  Target<double> target(x, {1.0});
  target.assign({weights, {}, false});
  const Sample model = observations_of("gaussian-location", 40, 1, 9);
  Target<double> simulated(model, {1.0});
  simulated.assign_empirical();
  return Kernel(parse_kernel("gaussian:0.7"))
      .sums()
      .cross(target.points(), simulated.points(), nullptr);
}

TEST(DrawObjective, DoesNotSeeTheOrderOfTheObservations) {
  EXPECT_NEAR(cross_term(Sample({1.0, 2.0, 4.0}, 1), {0.5, 0.2, 0.3}),
              cross_term(Sample({4.0, 1.0, 2.0}, 1), {0.3, 0.5, 0.2}), 1e-15);
}

TEST(DrawObjective, SeesDuplicatesAsOneObservationWithTheirWeight) {
  EXPECT_NEAR(cross_term(Sample({1.0, 2.0, 1.0, 4.0}, 1), {0.1, 0.2, 0.4, 0.3}),
              cross_term(Sample({1.0, 2.0, 4.0}, 1), {0.5, 0.2, 0.3}), 1e-15);
}

TEST(DrawObjective, OnTheDataDoesNotSeeOrderOrRepetition) {
  const Sample x = observations_of("g-and-k", 25);
  std::vector<double> twice(x.values().rbegin(), x.values().rend());
  twice.insert(twice.end(), x.values().begin(), x.values().end());
  const Sample y(twice, 1);
  std::vector<double> values;
  for (const Sample* sample : {&x, &y}) {
    const Problem problem =
        make_problem(built_in_model("g-and-k"), *sample,
                     settings({{"lengthscale", "0.5"}, {"precision", "double"}}));
    const auto objective = make_draw_objective(problem, {});
    objective->begin_data();
    values.push_back((*objective)(std::vector{2.8, 1.2, 0.7, -0.5}, {}));
  }
  EXPECT_NEAR(values[0], values[1], 1e-14);
}

}  // namespace
}  // namespace surefoot
