#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/summary.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"
#include "objects/objects.hpp"
#include "report/temporary_directory.hpp"

namespace surefoot {
namespace {

// Draw by draw both have the same weights, and differ by simulation error alone; four standard
// errors are exceeded by one choice of seeds in 16,000.
TEST(ObjectFit, AgreesWithTheFitOfNumbers) {
  const auto x = normal_numbers(60);
  const Fit objects =
      fit(normal_objects(), x, typed_settings({{"draws", "40"}, {"simulations", "300"}}));
  const Fit numbers =
      fit_built_in("gaussian-location", Sample(x, 1), {{"draws", "40"}, {"lengthscale", "1"}});
  std::vector<double> moves, mmd2;
  for (std::size_t r = 0; r < 40; ++r) {
    moves.push_back(objects.draws.row(r)[0] - numbers.draws.row(r)[0]);
    mmd2.push_back(objects.draws.info[r].mmd2 - numbers.draws.info[r].mmd2);
    EXPECT_EQ(objects.draws.info[r].status, DrawStatus::converged) << r;
  }
  const Estimate move = estimate(moves);
  EXPECT_NEAR(move.mean, 0.0, 4.0 * move.error);
  EXPECT_LT(spread(moves), 0.15);  // 1.2 / sqrt(300) is .07, and the minimum is sought among jumps
  EXPECT_NEAR(estimate(mmd2).mean, 0.0, 0.02);
}

TEST(ObjectFit, SumsTheKernelOverPairs) {
  const ObjectModel<int> model{
      .parameters = {{"a", 0.0, 1.0}},
      .simulate = [](std::span<const double>,
                     Noise& noise) { return static_cast<int>(10.0 * noise.uniform()); },
      .kernel = [](int a, int b) { return 1.0 / (1.0 + std::abs(a - b)); }};
  const std::vector<int> x{3, 5, 8};
  const std::vector<double> w{0.2, 0.5, 0.3};
  const Coordinates at{7, 3, 0, 0, Purpose::simulation};
  std::vector<int> y;
  for (std::uint32_t j = 0; j < 4; ++j) {
    Noise noise({7, 3, 0, j, Purpose::simulation});
    y.push_back(model.simulate({}, noise));
  }
  double a = 0.0, c = 0.0;
  for (std::size_t j = 0; j < 4; ++j) {
    for (std::size_t i = 0; i < 4; ++i) a += i == j ? 0.0 : model.kernel(y[i], y[j]) / 12.0;
    for (std::size_t i = 0; i < 3; ++i) c += w[i] * model.kernel(x[i], y[j]) / 4.0;
  }
  const Embeddings found = KernelSumsOf<int>(model, x).embed({}, w, 4, at);
  EXPECT_NEAR(found.a, a, 1e-14);
  EXPECT_NEAR(found.c, c, 1e-14);
}

TEST(ObjectFit, KeepsTheObjectsThatItComparesByNumber) {
  const ObjectModel<double> model = normal_objects();
  const auto x = normal_numbers(3);
  const std::vector<double> theta{0.5}, w{0.2, 0.5, 0.3};
  KernelSumsOf<double> sums(model, x);
  EXPECT_EQ(sums.keep(theta, 2, {7, 0, 0, 0, Purpose::simulation}), 3u);
  const Coordinates at{7, 3, 0, 0, Purpose::simulation};
  const auto first = sums.keep(theta, 4, at);
  ASSERT_EQ(first, 5u);
  double a = 0.0, c = 0.0;
  for (std::size_t j = *first; j < 9; ++j) {
    for (std::size_t i = *first; i < 9; ++i) a += i == j ? 0.0 : sums.value(i, j) / 12.0;
    for (std::size_t i = 0; i < 3; ++i) c += w[i] * sums.value(i, j) / 4.0;
  }
  const Embeddings direct = sums.embed(theta, w, 4, at);
  EXPECT_NEAR(direct.a, a, 1e-14);
  EXPECT_NEAR(direct.c, c, 1e-14);
}

TEST(ObjectFit, SimulatesForEveryDrawUnlessAskedNotTo) {
  const Fit fit = surefoot::fit(normal_objects(), normal_numbers(20),
                                {.draws = 2, .simulations = 20, .threads = 1});
  EXPECT_EQ(get(fit.settings, "embedding"), "direct");
  EXPECT_GT(fit.draws.info[0].simulator_calls, 0);
}

TEST(ObjectFit, CanBeRepeatedFromItsSettings) {
  const auto x = normal_numbers(20);
  const Fit first = fit(normal_objects(), x, typed_settings({{"draws", "3"}, {"mass", "free"}}));
  EXPECT_EQ(first.settings.simulations, 200);
  expect_same_draws(first.draws, fit(normal_objects(), x, first.settings).draws);
}

TEST(ObjectFit, IsSummarisedAndWrittenLikeAnyOther) {
  const Fit fit =
      surefoot::fit(normal_objects(), normal_numbers(20), typed_settings({{"draws", "4"}}));
  EXPECT_EQ(fit.model, "normal");
  EXPECT_EQ(summarise(fit).parameters.size(), 1u);
  EXPECT_EQ(fit.observations.size(), 20u);
  const TemporaryDirectory directory;
  write_netcdf(fit, directory / "fit.nc");
  const Fit back = read_netcdf(directory / "fit.nc");
  expect_same_draws(back.draws, fit.draws);
  EXPECT_EQ(get(back.settings, "kernel"), "own");
}

TEST(ObjectFit, SaysSoWhereTheSimulatorFailsEverywhere) {
  ObjectModel<double> model = normal_objects();
  model.simulate = [](std::span<const double>, Noise&) { return std::nan(""); };
  const Fit fit = surefoot::fit(model, normal_numbers(20), typed_settings({{"draws", "2"}}));
  EXPECT_EQ(count_of(fit.draws, DrawStatus::simulator_failed), 2u);
  ASSERT_EQ(fit.warnings.size(), 1u);
}

TEST(ObjectFit, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const Fit fit = surefoot::fit(normal_objects(), normal_numbers(5),
                                typed_settings({{"draws", "2"}}), {}, source.get_token());
  EXPECT_TRUE(fit.partial);
  EXPECT_EQ(fit.draws.rows(), 0u);
}

std::string refusal(const ObjectModel<double>& model, const std::vector<double>& x,
                    const SettingList& list, Fault fault = Fault::usage) {
  try {
    fit(model, x, typed_settings(list));
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault) << error.what();
    return error.what();
  }
  return "accepted";
}

TEST(ObjectFit, RefusesWhatOnlyRowsOfNumbersHave) {
  const auto refused = [](const SettingList& list) {
    return refusal(normal_objects(), normal_numbers(3), list);
  };
  EXPECT_EQ(refused({{"kernel", "laplace"}}),
            "a fit to objects has no kernel, but laplace is given");
  EXPECT_EQ(refused({{"concentration", "2"}}),
            "a fit to objects has no concentration, but 2 is given");
  EXPECT_EQ(refused({{"method", "wabc"}}), "a fit to objects has no method, but wabc is given");
  EXPECT_EQ(refused({{"optimiser", "bfgs"}}),
            "optimiser bfgs needs derivatives, which objects have not; bobyqa, sbplx, nelder-mead, "
            "crs2 and powell will do");
  EXPECT_EQ(refused({{"noise", "fresh"}}),
            "noise fresh needs derivatives, which objects have not; per-draw and shared will do");
  EXPECT_NE(refused({{"bounds", "elsewhere=0:1"}}), "accepted");
}

TEST(ObjectFit, RefusesKernelsThatAreNotNumbersAndNoObservations) {
  ObjectModel<double> model = normal_objects();
  model.kernel = [](double a, double b) { return a == b ? 1.0 : std::log(-1.0); };
  EXPECT_EQ(refusal(model, {1.0, 2.0, 3.0}, {}).substr(0, 26), "the kernel must be finite,");
  EXPECT_EQ(refusal(model, {}, {}, Fault::data), "there are no observations");
  EXPECT_EQ(refusal(model, {1.0, 2.0}, {}, Fault::data),
            "a bootstrap needs at least 3 observations to tell their noise, but there are 2");
}

}  // namespace
}  // namespace surefoot
