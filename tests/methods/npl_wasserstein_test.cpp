#include <algorithm>
#include <cmath>
#include <numeric>
#include <stop_token>

#include <gtest/gtest.h>

#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/prior/dirichlet_process.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

SettingList with_wasserstein(SettingList list) {
  list.insert(list.begin(), {"method", "npl-wasserstein"});
  return list;
}

Fit fit_wasserstein(const std::string& model, const Sample& x, const SettingList& list) {
  return fit_built_in(model, x, with_wasserstein(list));
}

std::vector<double> weights_of(const Sample& x, std::uint32_t draw) {
  DirichletDraw out;
  dirichlet_process_draw({}, x.size(), 0, draw, out);
  return out.weights;
}

/// One latent of the points that a draw simulates at.
std::vector<double> latents_of_draw(const Model& model, int simulations, std::uint32_t draw,
                                    std::size_t latent) {
  LatentTable<double> table;
  LatentDesign(Design::iid, simulations, model.latents)
      .fill({0, draw, 0, 0, Purpose::simulation}, table);
  return {table.slot(latent), table.slot(latent) + simulations};
}

/// The transport cost on the line between weighted points and equal ones.
double line_cost(const Sample& x, std::span<const double> weights, std::vector<double> y,
                 int order) {
  std::vector<std::size_t> rows(x.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(), [&](auto i, auto j) { return x(i, 0) < x(j, 0); });
  std::sort(y.begin(), y.end());
  double cost = 0.0, room = 1.0 / static_cast<double>(y.size());
  std::size_t j = 0;
  for (const std::size_t i : rows)
    for (double mass = weights[i]; mass > 0.0 && j < y.size();) {
      const double part = std::min(mass, room);
      cost += part * std::pow(std::abs(x(i, 0) - y[j]), order);
      mass -= part;
      room -= part;
      if (room > 1e-15) continue;
      ++j;
      room = 1.0 / static_cast<double>(y.size());
    }
  return cost;
}

std::string refusal_of_wasserstein(const std::string& model, const Sample& x,
                                   const SettingList& list) {
  try {
    fit_wasserstein(model, x, list);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "";
}

void expect_refused(const std::string& model, const Sample& x, const SettingList& list,
                    const std::string& words) {
  const std::string text = refusal_of_wasserstein(model, x, list);
  EXPECT_NE(text.find(words), std::string::npos) << text;
}

// |z_a - theta - e_j|^2 under any plan depends on theta by |theta|^2 - 2 theta (mean z - mean e).
TEST(NplWasserstein, OfOrderTwoMatchesTheMeansOfALocationFamily) {
  const Sample x = observations_of("gaussian-location", 40, 2);
  const Model model = built_in_model("gaussian-location", 2);
  const Fit fit = fit_wasserstein("gaussian-location", x,
                                  {{"draws", "10"}, {"order", "2"}, {"simulations", "30"}});
  for (std::uint32_t b = 0; b < 10; ++b) {
    const auto weights = weights_of(x, b);
    for (std::size_t c = 0; c < 2; ++c) {
      double mean = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) mean += weights[i] * x.row(i)[c];
      for (const double e : latents_of_draw(model, 30, b, c)) mean -= e / 30.0;
      EXPECT_NEAR(fit.draws.row(b)[c], mean, 1e-6);
    }
    EXPECT_EQ(fit.draws.info[b].status, DrawStatus::converged);
  }
}

TEST(NplWasserstein, OfOrderOneIsTheBestOfAGrid) {
  const Sample x = observations_of("gaussian-location", 30, 1);
  const Model model = built_in_model("gaussian-location", 1);
  for (const char* transport : {"auto", "exact"}) {
    const Fit fit = fit_wasserstein(
        "gaussian-location", x, {{"draws", "8"}, {"simulations", "25"}, {"transport", transport}});
    for (std::uint32_t b = 0; b < 8; ++b) {
      const auto weights = weights_of(x, b);
      const auto noise = latents_of_draw(model, 25, b, 0);
      const auto cost = [&](double theta) {
        std::vector<double> y = noise;
        for (double& v : y) v += theta;
        return line_cost(x, weights, y, 1);
      };
      const double found = fit.draws.row(b)[0];
      EXPECT_NEAR(fit.draws.info[b].objective, cost(found), 1e-9);
      double least = cost(found), best = found;
      for (double theta = -1.0; theta < 3.0; theta += 1e-3)
        if (cost(theta) < least) {
          least = cost(theta);
          best = theta;
        }
      EXPECT_NEAR(cost(found), least, 1e-5);
      EXPECT_NEAR(found, best, 0.01);
    }
  }
}

