#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"
#include "objects/objects.hpp"
#include "report/temporary_directory.hpp"

namespace surefoot {
namespace {

/// N(location, exp(log_sd)^2) as rows of one number, and as objects.
struct NormalRows {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 2>& theta, Latent& latent) const {
    return {{theta[0] + std::exp(theta[1]) * latent.normal()}};
  }
};
const std::vector<Parameter> normal_parameters{{"location", -5.0, 8.0}, {"log_sd", -2.0, 2.0}};

ObjectModel<double> wide_normal_objects() {
  ObjectModel<double> model = normal_objects();
  model.parameters = normal_parameters;
  model.simulate = [](std::span<const double> theta, Noise& noise) {
    return theta[0] + std::exp(theta[1]) * noise.normal();
  };
  return model;
}

// Draw by draw both have the same weights, and differ by the errors of two emulators, of which
// each fit tells the share.
TEST(EmulatedObjects, HaveTheDrawsOfTheSameRows) {
  for (const bool outliers : {false, true}) {
    std::vector<double> x = normal_numbers(150);
    for (std::size_t i = 0; outliers && i < x.size(); i += 10) x[i] += 14.0;
    const SettingList list{
        {"draws", "200"}, {"budget", "60000"}, {"mass", outliers ? "free" : "fixed"}};
    SettingList of_rows = list;
    of_rows.insert(of_rows.end(), {{"lengthscale", "1"}, {"trim", "none"}});
    const Fit objects = fit(wide_normal_objects(), x, typed_settings(list));
    const Fit rows =
        fit(make_model(NormalRows{}, normal_parameters), Sample(x, 1), typed_settings(of_rows));
    const double share = objects.simulation_share + rows.simulation_share;
    EXPECT_GT(objects.simulation_share, 0.0);
    EXPECT_LT(share, 0.15);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto one = column(objects.draws, k), other = column(rows.draws, k);
      EXPECT_NEAR(estimate(one).mean, estimate(other).mean,
                  errors * std::sqrt(share) * spread(other))
          << outliers << ", " << k;
      EXPECT_NEAR(spread(one) / spread(other), 1.0, 0.15) << outliers << ", " << k;
    }
    std::vector<double> mmd2;
    for (std::size_t r = 0; r < objects.draws.rows(); ++r) {
      mmd2.push_back(objects.draws.info[r].mmd2 - rows.draws.info[r].mmd2);
      EXPECT_NEAR(objects.draws.info[r].mass, rows.draws.info[r].mass, 0.03);
      EXPECT_EQ(objects.draws.info[r].simulator_calls, 0);
    }
    EXPECT_NEAR(estimate(mmd2).mean, 0.0, 5e-4) << outliers;  // of about 1e-2
    EXPECT_LT(spread(mmd2), 1e-3) << outliers;
    EXPECT_LE(objects.simulator_calls, 60'000);
    EXPECT_GT(objects.simulator_calls, 55'000);
    EXPECT_EQ(objects.evaluator, "emulator");
  }
}

// Kernels that are not 1 between an object and itself.
TEST(EmulatedObjects, HaveTheSameDrawsUnderAMultipleOfTheKernel) {
  const SettingList list{{"draws", "20"}, {"budget", "8000"}};
  const auto x = normal_numbers(40);
  const Fit one = fit(normal_objects(), x, typed_settings(list));
  ObjectModel<double> model = normal_objects();
  model.kernel = [](double a, double b) { return 64.0 * std::exp(-0.5 * (a - b) * (a - b)); };
  const Fit other = fit(model, x, typed_settings(list));
  for (std::size_t r = 0; r < 20; ++r) {
    EXPECT_NEAR(one.draws.row(r)[0], other.draws.row(r)[0], 1e-6);
    EXPECT_NEAR(64.0 * one.draws.info[r].mmd2, other.draws.info[r].mmd2, 1e-6);
  }
}

// The same weights draw by draw, so draws differ by simulation error alone.
TEST(EmulatedObjects, AgreeWithDrawsOfStringsThatSimulate) {
  const ObjectModel<Dna> truth = mutating_strings();
  std::atomic<std::int64_t> calls = 0;
  ObjectModel<Dna> model = truth;
  model.simulate = [&](std::span<const double> theta, Noise& noise) {
    ++calls;
    return truth.simulate(theta, noise);
  };
  const auto x = objects_of(truth, {0.3, 0.7}, 60);
  const Fit direct = fit(model, x, typed_settings({{"draws", "24"}, {"simulations", "240"}}));
  const std::int64_t direct_calls = calls.exchange(0);
  const Fit learnt = fit(model, x, typed_settings({{"draws", "24"}, {"budget", "20000"}}));
  EXPECT_EQ(calls, learnt.simulator_calls);
  EXPECT_LE(learnt.simulator_calls, 20'000);
  EXPECT_GT(direct_calls, 20 * learnt.simulator_calls);
  std::vector<double> mmd2;
  for (std::size_t r = 0; r < 24; ++r)
    mmd2.push_back(learnt.draws.info[r].mmd2 - direct.draws.info[r].mmd2);
  EXPECT_NEAR(estimate(mmd2).mean, 0.0, 2e-3);
  for (std::size_t k = 0; k < 2; ++k) {
    std::vector<double> moves;
    const auto one = column(direct.draws, k), other = column(learnt.draws, k);
    for (std::size_t r = 0; r < 24; ++r) moves.push_back(other[r] - one[r]);
    const Estimate move = estimate(moves);
    const double of_emulator = std::sqrt(learnt.simulation_share) * spread(other);
    EXPECT_NEAR(move.mean, 0.0, errors * std::hypot(move.error, of_emulator)) << k;
    EXPECT_LT(spread(moves), 1.5 * spread(one)) << k;  // which is mostly jumps of their distance
    EXPECT_LT(spread(other), spread(one)) << k;        // and what 240 simulations are off by
  }
}

TEST(EmulatedObjects, FindTheTruthWithFreeMassAmongStrangers) {
  const ObjectModel<Dna> model = mutating_strings();
  auto x = objects_of(model, {0.3, 0.7}, 100);
  for (std::size_t i = 0; i < x.size(); i += 10) x[i] = Dna("GCGCGCGCGCGCGCGCGCGCGCGCGCGCGCGCGCGC");
  const Fit learnt = fit(
      model, x, typed_settings({{"draws", "100"}, {"embedding", "emulated"}, {"mass", "free"}}));
  for (const auto& [k, truth] : {std::pair{0, 0.3}, std::pair{1, 0.7}}) {
    const auto values = column(learnt.draws, static_cast<std::size_t>(k));
    EXPECT_NEAR(estimate(values).mean, truth, errors * spread(values)) << k;
  }
  double mass = 0.0;
  for (const DrawInfo& info : learnt.draws.info) mass += info.mass / 100.0;
  EXPECT_NEAR(mass, 0.9, 0.05);
}

TEST(EmulatedObjects, SpreadAParameterThatTheyDoNotDetermine) {
  ObjectModel<double> model = normal_objects();
  model.parameters.push_back({"useless", 2.0, 6.0});
  const Fit learnt =
      fit(model, normal_numbers(100), typed_settings({{"draws", "200"}, {"budget", "20000"}}));
  EXPECT_EQ(to_text(learnt.undetermined), "useless");
  EXPECT_EQ(count_of(learnt.draws, DrawStatus::undetermined), 200u);
  const auto useless = column(learnt.draws, 1);
  EXPECT_NEAR(estimate(useless).mean, 4.0, errors * estimate(useless).error);
  EXPECT_NEAR(spread(useless), 4.0 / std::sqrt(12.0), 0.2);
  ASSERT_EQ(learnt.warnings.size(), 1u);
  EXPECT_NE(learnt.warnings[0].find("not determined by these data: useless;"), std::string::npos);
}

TEST(EmulatedObjects, CanBeRepeatedFromTheirSettingsAndWritten) {
  const auto x = normal_numbers(20);
  for (const char* name : {"budget", "embedding"}) {
    const std::string value = std::string(name) == "budget" ? "8000" : "emulated";
    const Fit first = fit(normal_objects(), x, typed_settings({{"draws", "5"}, {name, value}}));
    EXPECT_EQ(get(first.settings, "embedding"), "emulated");
    EXPECT_EQ(get(first.settings, "kernel"), "own");
    expect_same_draws(first.draws, fit(normal_objects(), x, first.settings).draws);
    const TemporaryDirectory directory;
    write_netcdf(first, directory / "fit.nc");
    const Fit back = read_netcdf(directory / "fit.nc");
    expect_same_draws(back.draws, first.draws);
    EXPECT_EQ(back.simulation_share, first.simulation_share);
    EXPECT_EQ(get(back.settings, name), value);
  }
}

TEST(EmulatedObjects, HoldParametersThatAreFixed) {
  const Fit learnt =
      fit(wide_normal_objects(), normal_numbers(50),
          typed_settings({{"draws", "10"}, {"budget", "8000"}, {"fixed", "log_sd=0"}}));
  for (const double log_sd : column(learnt.draws, 1)) EXPECT_EQ(log_sd, 0.0);
  EXPECT_NEAR(estimate(column(learnt.draws, 0)).mean, 1.0, 0.5);
}

TEST(EmulatedObjects, AreLearntBesidePlacesWhereTheSimulatorFails) {
  ObjectModel<double> model = normal_objects();
  model.simulate = [](std::span<const double> theta, Noise& noise) {
    const double z = noise.normal();
    return theta[0] > 2.5 ? std::nan("") : theta[0] + z;
  };
  const auto x = normal_numbers(100);
  const Fit learnt = fit(model, x, typed_settings({{"draws", "100"}, {"budget", "20000"}}));
  EXPECT_NEAR(estimate(column(learnt.draws, 0)).mean, estimate(x).mean, 0.15);
}

TEST(EmulatedObjects, StopWhenAsked) {
  std::stop_source source;
  Events events;
  events.progress = [&](const Progress& progress) {
    if (progress.done > 2000) source.request_stop();
  };
  const Fit fit = surefoot::fit(normal_objects(), normal_numbers(30),
                                typed_settings({{"draws", "2"}, {"budget", "50000"}}), events,
                                source.get_token());
  EXPECT_TRUE(fit.partial);
  EXPECT_EQ(fit.draws.rows(), 0u);
}

/// The notes of an emulated fit under a Gaussian kernel of this lengthscale.
std::string notes_under(double lengthscale) {
  ObjectModel<double> model = normal_objects();
  model.kernel = [=](double a, double b) {
    const double z = (a - b) / lengthscale;
    return std::exp(-0.5 * z * z);
  };
  std::string notes;
  Events events;
  events.note = [&](const std::string& text) { notes += text + '\n'; };
  fit(model, normal_numbers(60), typed_settings({{"draws", "2"}, {"budget", "20000"}}), events);
  return notes;
}

TEST(EmulatedObjects, SayWhatLandmarksLeaveOut) {
  const std::string wide = notes_under(1.0), narrow = notes_under(0.01);
  EXPECT_NE(wide.find("the embedding was learnt from"), std::string::npos);
  EXPECT_EQ(wide.find("leave out"), std::string::npos);
  EXPECT_NE(narrow.find("landmarks that objects are compared with leave out"), std::string::npos);
}

std::string refusal_of(const ObjectModel<double>& model, const SettingList& more,
                       Fault fault = Fault::usage, int observations = 40) {
  SettingList list{{"draws", "2"}, {"embedding", "emulated"}};
  list.insert(list.end(), more.begin(), more.end());
  try {
    fit(model, normal_numbers(observations), typed_settings(list));
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault) << error.what();
    return error.what();
  }
  return "accepted";
}

TEST(EmulatedObjects, RefuseSettingsOfDrawsThatSimulate) {
  for (const auto& [name, value] : SettingList{{"simulations", "100"},
                                               {"noise", "shared"},
                                               {"optimiser", "sbplx"},
                                               {"steps", "50"},
                                               {"starts", "2"},
                                               {"screening", "10"},
                                               {"start", "location=1"}})
    EXPECT_EQ(refusal_of(normal_objects(), {{name, value}}),
              name +
                  " belongs to draws that simulate, and embedding emulated makes none; "
                  "embedding direct will do");
}

TEST(EmulatedObjects, RefuseWhatOnlyRowsOfNumbersHave) {
  EXPECT_EQ(refusal_of(normal_objects(), {{"keep-simulations", "a.nc"}}),
            "a fit to objects has no keep-simulations, but a.nc is given");
  EXPECT_EQ(refusal_of(normal_objects(), {{"simulations-from", "a.csv"}}),
            "a fit to objects has no simulations-from, but a.csv is given");
  EXPECT_EQ(refusal_of(normal_objects(), {{"part", "1/2"}}),
            "a fit to objects has no part, but 1/2 is given");
  EXPECT_EQ(refusal_of(normal_objects(), {{"trim", "2"}}),
            "a fit to objects has no trim, but 2 is given");
}

TEST(EmulatedObjects, RefuseBudgetsThatTheyCannotSpend) {
  EXPECT_EQ(refusal_of(normal_objects(), {{"budget", "30min"}}),
            "the budget of a fit to objects must be a number of simulated objects, but is 1800s");
  EXPECT_EQ(refusal_of(normal_objects(), {{"budget", "5000"}, {"embedding", "direct"}}),
            "a budget is spent by embedding emulated; embedding direct simulates for every draw");
  ObjectModel<double> model = normal_objects();
  for (const char* name : {"b", "c", "d"}) model.parameters.push_back({name, 0.0, 1.0});
  EXPECT_EQ(refusal_of(model, {{"budget", "1000"}}).substr(0, 31),
            "the budget is too small to lear");
}

TEST(EmulatedObjects, RefuseTooFewObservations) {
  EXPECT_EQ(refusal_of(normal_objects(), {}, Fault::data, 0), "there are no observations");
  EXPECT_EQ(refusal_of(normal_objects(), {}, Fault::data, 1),
            "a bootstrap needs at least 3 observations to tell their noise, but there is 1");
}

TEST(EmulatedObjects, RefuseKernelsThatTellNothing) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](std::function<double(double, double)> kernel) {
    ObjectModel<double> model = normal_objects();
    model.kernel = std::move(kernel);
    return refusal_of(model, {{"budget", "8000"}});
  };
  EXPECT_EQ(refused([](double a, double b) { return a == b ? 1.0 : nan; }),
            "the kernel must be finite, but is nan between observations 1 and 2");
  EXPECT_EQ(refused([](double a, double b) {
              return a != b && std::max(a, b) > 4.5 ? nan : std::exp(-0.5 * (a - b) * (a - b));
            }).substr(0, 60),
            "the kernel must be finite, but is nan between observation 1 ");
  const std::string indefinite =
      "the kernel must be positive-definite, but is not on the observations and on what was "
      "simulated";
  EXPECT_EQ(refused([](double a, double b) { return -std::abs(a - b); }), indefinite);
  EXPECT_EQ(refused([](double a, double b) { return 1.0 - std::abs(a - b); }), indefinite);
  EXPECT_EQ(refused([](double a, double b) { return a == b ? 1.0 : 0.0; }),
            "under this kernel nothing that was simulated has anything in common with the "
            "observations; one that reaches further is needed");
}

TEST(EmulatedObjects, SayThatTheSimulatorNeverWorks) {
  ObjectModel<double> model = normal_objects();
  model.simulate = [](std::span<const double>, Noise&) { return std::nan(""); };
  EXPECT_EQ(refusal_of(model, {{"budget", "8000"}}, Fault::data).substr(0, 35),
            "the simulator failed at each of the");
}

TEST(EmulatedObjects, LetExceptionsOfTheSimulatorThrough) {
  ObjectModel<double> model = normal_objects();
  model.simulate = [](std::span<const double> theta, Noise& noise) {
    if (theta[0] > 2.0) throw std::runtime_error("out of range");
    return theta[0] + noise.normal();
  };
  EXPECT_THROW(refusal_of(model, {{"budget", "8000"}}), std::runtime_error);
}

}  // namespace
}  // namespace surefoot
