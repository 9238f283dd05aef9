#include "emulator/simulation_pool.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

const PlaceCoordinates pool_coordinates = [](const Eigen::VectorXd& eta) { return eta; };

class SimulationPoolTest : public testing::Test {
 protected:
  SimulationPoolTest() { fs::remove(file_); }
  ~SimulationPoolTest() override { fs::remove(file_); }

  /// Those of the file, for a run that is told by its key.
  SimulationStore store(const std::string& key) const {
    return {file_, model_, problem_.space->parameters, key};
  }

  /// What half `h` of a place must be, in units of the column scales.
  std::vector<double> simulated(const SimulatedPlace& place, std::size_t h,
                                std::uint32_t number) const {
    constexpr std::array<std::uint32_t, 2> draws{0xfffffffdU, 0xfffffffcU};
    std::vector<double> theta(2), values;
    problem_.space->parameters.to_natural({place.eta.data(), 2}, theta);
    const LatentDesign design(Design::sobol, place.half, model_.latents);
    LatentTable<double> latents;
    design.fill({problem_.settings->seed, draws[h], number, 0, Purpose::simulation}, latents);
    Simulation<double> simulation;
    simulation.resize(place.half, model_.dimension, 2, Derivatives::no);
    EXPECT_TRUE(model_.simulator->simulate(theta, latents, Derivatives::no, simulation));
    for (int c = 0; c < model_.dimension; ++c)
      for (int j = 0; j < place.half; ++j)
        values.push_back(simulation.y[static_cast<std::size_t>(c * simulation.stride + j)] /
                         problem_.data->column_scale[static_cast<std::size_t>(c)]);
    return values;
  }

  std::vector<double> values(const SimulatedPlace& place, std::size_t h) const {
    std::vector<double> values;
    for (int c = 0; c < model_.dimension; ++c)
      for (int j = 0; j < place.half; ++j)
        values.push_back(place.y[h][static_cast<std::size_t>(c * padded(place.half) + j)]);
    return values;
  }

  const Model model_ = built_in_model("gaussian-location", 2);
  const Sample x_ = observations_of("gaussian-location", 30, 2);
  const Problem problem_ = make_problem(model_, x_, settings({{"scale", "sd"}, {"seed", "4"}}));
  const fs::path file_ = fs::temp_directory_path() /
                         fmt::format("surefoot-pool-{}.nc",
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
  const std::vector<Eigen::VectorXd> two_{Eigen::Vector2d(0, 0), Eigen::Vector2d(5, 1)};
};

// By numbers that count the places.
TEST_F(SimulationPoolTest, SimulatesTwoHalvesOfEachPlace) {
  SimulationPool pool(problem_, {});
  pool.add(two_, 20, pool_coordinates);
  pool.add({Eigen::Vector2d(1, 2)}, 6, pool_coordinates);
  ASSERT_EQ(pool.places().size(), 3u);
  EXPECT_EQ(pool.places()[2].half, 3);
  EXPECT_EQ(pool.spent(), 46);
  EXPECT_EQ(pool.simulator_calls(), 46);
  for (std::uint32_t j = 0; j < 3; ++j)
    for (const std::size_t h : {0u, 1u})
      EXPECT_EQ(values(pool.places()[j], h), simulated(pool.places()[j], h, j)) << j << ", " << h;
}

TEST_F(SimulationPoolTest, SimulatesWhatIsMissingBesideWhatIsKept) {
  SimulationStore first = store("first");
  SimulationPool earlier(problem_, {}, &first);
  earlier.add(two_, 20, pool_coordinates);
  first.save({});
  SimulationStore second = store("second");
  SimulationPool pool(problem_, {}, &second);
  // One place with more than enough, one with less, one with nothing nearby.
  pool.add({Eigen::Vector2d(0.2, 0)}, 12, pool_coordinates);
  EXPECT_EQ(pool.spent(), 12);
  pool.add({Eigen::Vector2d(5, 1.1), Eigen::Vector2d(-3, -3)}, 50, pool_coordinates);
  EXPECT_EQ(pool.spent(), 112);
  EXPECT_EQ(pool.simulator_calls(), 30 + 50);
  EXPECT_EQ(pool.reused().observations, 40);
  EXPECT_EQ(pool.reused().places, 2u);
  ASSERT_EQ(pool.places().size(), 4u);
  for (const std::size_t h : {0u, 1u}) {
    EXPECT_EQ(values(pool.places()[0], h), values(earlier.places()[0], h));
    EXPECT_EQ(values(pool.places()[1], h), values(earlier.places()[1], h));
    // By numbers that the file has not seen, or errors would be those of other places again.
    EXPECT_EQ(values(pool.places()[2], h), simulated(pool.places()[2], h, 4));
    EXPECT_EQ(values(pool.places()[3], h), simulated(pool.places()[3], h, 5));
  }
  EXPECT_EQ(pool.places()[2].half, 15);
}

}  // namespace
}  // namespace surefoot
