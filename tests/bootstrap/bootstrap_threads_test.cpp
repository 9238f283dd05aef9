#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/bootstrap.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

TEST(Threads, DoNotChangeTheDraws) {
  const Sample wide = observations_of("gaussian-location", 20, 3);
  const Sample narrow = observations_of("g-and-k", 40);
  const Sample cells = observations_of("toggle-switch", 25, 0, 1, {{"transitions", 3}});
  const auto expect_equal = [](const std::string& model, const Sample& x, SettingList list) {
    SCOPED_TRACE(model);
    list.push_back({"threads", "1"});
    const Fit one = fit_built_in(model, x, list);
    for (const auto* threads : {"2", "3"}) {
      list.back().second = threads;
      const Fit more = fit_built_in(model, x, list);
      expect_same_draws(one.draws, more.draws);
      EXPECT_EQ(one.simulator_calls, more.simulator_calls);
      EXPECT_EQ(more.threads, std::stoi(threads));
    }
  };
  expect_equal("gaussian-location", wide, {{"draws", "60"}});
  expect_equal(
      "gaussian-location", wide,
      {{"draws", "20"}, {"concentration", "5"}, {"design", "sobol"}, {"simulations", "64"}});
  expect_equal("gaussian-location", wide,
               {{"draws", "10"}, {"noise", "fresh"}, {"steps", "20"}, {"simulations", "32"}});
  expect_equal("g-and-k", narrow, {{"draws", "20"}, {"mass", "free"}, {"simulations", "64"}});
  expect_equal("toggle-switch", cells,
               {{"draws", "6"},
                {"model-option", "transitions=3"},
                {"simulations", "32"},
                {"steps", "15"},
                {"fixed", "alpha2=12,beta1=4,beta2=4.5,sigma=0.25,gamma=0.15"}});
}

TEST(Threads, ReportEveryDrawOnceAndOneAtATime) {
  const Sample x = observations_of("g-and-k", 40);
  std::size_t last = 0;
  std::atomic<int> inside = 0;
  Events events;
  events.progress = [&](const Progress& p) {
    EXPECT_EQ(++inside, 1);
    if (std::string_view(p.unit) != "draws") {
      --inside;
      return;
    }
    EXPECT_EQ(p.done, last + 1);
    EXPECT_EQ(p.total, 60u);
    EXPECT_EQ(p.failed, 0u);
    last = p.done;
    --inside;
  };
  fit(built_in_model("g-and-k"), x,
      settings({{"draws", "60"}, {"threads", "2"}, {"simulations", "64"}}), events);
  EXPECT_EQ(last, 60u);
}

TEST(Threads, KeepTheFinishedDrawsOfAnInterruptedRun) {
  const Sample x = observations_of("g-and-k", 40);
  const Model model = built_in_model("g-and-k");
  const FitConfig config = settings({{"draws", "400"}, {"threads", "2"}, {"simulations", "64"}});
  const Fit whole = fit(model, x, config);
  EXPECT_FALSE(whole.partial);

  std::stop_source source;
  Events events;
  std::size_t done = 0;
  events.progress = [&](const Progress& p) {
    done = p.done;
    if (p.done == 10) source.request_stop();
  };
  const Fit part = fit(model, x, config, events, source.get_token());
  EXPECT_TRUE(part.partial);
  EXPECT_EQ(part.draws.rows(), done);
  EXPECT_GE(part.draws.rows(), 10u);
  EXPECT_LT(part.draws.rows(), 400u);
  for (std::size_t r = 0; r < part.draws.rows(); ++r)
    expect_same_draws(part_of(part.draws, r, 1), part_of(whole.draws, part.draws.index[r], 1));
}

TEST(Threads, StopInTheMiddleOfALongDraw) {
  const Sample x = observations_of("g-and-k", 40);
  std::stop_source source;
  // A draw of a million steps would take minutes.
  const FitConfig config = settings({{"draws", "2"},
                                     {"threads", "2"},
                                     {"optimiser", "adam"},
                                     {"steps", "1000000"},
                                     {"start", "a=3,b=1,g=1,log_k=-1"}});
  std::jthread timer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    source.request_stop();
  });
  const Fit part = fit(built_in_model("g-and-k"), x, config, {}, source.get_token());
  EXPECT_TRUE(part.partial);
  EXPECT_EQ(part.draws.rows(), 0u);
  EXPECT_LT(part.seconds, 30.0);
}

TEST(Threads, GiveAnEmptyPartialFitWhenStoppedBeforeTheyBegin) {
  std::stop_source source;
  source.request_stop();
  const Sample x = observations_of("g-and-k", 40);
  const Fit none = fit(built_in_model("g-and-k"), x, settings({{"draws", "5"}, {"threads", "2"}}),
                       {}, source.get_token());
  EXPECT_TRUE(none.partial);
  EXPECT_EQ(none.draws.rows(), 0u);
  EXPECT_EQ(none.draws.names, (std::vector<std::string>{"a", "b", "g", "log_k"}));
  EXPECT_EQ(none.observations.size(), 40u);
  EXPECT_EQ(none.settings.draws, 5);
}

TEST(Threads, PassAnExceptionOfTheListenerOn) {
  struct Enough {};
  Events events;
  events.progress = [](const Progress& p) {
    if (p.done == 5) throw Enough{};
  };
  const Sample x = observations_of("gaussian-location", 30, 1);
  EXPECT_THROW(fit(built_in_model("gaussian-location", 1), x,
                   settings({{"draws", "100"}, {"threads", "2"}}), events),
               Enough);
}

}  // namespace
}  // namespace surefoot
