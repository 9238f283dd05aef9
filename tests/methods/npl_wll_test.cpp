#include <cmath>
#include <numeric>
#include <stop_token>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/prior/dirichlet_process.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

SettingList with_wll(SettingList list) {
  list.insert(list.begin(), {"method", "npl-wll"});
  return list;
}

Fit fit_wll(const std::string& model, const Sample& x, const SettingList& list) {
  return fit_built_in(model, x, with_wll(list));
}

/// The weights of a draw, and its observations with the pseudo-observations.
struct Atoms {
  Sample points;
  std::vector<double> weights;
};

Atoms atoms_of(const Sample& x, std::uint32_t draw, const DirichletProcess& prior = {}) {
  DirichletDraw out;
  dirichlet_process_draw(prior, x.size(), 0, draw, out);
  std::vector<double> values(x.values().begin(), x.values().end());
  values.insert(values.end(), out.pseudo.begin(), out.pseudo.end());
  return {Sample(values, x.dimension()), out.weights};
}

double weighted_mean(const Atoms& atoms, int column) {
  double sum = 0.0;
  for (std::size_t a = 0; a < atoms.weights.size(); ++a)
    sum += atoms.weights[a] * atoms.points(a, column);
  return sum;
}

double weighted_loss(const Model& model, const Atoms& atoms, std::span<const double> theta) {
  std::vector<double> log_density(atoms.weights.size());
  model.likelihood->log_densities(theta, atoms.points, log_density);
  return -std::inner_product(log_density.begin(), log_density.end(), atoms.weights.begin(), 0.0);
}

