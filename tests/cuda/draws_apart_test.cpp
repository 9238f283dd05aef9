#include <gtest/gtest.h>

#include <surefoot/bootstrap/problem.hpp>

#include "cuda/device_support.hpp"

// A draw is a function of its number and the seed: the same bits whichever draws run beside it.
namespace surefoot {
namespace {

struct Way {
  std::string model;
  Sample observations;
  SettingList list;
};

std::vector<Way> ways() {
  const Sample wide = observations_of("gaussian-location", 60, 4),
               narrow = observations_of("g-and-k", 1500);
  const Sample cells = observations_of("toggle-switch", 50, 0, 1, {{"transitions", 5}});
  return {{"gaussian-location", wide, {}},
          {"gaussian-location", wide, {{"design", "sobol"}, {"simulations", "128"}}},
          {"g-and-k", narrow, {}},
          {"g-and-k", narrow, {{"evaluator", "pairs"}, {"mass", "free"}, {"simulations", "200"}}},
          {"g-and-k", narrow, {{"kernel", "energy"}, {"precision", "double"}, {"draws", "100"}}},
          {"g-and-k",
           narrow,
           {{"optimiser", "adam"}, {"steps", "20"}, {"starts", "3"}, {"noise", "fresh"}}},
          {"toggle-switch",
           cells,
           {{"model-option", "transitions=5"},
            {"simulations", "64"},
            {"optimiser", "adam"},
            {"steps", "15"}}}};
}

Model model_of(const Way& way) {
  return device_model(way.model, way.observations.dimension(), settings(way.list).model_option);
}

Draws run(const Way& way, int draws) {
  SettingList list = way.list;
  list.push_back({"draws", std::to_string(draws)});
  return fit_on(Device::cuda, model_of(way), way.observations, list).draws;
}

using DrawsApart = OnDevice;

TEST_F(DrawsApart, AreTheSameTwice) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.model);
    expect_same_draws(run(way, 700), run(way, 700));  // more than run at once
  }
}

TEST_F(DrawsApart, AreTheSameWhenDevicesShareThem) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.model);
    const Draws alone = run(way, 300);
    DeviceChoice twice = Device::cuda, all = Device::cuda;
    twice.numbers = {0, 0};  // one that is waited for by two
    all.all = true;
    for (const DeviceChoice& choice : {twice, all}) {
      SettingList list = way.list;
      list.push_back({"draws", "300"});
      expect_same_draws(fit_on(choice, model_of(way), way.observations, list).draws, alone);
    }
  }
}

TEST_F(DrawsApart, BeginFiveHundredWithTheFirstHundred) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.model);
    expect_same_draws(part_of(run(way, 500), 0, 100), run(way, 100));
  }
}

TEST_F(DrawsApart, AreTheSameAlone) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.model);
    const Problem problem = make_problem(model_of(way), way.observations, settings(way.list));
    const Modes modes = find_modes(problem);
    const Draws all = run(way, 70);
    const Accelerator& device = *problem.simulation->model.accelerator;
    for (const std::uint32_t draw : {0U, 1U, 63U, 64U, 69U})
      expect_same_draws(device.bootstrap(problem, modes, {draw, draw + 1}, {}, {}).draws,
                        part_of(all, draw, 1));
    expect_same_draws(device.bootstrap(problem, modes, {12, 30}, {}, {}).draws,
                      part_of(all, 12, 18));
    EXPECT_EQ(device.bootstrap(problem, modes, {5, 5}, {}, {}).draws.rows(), 0u);
  }
}

TEST_F(DrawsApart, AreOthersForAnotherSeed) {
  Way way = ways()[2];
  const auto first = run(way, 3).values;
  way.list.push_back({"seed", "1"});
  EXPECT_NE(run(way, 3).values, first);
}

// As many as this take seconds; the wish to stop comes when the first are done.
TEST_F(DrawsApart, AreKeptWhenTheRunIsStopped) {
  const Sample x = observations_of("g-and-k", 2048);
  const Model model = device_model("g-and-k");
  FitConfig config = settings({{"draws", "100000"},
                               {"optimiser", "adam"},
                               {"steps", "1000"},
                               {"evaluator", "pairs"},
                               {"simulations", "512"},
                               {"start", "a=2,b=2,g=0.5,log_k=-1"}});
  config.device = Device::cuda;
  std::stop_source source;
  Events events;
  std::size_t told = 0;
  events.progress = [&](const Progress& progress) {
    if (std::string_view(progress.unit) != Progress{}.unit) return;  // that of the search
    told = progress.done;
    if (progress.done > 0) source.request_stop();
  };
  const Fit stopped = fit(model, x, config, events, source.get_token());
  const std::size_t rows = stopped.draws.rows();
  EXPECT_TRUE(stopped.partial);
  EXPECT_EQ(stopped.failure, "");
  ASSERT_GT(rows, 0u);
  EXPECT_LT(rows, 100000u);
  EXPECT_EQ(told, rows);
  EXPECT_LT(stopped.seconds, 60.0);
  for (std::size_t r = 1; r < rows; ++r)
    EXPECT_LT(stopped.draws.index[r - 1], stopped.draws.index[r]);
  // They are what they would have been.
  const Problem problem = make_problem(model, x, config);
  const Modes modes = find_modes(problem);
  for (const std::size_t r : {std::size_t{0}, rows / 2, rows - 1}) {
    const std::uint32_t draw = stopped.draws.index[r];
    expect_same_draws(model.accelerator->bootstrap(problem, modes, {draw, draw + 1}, {}, {}).draws,
                      part_of(stopped.draws, r, 1));
  }
}

TEST_F(DrawsApart, AreNoneWhenTheRunIsStoppedBefore) {
  std::stop_source source;
  source.request_stop();
  FitConfig config = settings({{"draws", "100"}});
  config.device = Device::cuda;
  const Fit none =
      fit(device_model("g-and-k"), observations_of("g-and-k", 100), config, {}, source.get_token());
  EXPECT_TRUE(none.partial);
  EXPECT_EQ(none.draws.rows(), 0u);
}

}  // namespace
}  // namespace surefoot
