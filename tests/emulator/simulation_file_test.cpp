#include "emulator/simulation_file.hpp"

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

KeptSimulations some_simulations() {
  KeptSimulations kept{
      {"my-model.hpp", "1f", "size=3", {"a", "b"}, 2}, {}, {{"00ff", 0}, {"1", 2}}};
  kept.places.push_back({{0.1, 1.0 / 3.0}, 0, 4, false, {1, 2, 3, 4, 5, 6, 7, 1e-300}});
  kept.places.push_back({{0.2, -5.0}, 1, 2, true, {}});
  kept.places.push_back({{0.3, 7.0}, 5, 2, false, {-1, -2, -3, -4}});
  return kept;
}

std::string refusal_of(const KeptSimulations& kept) {
  try {
    simulations_of_netcdf(to_netcdf(kept));
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    return error.what();
  }
  return "no error";
}

TEST(SimulationFile, GivesBackWhatWasKept) {
  const KeptSimulations kept = some_simulations(), read = simulations_of_netcdf(to_netcdf(kept));
  EXPECT_EQ(read.simulator, kept.simulator);
  EXPECT_EQ(read.places, kept.places);
  EXPECT_EQ(read.runs, kept.runs);
}

TEST(SimulationFile, MayHoldFailuresAlone) {
  KeptSimulations kept = some_simulations();
  kept.places = {kept.places[1]};
  kept.runs.clear();
  const KeptSimulations read = simulations_of_netcdf(to_netcdf(kept));
  EXPECT_EQ(read.places, kept.places);
  EXPECT_TRUE(read.runs.empty());
}

TEST(SimulationFile, RefusesWhatCannotBe) {
  KeptSimulations kept = some_simulations();
  kept.places[0].asked = 6;
  EXPECT_EQ(refusal_of(kept),
            "place 0 must have as many observations as were asked for, an even number, but has 4 "
            "of 6");
  kept = some_simulations();
  kept.places[2].rows[1] = NAN;
  EXPECT_EQ(refusal_of(kept), "\"x\" must have finite numbers only");
  kept = some_simulations();
  kept.places[1].theta[0] = INFINITY;
  EXPECT_EQ(refusal_of(kept), "\"theta\" must have finite numbers only");
  kept = some_simulations();
  kept.places[1].number = 0xffffffffU;
  EXPECT_NE(refusal_of(kept).find("\"number\" must be a number from 0 to 2147483647"),
            std::string::npos);
}

TEST(SimulationFile, RefusesDamage) {
  std::string content = to_netcdf(some_simulations());
  content[content.size() / 2] ^= 1;
  EXPECT_THROW(simulations_of_netcdf(content), Error);
  EXPECT_THROW(simulations_of_netcdf("a,b\n1,2\n"), Error);
}

TEST(SimulatorIdentity, SaysWhatIsAnothers) {
  const SimulatorIdentity one = simulator_of(built_in_model("sir"));
  EXPECT_EQ(difference(one, one), "");
  SimulatorIdentity other = one;
  other.options = "population=7";
  EXPECT_EQ(difference(other, one),
            "options of the model: population=7 there, " + one.options + " here");
  other = one;
  other.source = "abc";
  EXPECT_EQ(difference(other, one), "code of the model: abc there, none here");
  EXPECT_NE(difference(simulator_of(built_in_model("ricker")), one), "");
}

}  // namespace
}  // namespace surefoot
