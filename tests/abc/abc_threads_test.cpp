#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

TEST(AbcThreads, DoNotChangeTheParticles) {
  const auto expect_equal = [](const std::string& model, const Sample& x, SettingList list) {
    SCOPED_TRACE(model);
    list.insert(list.end(), {{"particles", "40"}, {"max-simulations", "2500"}, {"threads", "1"}});
    const Fit one = fit_built_in(model, x, list);
    for (const auto* threads : {"2", "3"}) {
      list.back().second = threads;
      const Fit more = fit_built_in(model, x, list);
      EXPECT_EQ(one.draws.values, more.draws.values);
      EXPECT_EQ(one.simulator_calls, more.simulator_calls);
      ASSERT_EQ(one.history.size(), more.history.size());
      for (std::size_t t = 0; t < one.history.size(); ++t) {
        EXPECT_EQ(one.history[t].threshold, more.history[t].threshold);
        EXPECT_EQ(one.history[t].simulations, more.history[t].simulations);
        EXPECT_EQ(one.history[t].acceptance, more.history[t].acceptance);
        EXPECT_EQ(one.history[t].unique, more.history[t].unique);
      }
      for (std::size_t r = 0; r < one.draws.rows(); ++r)
        EXPECT_EQ(one.draws.info[r].simulator_calls, more.draws.info[r].simulator_calls);
    }
  };
  expect_equal("g-and-k", observations_of("g-and-k", 40), {{"method", "wabc"}});
  expect_equal("g-and-k", observations_of("g-and-k", 40), {{"method", "mmd-abc"}});
  expect_equal("gaussian-location", observations_of("gaussian-location", 20, 2),
               {{"method", "wabc"}});
}

TEST(AbcThreads, ReportOneAtATime) {
  std::atomic<int> inside = 0;
  std::size_t last = 0;
  Events events;
  events.progress = [&](const Progress& p) {
    EXPECT_EQ(++inside, 1);
    EXPECT_GE(p.done, last);
    EXPECT_LE(p.done, p.total);
    last = p.done;
    --inside;
  };
  fit(built_in_model("g-and-k"), observations_of("g-and-k", 40),
      settings({{"method", "wabc"},
                {"particles", "100"},
                {"max-simulations", "20000"},
                {"threads", "2"}}),
      events);
  EXPECT_EQ(last, 20000u);
}

TEST(AbcThreads, StopInTheMiddleOfAStep) {
  std::stop_source source;
  // Nothing is within such a threshold, and each move would try for minutes.
  const FitConfig config = settings({{"method", "wabc"},
                                     {"particles", "50"},
                                     {"max-simulations", "2000000000"},
                                     {"max-trials", "100000000"},
                                     {"threads", "2"}});
  std::jthread timer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    source.request_stop();
  });
  const Fit part = fit(built_in_model("g-and-k"), observations_of("g-and-k", 200), config, {},
                       source.get_token());
  EXPECT_TRUE(part.partial);
  EXPECT_EQ(part.draws.rows(), 50u);
  EXPECT_LT(part.seconds, 10.0);
}

TEST(AbcThreads, PassAnExceptionOfTheListenerOn) {
  struct Enough {};
  Events events;
  events.progress = [](const Progress&) { throw Enough{}; };
  EXPECT_THROW(fit(built_in_model("g-and-k"), observations_of("g-and-k", 40),
                   settings({{"method", "wabc"}, {"particles", "20"}, {"threads", "2"}}), events),
               Enough);
}

}  // namespace
}  // namespace surefoot