TEST(NplWasserstein, FindsTheSameByAnyOptimiser) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  const Fit auto_fit = fit_wasserstein("gaussian-location", x, {{"draws", "4"}});
  EXPECT_EQ(auto_fit.settings.optimiser, OptimiserName::bfgs);
  for (const char* optimiser : {"bfgs", "bobyqa", "sbplx", "nelder-mead", "powell"}) {
    const Fit fit =
        fit_wasserstein("gaussian-location", x, {{"draws", "4"}, {"optimiser", optimiser}});
    for (std::size_t r = 0; r < 4; ++r) {
      EXPECT_NEAR(fit.draws.info[r].objective, auto_fit.draws.info[r].objective, 2e-3) << optimiser;
      for (std::size_t k = 0; k < 2; ++k)
        EXPECT_NEAR(fit.draws.row(r)[k], auto_fit.draws.row(r)[k], 0.1) << optimiser;
    }
  }
}

TEST(NplWasserstein, FillsInEveryValueInForce) {
  const Sample x = observations_of("g-and-k", 40);
  const Fit fit = fit_wasserstein("g-and-k", x, {{"draws", "3"}});
  EXPECT_EQ(fit.settings.order, 1);
  EXPECT_EQ(fit.settings.transport, Transport::sorted);
  EXPECT_EQ(fit.settings.simulations, 40);
  EXPECT_EQ(fit.settings.noise, NoisePolicy::per_draw);
  EXPECT_EQ(fit.settings.optimiser, OptimiserName::bfgs);
  EXPECT_EQ(fit.settings.steps, 200);
  EXPECT_EQ(fit.simulations_per_draw, 40);
  std::int64_t calls = 0;
  for (const DrawInfo& info : fit.draws.info) {
    EXPECT_EQ(info.simulator_calls, 40 * info.evaluations);
    EXPECT_TRUE(std::isnan(info.mmd2));
    calls += info.simulator_calls;
  }
  EXPECT_GT(fit.simulator_calls, calls);  // the search for a start comes on top
  expect_same_draws(fit.draws, surefoot::fit(built_in_model("g-and-k"), x, fit.settings).draws);
}

TEST(NplWasserstein, TakesFreshNoiseAsThePaperDid) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  const SettingList list{{"draws", "6"}, {"preset", "paper"}, {"simulations", "20"}};
  const Fit one = fit_wasserstein("gaussian-location", x, list);
  EXPECT_EQ(one.settings.optimiser, OptimiserName::powell);
  EXPECT_EQ(one.settings.noise, NoisePolicy::fresh);
  EXPECT_EQ(one.settings.steps, 20000);
  EXPECT_EQ(one.settings.start.at("theta1"), 0.0);
  for (const DrawInfo& info : one.draws.info) EXPECT_EQ(info.status, DrawStatus::converged);
  expect_same_draws(one.draws, fit_wasserstein("gaussian-location", x, list).draws);
  SettingList other = list;
  other.push_back({"seed", "1"});
  EXPECT_NE(one.draws.values, fit_wasserstein("gaussian-location", x, other).draws.values);
  const Fit full = fit_wasserstein("gaussian-location", x, {{"draws", "1"}, {"preset", "paper"}});
  EXPECT_EQ(full.settings.simulations, 200);
}

TEST(NplWasserstein, SharesLatentPointsAmongDrawsIfTold) {
  const Sample x = observations_of("gaussian-location", 30, 1);
  const Fit fit =
      fit_wasserstein("gaussian-location", x,
                      {{"draws", "4"}, {"order", "2"}, {"noise", "shared"}, {"simulations", "20"}});
  std::vector<double> offset;  // theta less the weighted mean: minus the mean of the noise
  for (std::uint32_t b = 0; b < 4; ++b) {
    const auto weights = weights_of(x, b);
    offset.push_back(fit.draws.row(b)[0]);
    for (std::size_t i = 0; i < x.size(); ++i) offset.back() -= weights[i] * x(i, 0);
    EXPECT_NEAR(offset[b], offset[0], 1e-6);
  }
}

