#include "emulator/simulation_store.hpp"

#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

namespace fs = std::filesystem;

/// A folder that goes when the test does.
class SimulationStoreTest : public testing::Test {
 protected:
  SimulationStoreTest() { fs::create_directories(folder_); }
  ~SimulationStoreTest() override { fs::remove_all(folder_); }

  fs::path file() const { return folder_ / "sims.nc"; }
  SimulationStore open(const std::string& key, const ParameterSpace& space) const {
    return {file(), model_, space, key};
  }
  SimulationStore open(const std::string& key) const { return open(key, model_.parameters); }

  static KeptPlace place(double x, double y, std::uint32_t number, int asked) {
    return {{x, y}, number, asked, false, std::vector<double>(2 * static_cast<std::size_t>(asked))};
  }
  /// Writes places as a run of its own would.
  void keep(const std::string& key, std::vector<KeptPlace> places) const {
    SimulationStore store = open(key);
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i].number = store.number_of(i);
      store.add(places[i]);
    }
    store.save({});
  }

  Model model_ = built_in_model("gaussian-location", 2);
  fs::path folder_ = fs::temp_directory_path() /
                     fmt::format("surefoot-store-{}",
                                 testing::UnitTest::GetInstance()->current_test_info()->name());
};

Eigen::VectorXd at(double x, double y) { return Eigen::Vector2d(x, y); }
const PlaceCoordinates as_it_is = [](const Eigen::VectorXd& eta) { return eta; };

TEST_F(SimulationStoreTest, TakesTheNearestOnceUntilThereAreEnough) {
  keep("one", {place(0.4, 0, 0, 4), place(0, 0, 0, 4), place(0.1, 0, 0, 4), place(3, 0, 0, 100)});
  SimulationStore store = open("two");
  const auto taken = store.take_near({at(0, 0), at(0, 0)}, 8, as_it_is);
  ASSERT_EQ(taken.size(), 2u);
  ASSERT_EQ(taken[0].size(), 2u);
  EXPECT_EQ(taken[0][0]->theta[0], 0.0);
  EXPECT_EQ(taken[0][1]->theta[0], 0.1);
  ASSERT_EQ(taken[1].size(), 1u);
  EXPECT_EQ(taken[1][0]->theta[0], 0.4);
  EXPECT_TRUE(store.take_near({at(0, 0)}, 8, as_it_is)[0].empty());
}

TEST_F(SimulationStoreTest, LooksInsideTheBoxAndAtHeldValues) {
  keep("one", {place(0, 0, 0, 4), place(0.2, 0, 0, 4), place(0.1, 0.3, 0, 4)});
  ParameterSpace space = model_.parameters;
  space.bound("theta1", 0.05, 5.0);
  space.fix("theta2", 0.0);
  SimulationStore store = open("two", space);
  const auto taken = store.take_near({Eigen::VectorXd::Constant(1, 0.1)}, 100, as_it_is);
  ASSERT_EQ(taken[0].size(), 1u);
  EXPECT_EQ(taken[0][0]->theta[0], 0.2);
}

TEST_F(SimulationStoreTest, TakesFailuresFromTheSamePlaceOnly) {
  KeptPlace failed = place(0, 0, 0, 4);
  failed.failed = true;
  failed.rows.clear();
  keep("one", {failed});
  SimulationStore store = open("two");
  EXPECT_TRUE(store.take_near({at(0.1, 0)}, 4, as_it_is)[0].empty());
  EXPECT_EQ(store.take_near({at(0, 0)}, 4, as_it_is)[0].size(), 1u);
}

// What a run itself has simulated is found by number, and is not among what others left.
TEST_F(SimulationStoreTest, RepeatsARunOfTheFile) {
  keep("one", {place(0, 0, 0, 4)});
  keep("two", {place(1, 0, 0, 6)});
  keep("three", {place(0, 1, 0, 4)});
  SimulationStore again = open("two");
  EXPECT_EQ(again.number_of(0), 1u);
  ASSERT_TRUE(again.find_own(1, {1.0, 0.0}, 6));
  EXPECT_FALSE(again.find_own(1, {1.0, 0.1}, 6));
  EXPECT_FALSE(again.find_own(1, {1.0, 0.0}, 4));
  EXPECT_TRUE(again.take_near({at(1, 0)}, 4, as_it_is)[0].empty());
  EXPECT_EQ(again.take_near({at(0, 0)}, 4, as_it_is)[0].size(), 1u);
  EXPECT_EQ(open("four").number_of(0), 3u);
}

TEST_F(SimulationStoreTest, LosesNothingOfARunBesideIt) {
  SimulationStore slow = open("slow");
  keep("quick", {place(0, 0, 0, 4)});
  slow.add(place(1, 1, slow.number_of(0), 2));
  slow.save({});
  const KeptSimulations kept = read_simulations(file());
  EXPECT_EQ(kept.places.size(), 2u);
  EXPECT_EQ(kept.runs.size(), 2u);
}

TEST_F(SimulationStoreTest, RefusesTheFileOfAnotherSimulator) {
  keep("one", {place(0, 0, 0, 4)});
  const Model other = built_in_model("g-and-k");
  try {
    SimulationStore(file(), other, other.parameters, "two");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    EXPECT_NE(std::string(error.what())
                  .find("its simulations are of another simulator (model: gaussian-location there, "
                        "g-and-k here)"),
              std::string::npos);
  }
}

TEST_F(SimulationStoreTest, SaysThatNothingCouldBeWritten) {
  SimulationStore store = open("one");
  store.add(place(0, 0, 0, 4));
  fs::remove_all(folder_);
  std::string said;
  Events events;
  events.warning = [&](const std::string& text) { said = text; };
  store.save(events);
  EXPECT_NE(said.find("what was simulated could not be kept: "), std::string::npos);
}

}  // namespace
}  // namespace surefoot
