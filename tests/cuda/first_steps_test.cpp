#include <gtest/gtest.h>

#include "cuda/device_support.hpp"

// A few steps of Adam from the same start tell whether weights, latent points, simulations and
// gradients are the CPU's: nothing has had time to grow or to be forgotten.
namespace surefoot {
namespace {

struct Walk {
  std::string model;
  int dimension;
  std::string start;
  SettingList list;
};

const std::string toggle_start = "alpha1=20,alpha2=10,beta1=3,beta2=3,mu=320,sigma=0.2,gamma=0.2";

std::vector<Walk> walks() {
  return {{"g-and-k", 1, "a=2,b=2,g=0.5,log_k=-1", {}},
          {"gaussian-location", 2, "theta1=0,theta2=0", {}},
          {"gaussian-location", 4, "theta1=0,theta2=0,theta3=0,theta4=0", {}},
          {"toggle-switch", 1, toggle_start, {{"model-option", "transitions=10"}}}};
}

/// How closely two walks must agree, as part of the way that they went; and how many draws need
/// not.
struct Step {
  double part;
  std::size_t strays = 0;
};

/// The toggle switch jumps: in float, rounding sends some cells another way.
Step single(const Walk& walk) {
  return walk.model == "toggle-switch" ? Step{0.02, 10} : Step{0.001};
}
Step full(const Walk&) { return {1e-6}; }

constexpr std::size_t draws = 16;

void expect_same_walk(const Walk& walk, const SettingList& more, const Step& tolerance) {
  SCOPED_TRACE(walk.model + " " + testing::PrintToString(more));
  SettingList list = walk.list;
  for (const auto& [name, text] : SettingList{{"draws", std::to_string(draws)},
                                              {"simulations", "200"},
                                              {"optimiser", "adam"},
                                              {"steps", "5"},
                                              {"start", walk.start}})
    list.push_back({name, text});
  list.insert(list.end(), more.begin(), more.end());
  const FitConfig config = settings(list);
  const Sample x = observations_of(walk.model, 150, walk.dimension, 1, config.model_option);
  const Both fits = fit_on_both(walk.model, x, list);
  ASSERT_EQ(fits.cuda.draws.index, fits.cpu.draws.index);
  std::size_t strays = 0;
  double worst = 0.0;
  std::string furthest;
  for (std::size_t r = 0; r < draws; ++r) {
    double apart = 0.0;
    for (std::size_t k = 0; k < fits.cpu.draws.names.size(); ++k) {
      const double cpu = fits.cpu.draws.row(r)[k], cuda = fits.cuda.draws.row(r)[k];
      const double way = std::abs(cpu - config.start.at(fits.cpu.draws.names[k]));
      apart = std::max(apart, std::abs(cpu - cuda) / (way + 1e-3 * std::abs(cpu)));
    }
    if (apart > tolerance.part) {
      if (strays++ == 0)
        furthest = row_text(fits.cpu.draws, r) + " and " + row_text(fits.cuda.draws, r);
    } else {
      worst = std::max(worst, apart);
    }
  }
  EXPECT_LE(strays, tolerance.strays) << furthest;
  std::printf("  apart by %.2g of the way; %zu strays of %zu\n", worst, strays, draws);
}

using FirstSteps = OnDevice;

TEST_F(FirstSteps, AreTheCpusOnSharedNoise) {
  for (const Walk& walk : walks())
    for (const auto* design : {"iid", "sobol"})
      expect_same_walk(walk, {{"design", design}, {"noise", "shared"}}, single(walk));
}

TEST_F(FirstSteps, AreTheCpusOnNoiseOfEachDraw) {
  for (const Walk& walk : walks())
    for (const auto* design : {"iid", "sobol"})
      expect_same_walk(walk, {{"design", design}}, single(walk));
}

TEST_F(FirstSteps, AreTheCpusOnFreshNoise) {
  for (const Walk& walk : walks())
    for (const auto* design : {"iid", "sobol"})
      expect_same_walk(walk, {{"design", design}, {"noise", "fresh"}}, single(walk));
}

TEST_F(FirstSteps, AreTheCpusInDouble) {
  for (const Walk& walk : walks())
    for (const auto* design : {"iid", "sobol"})
      for (const auto* noise : {"shared", "fresh"})
        expect_same_walk(walk, {{"design", design}, {"noise", noise}, {"precision", "double"}},
                         full(walk));
}

TEST_F(FirstSteps, OfSgdAreTheCpus) {
  for (const Walk& walk : walks()) {
    if (walk.model == "toggle-switch") continue;  // its gradients know no scale
    expect_same_walk(walk, {{"design", "iid"}, {"optimiser", "sgd"}, {"step-size", "0.01"}},
                     single(walk));
  }
}

// Its own kernel: eleven Gaussians, of which some are in the ratio 2.
TEST_F(FirstSteps, OfTheToggleSwitchAreTheCpusWithItsMassFree) {
  const Walk walk = walks().back();
  expect_same_walk(walk, {{"design", "iid"}, {"mass", "free"}}, single(walk));
  expect_same_walk(walk, {{"design", "iid"}, {"mass", "free"}, {"precision", "double"}},
                   full(walk));
}

// Several starts are tasks of their own on the device, and the best is kept.
TEST_F(FirstSteps, FromSeveralStartsKeepTheBest) {
  const Sample x = observations_of("g-and-k", 100);
  const Both fits = fit_on_both("g-and-k", x,
                                {{"draws", "16"},
                                 {"simulations", "100"},
                                 {"design", "sobol"},
                                 {"optimiser", "adam"},
                                 {"steps", "300"},
                                 {"step-size", "0.05"},
                                 {"starts", "3"},
                                 {"screening", "50"}});
  for (std::size_t r = 0; r < 16; ++r) {
    const DrawInfo &cpu = fits.cpu.draws.info[r], &cuda = fits.cuda.draws.info[r];
    EXPECT_NEAR(cuda.objective, cpu.objective, 1e-4 * (1.0 + std::abs(cpu.objective)));
    EXPECT_NEAR(cuda.evaluations, cpu.evaluations, 3);  // the CPU ranks the starts first
    EXPECT_EQ(cuda.status, cpu.status);
  }
}

}  // namespace
}  // namespace surefoot