TEST(NplWasserstein, TakesPseudoObservationsHeldParametersAndBounds) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  const SettingList common{{"draws", "6"}, {"simulations", "30"}};
  const auto with = [&](SettingList more) {
    more.insert(more.end(), common.begin(), common.end());
    return fit_wasserstein("gaussian-location", x, more);
  };
  const Fit pulled = with({{"concentration", "60"}, {"base-measure", "normal:4:1"}});
  const Fit held = with({{"fixed", "theta1=0.5"}});
  const Fit bounded = with({{"bounds", "theta1=-1:0.25"}});
  for (std::size_t r = 0; r < 6; ++r) {
    EXPECT_GT(pulled.draws.row(r)[0], 1.5);
    EXPECT_EQ(held.draws.row(r)[0], 0.5);
    EXPECT_EQ(bounded.draws.row(r)[0], 0.25);
    EXPECT_EQ(bounded.draws.info[r].status, DrawStatus::box_edge);
  }
}

TEST(NplWasserstein, FitsGAndKAndSinkhorn) {
  const Sample x = observations_of("g-and-k", 200);
  const Fit fit = fit_wasserstein("g-and-k", x, {{"draws", "5"}});
  for (std::size_t r = 0; r < 5; ++r) EXPECT_NEAR(fit.draws.row(r)[0], 3.0, 0.6);
  const Sample y = observations_of("gaussian-location", 20, 2);
  const Fit smooth =
      fit_wasserstein("gaussian-location", y, {{"draws", "2"}, {"transport", "sinkhorn"}});
  EXPECT_EQ(smooth.settings.optimiser, OptimiserName::sbplx);
  for (std::size_t r = 0; r < 2; ++r) EXPECT_NEAR(smooth.draws.row(r)[0], 1.0, 1.0);
}

TEST(NplWasserstein, RefusesWhatItCannotServe) {
  const Sample x = observations_of("gaussian-location", 20, 2);
  const auto refused = [&](const SettingList& list, const std::string& words) {
    expect_refused("gaussian-location", x, list, words);
  };
  refused({{"transport", "hilbert"}}, "transport hilbert pairs points of equal weight");
  refused({{"transport", "sorted"}}, "needs observations of one column, but these have 2");
  refused({{"optimiser", "adam"}}, "has no optimiser adam");
  refused({{"optimiser", "gauss-newton"}}, "has no optimiser gauss-newton");
  refused({{"noise", "fresh"}, {"optimiser", "bfgs"}}, "noise fresh needs");
  refused({{"transport", "sinkhorn"}, {"optimiser", "bfgs"}}, "optimiser bfgs needs");
  refused({{"scale", "mad"}}, "scale is not a setting");
  Model own = built_in_model("gaussian-location", 2);
  own.paper.reset();
  EXPECT_THROW(fit(own, x, settings(with_wasserstein({{"preset", "paper"}}))), Error);
}

TEST(NplWasserstein, KeepsTheFinishedDrawsOfAnInterruptedRun) {
  const Sample x = observations_of("gaussian-location", 30, 2);
  std::stop_source source;
  Events events;
  events.progress = [&](const Progress& p) {
    if (p.done == 3) source.request_stop();
  };
  const Model model = built_in_model("gaussian-location", 2);
  const FitConfig config = settings(with_wasserstein({{"draws", "50"}}));
  const Fit part = fit(model, x, config, events, source.get_token());
  EXPECT_TRUE(part.partial);
  EXPECT_EQ(part.draws.rows(), 3u);
  const Fit none = fit(model, x, config, {}, source.get_token());
  EXPECT_EQ(none.draws.rows(), 0u);
  EXPECT_EQ(none.draws.names, (std::vector<std::string>{"theta1", "theta2"}));
}

}  // namespace
}  // namespace surefoot
