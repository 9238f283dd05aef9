#include <gtest/gtest.h>

#include <surefoot/simulators/contamination.hpp>

#include "cuda/device_support.hpp"

// Settings and data out of the ordinary, each against the CPU.
namespace surefoot {
namespace {

using Settings = OnDevice;

SettingList with(SettingList list, const SettingList& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

const SettingList few{{"draws", "48"}, {"simulations", "256"}};

TEST_F(Settings, FreeMassAgreesWithTheCpu) {
  const Sample clean = observations_of("g-and-k", 300);
  const Sample x = contaminate(clean, "shift:0.1:-50,50", 1).observations;
  const Both fits = fit_on_both("g-and-k", x, with(few, {{"mass", "free"}}));
  expect_agreement(fits, mixed_tolerance);
  for (std::size_t r = 0; r < 48; ++r)
    EXPECT_NEAR(fits.cuda.draws.info[r].mass, fits.cpu.draws.info[r].mass, 1e-3);
  const Sample wide =
      contaminate(observations_of("gaussian-location", 200, 4), "cluster:0.2:20", 1).observations;
  expect_agreement(fit_on_both("gaussian-location", wide, {{"draws", "48"}, {"mass", "free"}}),
                   double_tolerance);
}

TEST_F(Settings, FixedParametersAreHeld) {
  const Sample x = observations_of("g-and-k", 200);
  const Both fits = fit_on_both("g-and-k", x, with(few, {{"fixed", "g=1,log_k=-0.7"}}));
  expect_agreement(fits, mixed_tolerance);
  for (std::size_t r = 0; r < 48; ++r) EXPECT_EQ(fits.cuda.draws.row(r)[2], 1.0);
}

TEST_F(Settings, BoundsAreKept) {
  const Sample x = observations_of("g-and-k", 200);
  const Both fits = fit_on_both("g-and-k", x, with(few, {{"bounds", "a=3.05:4,b=0.5:2"}}));
  expect_agreement(fits, mixed_tolerance);
  EXPECT_GT(count_of(fits.cuda.draws, DrawStatus::box_edge), 5u);
  for (const double a : column(fits.cuda.draws, 0)) EXPECT_GE(a, 3.05);
}

TEST_F(Settings, ScaledColumnsAgreeWithTheCpu) {
  const Sample x = moved(observations_of("gaussian-location", 200, 2), 7.0, 40.0);
  expect_agreement(
      fit_on_both("gaussian-location", x,
                  with(few, {{"scale", "mad"}, {"design", "sobol"}, {"model-option", "sigma=7"}})),
      mixed_tolerance);
  expect_agreement(fit_on_both("g-and-k", moved(observations_of("g-and-k", 200), 0.2, 0.0),
                               with(few, {{"scale", "sd"}})),
                   mixed_tolerance);
}

// One tile is 1024 observations; a block of threads meets them several at a time.
TEST_F(Settings, ManyObservationsAgreeWithTheCpu) {
  const Sample x = observations_of("g-and-k", 5000);
  for (const auto* evaluator : {"auto", "pairs"})
    expect_agreement(fit_on_both("g-and-k", x, with(few, {{"evaluator", evaluator}})),
                     mixed_tolerance);
  expect_agreement(fit_on_both("gaussian-location", observations_of("gaussian-location", 5000, 2),
                               with(few, {{"design", "sobol"}, {"evaluator", "pairs"}})),
                   mixed_tolerance);
}

// Sizes around those at which the threads are shared out differently.
TEST_F(Settings, SizesAroundATileAgreeWithTheCpu) {
  for (const int n : {3, 31, 255, 1023, 1024, 1025})
    for (const auto* m : {"2", "33", "1024", "1025"}) {
      SCOPED_TRACE(std::to_string(n) + " observations, simulations " + m);
      const Sample x = observations_of("gaussian-location", n, 2);
      expect_agreement(fit_on_both("gaussian-location", x,
                                   {{"draws", "8"},
                                    {"simulations", m},
                                    {"lengthscale", "2"},
                                    {"design", "sobol"},
                                    {"evaluator", "pairs"}}),
                       mixed_tolerance);
    }
}

// Beyond 8192 observations the data term of mmd2 is estimated from some of them.
TEST_F(Settings, EstimatedDataTermIsTheCpus) {
  const Sample x = observations_of("g-and-k", 9000);
  const Both fits =
      fit_on_both("g-and-k", x, {{"draws", "16"}, {"simulations", "128"}, {"evaluator", "pairs"}});
  expect_agreement(fits, mixed_tolerance);
  for (std::size_t r = 0; r < 16; ++r) {
    const double cpu = fits.cpu.draws.info[r].mmd2;
    EXPECT_NEAR(fits.cuda.draws.info[r].mmd2, cpu, 2e-5);
  }
}

// So many pairs that several blocks share a draw.
TEST_F(Settings, DrawsThatBlocksShareAgreeWithTheCpu) {
  const Sample x = observations_of("gaussian-location", 150000, 2);
  const SettingList list{
      {"draws", "3"}, {"design", "sobol"}, {"simulations", "1024"}, {"evaluator", "pairs"}};
  const Both fits = fit_on_both("gaussian-location", x, list);
  expect_agreement(fits, mixed_tolerance);
  const Fit one =
      fit_on(Device::cuda, device_model("gaussian-location", 2), x, with(list, {{"draws", "1"}}));
  EXPECT_EQ(one.draws.values[0], fits.cuda.draws.values[0]);
}

// Floats tell outliers that are a million away apart only in steps of a sixteenth, which shows in
// the data term.  Tails without end leave local minima.
TEST_F(Settings, OutliersBeyondTheGridAgreeWithTheCpu) {
  const Sample clean = observations_of("g-and-k", 400);
  for (const auto* kind :
       {"shift:0.1:-1000000,1000000", "shift:0.02:1e30", "student-t:0.2:0.3:100"}) {
    SCOPED_TRACE(kind);
    const Sample x = contaminate(clean, kind, 1).observations;
    expect_agreement(fit_on_both("g-and-k", x, few), {0.02, 1e-4, 0.25});
    expect_agreement(fit_on_both("g-and-k", x, with(few, {{"kernel", "matern32"}})),
                     {0.02, 1e-4, 0.25});
    expect_agreement(fit_on_both("g-and-k", x, with(few, {{"precision", "double"}})),
                     {0.002, 1e-6, 0.1});
  }
}

// Data that leave some parameters open: the value reached is what must be the same.
void expect_equal_objectives(const Both& fits) {
  ASSERT_EQ(fits.cuda.draws.index, fits.cpu.draws.index);
  for (std::size_t r = 0; r < fits.cpu.draws.rows(); ++r) {
    const DrawInfo &cpu = fits.cpu.draws.info[r], &cuda = fits.cuda.draws.info[r];
    EXPECT_NEAR(cuda.objective, cpu.objective, 1e-4) << "draw " << r;
    EXPECT_NEAR(cuda.mmd2, cpu.mmd2, 1e-4) << "draw " << r;
    EXPECT_EQ(is_failed(cuda.status), is_failed(cpu.status)) << "draw " << r;
  }
}

// The spread of equal observations leaves parameters of spread and tails open, which devices
// refuse.
void expect_refusal_of_undetermined(const std::string& name, const Sample& x,
                                    const SettingList& list) {
  try {
    fit_on(Device::cuda, device_model(name, x.dimension()), x, with(list, {{"simulations", "64"}}));
    ADD_FAILURE() << "parameters that the data do not determine were accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("do not determine"), std::string::npos)
        << error.what();
  }
}

TEST_F(Settings, ThreeEqualObservationsAreFitted) {
  const SettingList list{{"draws", "10"}, {"lengthscale", "1"}};
  for (const int d : {1, 2}) {
    const Sample x(std::vector<double>(static_cast<std::size_t>(3 * d), 3.0), d);
    for (const auto* design : {"closed-form", "sobol"}) {
      const Both fits = fit_on_both("gaussian-location", x, with(list, {{"design", design}}));
      expect_equal_objectives(fits);
      for (const double theta : column(fits.cuda.draws, 0)) EXPECT_NEAR(theta, 3.0, 0.1);
    }
  }
  expect_refusal_of_undetermined("g-and-k", Sample({3.0, 3.0, 3.0}, 1), list);
}

TEST_F(Settings, ConstantDataAreFitted) {
  for (const double value : {5.0, 0.0, -1e6}) {
    SCOPED_TRACE(value);
    const Sample x(std::vector<double>(20, value), 1);
    const SettingList list{{"draws", "10"}, {"lengthscale", "1"}};
    const Both gaussian = fit_on_both("gaussian-location", x, list);
    expect_equal_objectives(gaussian);
    for (const double theta : column(gaussian.cuda.draws, 0)) EXPECT_NEAR(theta, value, 1e-3);
    expect_refusal_of_undetermined("g-and-k", x, list);
  }
}

TEST_F(Settings, DataFarFromZeroAgreeWithTheCpu) {
  const Sample x = moved(observations_of("g-and-k", 100), 1.0, 1e8);
  const Both fits = fit_on_both("g-and-k", x, few);
  EXPECT_EQ(fits.cuda.settings.precision, Precision::full);
  expect_agreement(fits, {0.01, 1e-6});
}

TEST_F(Settings, FitsWithDefaultsSayWhereTheyRan) {
  const Sample x = observations_of("g-and-k", 2048);
  const Both fits = fit_on_both("g-and-k", x, {{"draws", "200"}});
  expect_agreement(fits, mixed_tolerance);
  EXPECT_EQ(fits.cuda.device.substr(0, 6), "cuda (") << fits.cuda.device;
  EXPECT_EQ(fits.cuda.evaluator, "grid+pairs");
  EXPECT_EQ(fits.cpu.device, "cpu");
}

// Gauss-Newton on an objective that jumps: draws cannot agree one by one, since the last look
// around takes other points there, but each must reach as low, and together they must say the same.
TEST_F(Settings, ToggleSwitchByGaussNewtonReachesTheCpusObjective) {
  const Sample x = observations_of("toggle-switch", 500);
  // So few observations leave the others open.
  const Both fits = fit_on_both("toggle-switch", x,
                                {{"draws", "32"},
                                 {"simulations", "500"},
                                 {"optimiser", "gauss-newton"},
                                 {"fixed", "alpha2=12,beta1=4,beta2=4.5"}});
  double gap = 0.0, square = 0.0;
  for (std::size_t r = 0; r < 32; ++r) {
    const double cpu = fits.cpu.draws.info[r].objective;
    const double apart = (fits.cuda.draws.info[r].objective - cpu) / std::abs(cpu);
    EXPECT_NEAR(apart, 0.0, 0.01) << "draw " << r;
    gap += apart / 32.0;
    square += apart * apart / 32.0;
  }
  EXPECT_NEAR(gap, 0.0, 4.0 * std::sqrt(square / 32.0) + 1e-6);
}

// Where gradients lead nowhere BFGS ends in a pattern search, of which these draws get a shorter
// one.
TEST_F(Settings, DrawsThatAreSolvedAgainCostAsMuchAsOnTheCpu) {
  const Sample x = observations_of("toggle-switch", 100, 0, 1, {{"transitions", 50}});
  const Both fits = fit_on_both("toggle-switch", x,
                                {{"model-option", "transitions=50"},
                                 {"fixed", "alpha1=22,alpha2=12,beta1=4,beta2=4.5"},
                                 {"draws", "300"},
                                 {"simulations", "64"},
                                 {"optimiser", "bfgs"}});
  int cpu = 0, cuda = 0;
  for (std::size_t r = 0; r < 300; ++r) {
    EXPECT_EQ(fits.cpu.draws.info[r].resolved, fits.cuda.draws.info[r].resolved) << "draw " << r;
    if (!fits.cpu.draws.info[r].resolved) continue;
    cpu += fits.cpu.draws.info[r].evaluations;
    cuda += fits.cuda.draws.info[r].evaluations;
  }
  EXPECT_GT(cpu, 0);
  EXPECT_LT(cuda, 1.5 * cpu);
}

TEST_F(Settings, ToggleSwitchByAdamReachesTheCpusObjective) {
  const Sample x = observations_of("toggle-switch", 300);
  const Both fits = fit_on_both("toggle-switch", x,
                                {{"draws", "8"},
                                 {"simulations", "200"},
                                 {"optimiser", "adam"},
                                 {"steps", "60"},
                                 {"starts", "2"},
                                 {"screening", "50"}});
  for (std::size_t r = 0; r < 8; ++r) {
    const double cpu = fits.cpu.draws.info[r].objective;
    EXPECT_NEAR(fits.cuda.draws.info[r].objective, cpu, 0.01 * std::abs(cpu));
    EXPECT_NEAR(fits.cuda.draws.info[r].evaluations, fits.cpu.draws.info[r].evaluations, 2);
  }
}

}  // namespace
}  // namespace surefoot
