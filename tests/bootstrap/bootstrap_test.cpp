#include <gtest/gtest.h>

#include <surefoot/bootstrap/bootstrap.hpp>

#include "bootstrap/fit_support.hpp"
#include "bootstrap/flat_paths.hpp"

namespace surefoot {
namespace {

/// Problems that take different ways through the bootstrap, each small.
struct Way {
  std::string model;
  Sample observations;
  SettingList list;
};

std::vector<Way> ways() {
  const Sample wide = observations_of("gaussian-location", 30, 3),
               narrow = observations_of("g-and-k", 40);
  const Sample cells = observations_of("toggle-switch", 25, 0, 1, {{"transitions", 3}});
  return {{"gaussian-location", wide, {}},
          {"gaussian-location", wide, {{"design", "iid"}, {"simulations", "64"}}},
          {"gaussian-location", wide, {{"concentration", "3"}, {"truncation", "10"}}},
          {"gaussian-location",
           wide,
           {{"noise", "fresh"}, {"resample", "true"}, {"steps", "20"}, {"simulations", "32"}}},
          {"g-and-k", narrow, {{"mass", "free"}, {"simulations", "128"}}},
          {"g-and-k", narrow, {{"design", "sobol"}, {"simulations", "64"}, {"concentration", "2"}}},
          {"toggle-switch",
           cells,
           {{"model-option", "transitions=3"}, {"simulations", "32"}, {"steps", "15"}}}};
}

Fit run(const Way& way, int draws) {
  SettingList list = way.list;
  list.push_back({"draws", std::to_string(draws)});
  return fit_built_in(way.model, way.observations, list);
}

TEST(Bootstrap, GivesTheSameDrawsTwice) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.model);
    expect_same_draws(run(way, 8).draws, run(way, 8).draws);
  }
}

TEST(Bootstrap, BeginsALongRunWithTheDrawsOfAShortOne) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.model);
    expect_same_draws(part_of(run(way, 20).draws, 0, 5), run(way, 5).draws);
  }
}

TEST(Bootstrap, BeginsFiveHundredDrawsWithTheFirstHundred) {
  const Way way = ways()[0];
  expect_same_draws(part_of(run(way, 500).draws, 0, 100), run(way, 100).draws);
}

TEST(Bootstrap, GivesAnyRangeAsPartOfTheWhole) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.model);
    const FitConfig config = settings(way.list);
    const Problem problem =
        make_problem(built_in_model(way.model, way.observations.dimension(), config.model_option),
                     way.observations, config);
    Modes modes = find_modes(problem);
    find_flat_paths(problem, modes, {});
    const Draws range = bootstrap(problem, modes, {12, 17}, {}, {}).draws;
    EXPECT_EQ(range.index, (std::vector<std::uint32_t>{12, 13, 14, 15, 16}));
    expect_same_draws(range, part_of(run(way, 20).draws, 12, 5));
    EXPECT_EQ(bootstrap(problem, modes, {5, 5}, {}, {}).draws.rows(), 0u);
  }
}

TEST(Bootstrap, GivesTheSecondHundredAsPartOfTheWhole) {
  const Way way = ways()[0];
  const Problem problem =
      make_problem(built_in_model(way.model, 3), way.observations, settings(way.list));
  const Draws range = bootstrap(problem, find_modes(problem), {100, 200}, {}, {}).draws;
  expect_same_draws(range, part_of(run(way, 300).draws, 100, 100));
}

TEST(Bootstrap, GivesOtherDrawsForAnotherSeed) {
  for (Way way : ways()) {
    const auto first = run(way, 3).draws.values;
    way.list.push_back({"seed", "1"});
    EXPECT_NE(run(way, 3).draws.values, first) << way.model;
  }
}

TEST(Bootstrap, CountsWhatEachDrawCost) {
  const Fit fit = run(ways()[4], 10);
  EXPECT_EQ(fit.simulations_per_draw, 128);
  std::int64_t calls = 0;
  for (const DrawInfo& info : fit.draws.info) {
    // One more than the evaluations where the report is not at the last of them.
    EXPECT_GE(info.simulator_calls, 128 * info.evaluations);
    EXPECT_LE(info.simulator_calls, 128 * (info.evaluations + 1));
    EXPECT_GE(info.evaluations, 2);
    calls += info.simulator_calls;
  }
  EXPECT_GT(fit.simulator_calls, calls);  // the search for starts comes on top
}

TEST(Bootstrap, SimulatesNothingInClosedForm) {
  const Fit fit = run(ways()[0], 10);
  EXPECT_EQ(fit.simulations_per_draw, 0);
  EXPECT_EQ(fit.simulator_calls, 0);
}

}  // namespace
}  // namespace surefoot
