#include <atomic>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "emulator/simulation_file.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

class KeptSimulationsTest : public testing::Test {
 protected:
  KeptSimulationsTest() { fs::remove(file_); }
  ~KeptSimulationsTest() override { fs::remove(file_); }

  Fit learn(const Sample& x, SettingList list) const {
    list.insert(list.end(), {{"draws", "20"}, {"keep-simulations", file_.string()}});
    return fit_built_in("sir", x, list);
  }

  const fs::path file_ = fs::temp_directory_path() /
                         fmt::format("surefoot-kept-{}.nc",
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(KeptSimulationsTest, HoldAllThatWasSimulated) {
  const Sample x = observations_of("sir", 40);
  const Fit first = learn(x, {{"budget", "8000"}});
  const KeptSimulations kept = read_simulations(file_);
  std::int64_t asked = 0;
  for (const KeptPlace& place : kept.places) asked += place.asked;
  EXPECT_EQ(asked, first.simulator_calls);
  EXPECT_EQ(kept.runs.size(), 1u);
  const Fit without = fit_built_in("sir", x, {{"draws", "20"}, {"budget", "8000"}});
  EXPECT_EQ(without.draws.values, first.draws.values);
}

// Whatever others have added meanwhile.
TEST_F(KeptSimulationsTest, RepeatAFitWithoutSimulating) {
  const Sample x = observations_of("sir", 40), y = observations_of("sir", 50, 0, 2);
  const Fit first = learn(x, {{"budget", "8000"}});
  const Fit other = learn(y, {{"budget", "12000"}, {"scale", "sd"}, {"threads", "3"}});
  EXPECT_LT(other.simulator_calls, 9000);
  EXPECT_GT(other.simulator_calls, 0);
  learn(x, {{"budget", "9000"}, {"seed", "5"}});
  const std::size_t places = read_simulations(file_).places.size();
  const Fit first_again = learn(x, {{"budget", "8000"}});
  EXPECT_EQ(first_again.simulator_calls, 0);
  EXPECT_EQ(first_again.draws.values, first.draws.values);
  const Fit other_again = learn(y, {{"budget", "12000"}, {"scale", "sd"}});
  EXPECT_EQ(other_again.simulator_calls, 0);
  EXPECT_EQ(other_again.draws.values, other.draws.values);
  EXPECT_EQ(read_simulations(file_).places.size(), places);
}

/// Works so many times.
struct GivesUp {
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  std::shared_ptr<std::atomic<int>> left;

  template <class Latent>
  Vec<double, 1> operator()(const Vec<double, 1>& theta, Latent& latent) const {
    if (--*left < 0) throw Error(Fault::data, "the simulator gave up");
    return {{theta[0] + latent.normal()}};
  }
};

// So that an interrupted run has not simulated in vain: the second try ends as one that was not
// interrupted.
TEST_F(KeptSimulationsTest, AreThoseOfAnInterruptedRunToo) {
  const Sample x = observations_of("gaussian-location", 60, 1);
  const auto left = std::make_shared<std::atomic<int>>(1 << 30);
  const std::vector<Parameter> box{{"location", -10.0, 10.0}};
  const Model model = make_model(GivesUp{left}, box);
  const FitConfig config =
      settings({{"budget", "8000"}, {"draws", "20"}, {"keep-simulations", file_.string()}});
  FitConfig unkept = config;
  unkept.keep_simulations.reset();
  const Fit whole = fit(model, x, unkept);
  *left = 5000;
  EXPECT_THROW(fit(model, x, config), Error);
  std::int64_t kept = 0;
  for (const KeptPlace& place : read_simulations(file_).places) kept += place.asked;
  EXPECT_GT(kept, 2000);
  *left = 1 << 30;
  const Fit resumed = fit(model, x, config);
  EXPECT_EQ(resumed.simulator_calls, whole.simulator_calls - kept);
  EXPECT_EQ(resumed.draws.values, whole.draws.values);
}

}  // namespace
}  // namespace surefoot