std::string refusal_of_wll(const std::string& model, const Sample& x, const SettingList& list) {
  try {
    fit_wll(model, x, list);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "";
}

TEST(NplWll, IsTheWeightedMeanOfAGaussian) {
  const Sample x = observations_of("gaussian-location", 60, 3);
  const Model model = built_in_model("gaussian-location", 3);
  const Fit fit = fit_wll("gaussian-location", x, {{"draws", "50"}});
  ASSERT_EQ(fit.draws.rows(), 50u);
  EXPECT_EQ(fit.simulator_calls, 0);
  EXPECT_EQ(fit.evaluator, "closed-form");
  for (std::uint32_t b = 0; b < 50; ++b) {
    const Atoms atoms = atoms_of(x, b);
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(fit.draws.row(b)[static_cast<std::size_t>(c)], weighted_mean(atoms, c), 1e-12);
    const DrawInfo& info = fit.draws.info[b];
    EXPECT_EQ(info.status, DrawStatus::converged);
    EXPECT_NEAR(info.objective, weighted_loss(model, atoms, fit.draws.row(b)), 1e-12);
    EXPECT_TRUE(std::isnan(info.mmd2));
    EXPECT_EQ(info.evaluations, 1);
  }
}

TEST(NplWll, TakesPseudoObservationsIn) {
  const Sample x = observations_of("gaussian-location", 40, 2);
  const Model model = built_in_model("gaussian-location", 2);
  for (const char* truncation : {"default", "20"}) {
    const Fit fit = fit_wll("gaussian-location", x,
                            {{"draws", "20"},
                             {"concentration", "10"},
                             {"base-measure", "normal:5:1"},
                             {"truncation", truncation}});
    const DirichletProcess prior{10.0, fit.settings.truncation,
                                 make_base_measure("normal:5:1", model, x)};
    for (std::uint32_t b = 0; b < 20; ++b) {
      const Atoms atoms = atoms_of(x, b, prior);
      ASSERT_GT(atoms.weights.size(), 40u);
      EXPECT_NEAR(fit.draws.row(b)[0], weighted_mean(atoms, 0), 1e-12);
    }
  }
}

TEST(NplWll, HoldsFixedParameters) {
  const Sample x = observations_of("gaussian-location", 40, 3);
  const Fit fit = fit_wll("gaussian-location", x, {{"draws", "10"}, {"fixed", "theta2=0.25"}});
  for (std::uint32_t b = 0; b < 10; ++b) {
    const Atoms atoms = atoms_of(x, b);
    EXPECT_EQ(fit.draws.row(b)[1], 0.25);
    EXPECT_NEAR(fit.draws.row(b)[0], weighted_mean(atoms, 0), 1e-7);
    EXPECT_NEAR(fit.draws.row(b)[2], weighted_mean(atoms, 2), 1e-7);
    EXPECT_EQ(fit.draws.info[b].status, DrawStatus::converged);
  }
}

TEST(NplWll, StaysInsideTheBounds) {
  const Sample x = observations_of("gaussian-location", 40, 2);
  const Fit fit = fit_wll("gaussian-location", x, {{"draws", "10"}, {"bounds", "theta1=-1:0.5"}});
  for (std::uint32_t b = 0; b < 10; ++b) {
    EXPECT_EQ(fit.draws.row(b)[0], 0.5);
    EXPECT_NEAR(fit.draws.row(b)[1], weighted_mean(atoms_of(x, b), 1), 1e-7);
    EXPECT_EQ(fit.draws.info[b].status, DrawStatus::box_edge);
  }
}

TEST(NplWll, FindsTheSameByAnyOptimiser) {
  const Sample x = observations_of("gaussian-location", 40, 2);
  for (const char* optimiser : {"bfgs", "bobyqa", "sbplx", "nelder-mead", "powell"}) {
    const Fit fit = fit_wll("gaussian-location", x, {{"draws", "5"}, {"optimiser", optimiser}});
    EXPECT_EQ(fit.evaluator, "log-densities");
    for (std::uint32_t b = 0; b < 5; ++b) {
      EXPECT_NEAR(fit.draws.row(b)[0], weighted_mean(atoms_of(x, b), 0), 2e-3) << optimiser;
      EXPECT_EQ(fit.draws.info[b].status, DrawStatus::converged) << optimiser;
    }
  }
}

TEST(NplWll, MaximisesTheWeightedLikelihoodOfGAndK) {
  const Sample x = observations_of("g-and-k", 300);
  const Model model = built_in_model("g-and-k");
  const Fit fit = fit_wll("g-and-k", x, {{"draws", "10"}});
  EXPECT_EQ(fit.settings.optimiser, OptimiserName::bfgs);
  for (std::uint32_t b = 0; b < 10; ++b) {
    const Atoms atoms = atoms_of(x, b);
    const auto row = fit.draws.row(b);
    EXPECT_EQ(fit.draws.info[b].status, DrawStatus::converged);
    const double least = weighted_loss(model, atoms, row);
    EXPECT_NEAR(fit.draws.info[b].objective, least, 1e-12);
    for (std::size_t k = 0; k < row.size(); ++k) {
      std::vector<double> up(row.begin(), row.end()), down = up;
      const double h = 1e-3;
      up[k] += h;
      down[k] -= h;
      const double above = weighted_loss(model, atoms, up);
      const double below = weighted_loss(model, atoms, down);
      EXPECT_LT(least, above);
      EXPECT_LT(least, below);
      // The vertex of the parabola: within a thousandth of a posterior sd, which is above 0.05.
      EXPECT_NEAR(0.5 * h * (above - below) / (above + below - 2.0 * least), 0.0, 1e-4);
    }
  }
}

TEST(NplWll, StartsWhereItIsTold) {
  const Sample x = observations_of("g-and-k", 200);
  const Fit free = fit_wll("g-and-k", x, {{"draws", "4"}});
  const Fit told = fit_wll("g-and-k", x, {{"draws", "4"}, {"start", "a=3,b=1,g=1,log_k=-1"}});
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(told.draws.row(r)[k], free.draws.row(r)[k], 1e-3);
}

TEST(NplWll, RefusesWhatItCannotServe) {
  const Sample cells = observations_of("toggle-switch", 25, 0, 1, {{"transitions", 3}});
  EXPECT_EQ(refusal_of_wll("toggle-switch", cells, {}),
            "method npl-wll needs a density, and model toggle-switch has none that can be "
            "computed; npl-mmd needs none");
  const Sample x = observations_of("g-and-k", 50);
  for (const char* optimiser : {"adam", "sgd", "gauss-newton"})
    EXPECT_NE(refusal_of_wll("g-and-k", x, {{"optimiser", optimiser}}).find("has no optimiser"),
              std::string::npos);
  EXPECT_NE(refusal_of_wll("g-and-k", x, {{"kernel", "gaussian"}}).find("not a setting"),
            std::string::npos);
}

TEST(NplWll, RepeatsARunFromItsSettings) {
  const Sample x = observations_of("g-and-k", 100);
  const Fit first = fit_wll("g-and-k", x, {{"draws", "4"}});
  const Fit again = fit(built_in_model("g-and-k"), x, first.settings);
  expect_same_draws(first.draws, again.draws);
}

TEST(NplWll, KeepsTheFinishedDrawsOfAnInterruptedRun) {
  const Sample x = observations_of("g-and-k", 100);
  std::stop_source source;
  Events events;
  events.progress = [&](const Progress& p) {
    if (p.done == 3) source.request_stop();
  };
  const Fit part = fit(built_in_model("g-and-k"), x, settings(with_wll({{"draws", "50"}})), events,
                       source.get_token());
  EXPECT_TRUE(part.partial);
  EXPECT_EQ(part.draws.rows(), 3u);
}

}  // namespace
}  // namespace surefoot
