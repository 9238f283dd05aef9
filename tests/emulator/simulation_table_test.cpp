#include "emulator/simulation_table.hpp"

#include <cmath>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <surefoot/error.hpp>

#include "simulators/table_model.hpp"

namespace surefoot {
namespace {

const PlaceCoordinates unchanged = [](const Eigen::VectorXd& eta) { return eta; };

class SimulationTableTest : public testing::Test {
 protected:
  ~SimulationTableTest() override { std::filesystem::remove(path_); }

  SimulationTable read(const std::string& text) const {
    std::ofstream(path_) << text;
    return SimulationTable::read(path_, model_, model_.parameters);
  }

  const Model model_ = table_model({{"a", 0.0, 10.0}, {"b", -5.0, 5.0}}, 1);
  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() /
      fmt::format("surefoot-table-{}.csv",
                  testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(SimulationTableTest, KeepsRowsOfOnePlaceTogether) {
  const SimulationTable table = read("x,b,a\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n5,2,9\n6,2,9\n7,0,11\n");
  EXPECT_EQ(table.rows(), 6u);
  EXPECT_EQ(table.left_out(), 1u);
  const auto places = table.places(unchanged, INFINITY, 100);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0].eta, Eigen::Vector2d(1.0, 0.0));
  EXPECT_EQ(places[0].simulations.asked, 4);
  EXPECT_EQ(places[0].simulations.rows, (std::vector<double>{1, 3, 2, 4}));  // in two halves
  EXPECT_EQ(places[1].eta, Eigen::Vector2d(9.0, 2.0));
  EXPECT_EQ(places[1].simulations.rows, (std::vector<double>{5, 6}));
  EXPECT_EQ(table.places(unchanged, 2.0, 100).size(), 1u);
}

TEST_F(SimulationTableTest, JoinsNeighboursThatAreAloneAtTheirs) {
  const SimulationTable table = read("a,b,x\n1,0,1\n8,0,2\n1.5,0,3\n9,0,4\n");
  const auto places = table.places(unchanged, INFINITY, 100);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0].eta, Eigen::Vector2d(1.25, 0.0));
  EXPECT_EQ(places[0].simulations.rows, (std::vector<double>{1, 3}));
  EXPECT_EQ(places[1].eta, Eigen::Vector2d(8.5, 0.0));
  EXPECT_EQ(table.radius_of(unchanged, 2), 1.5);
  EXPECT_EQ(table.radius_of(unchanged, 50), 9.0);
}

TEST_F(SimulationTableTest, HasNoMorePlacesThanAreWanted) {
  std::string text = "a,b,x\n";
  for (int i = 0; i < 1000; ++i)
    text += fmt::format("{},{},{}\n", std::fmod(i * 0.618, 1.0) * 10, std::fmod(i * 0.324, 1.0), i);
  const SimulationTable table = read(text);
  for (const std::size_t most : {20u, 100u, 5000u}) {
    const auto places = table.places(unchanged, INFINITY, most);
    EXPECT_LE(places.size(), most);
    EXPECT_GE(places.size(), std::min<std::size_t>(most, 500u) / 2);
    std::set<double> seen;  // each observation once
    for (const TablePlace& place : places)
      seen.insert(place.simulations.rows.begin(), place.simulations.rows.end());
    EXPECT_GE(seen.size(), 950u);
    // Places are as compact as so many can be.
    for (const TablePlace& place : places)
      for (const double i : place.simulations.rows)
        EXPECT_LT(std::abs(std::fmod(i * 0.618, 1.0) * 10 - place.eta[0]),
                  40.0 / std::sqrt(double(places.size())));
  }
}

TEST_F(SimulationTableTest, RefusesToSimulate) {
  try {
    model_.simulate(std::vector<double>{1.0, 0.0}, 3, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
  }
}

}  // namespace
}  // namespace surefoot
