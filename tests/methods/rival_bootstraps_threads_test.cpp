#include <chrono>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

TEST(RivalBootstrapsOnThreads, GiveTheSameDraws) {
  const Sample wide = observations_of("gaussian-location", 25, 2);
  const Sample narrow = observations_of("g-and-k", 60);
  const auto expect_equal = [](const std::string& model, const Sample& x, SettingList list) {
    SCOPED_TRACE(list.front().second);
    list.push_back({"threads", "1"});
    const Fit one = fit_built_in(model, x, list);
    list.back().second = "3";
    const Fit more = fit_built_in(model, x, list);
    expect_same_draws(one.draws, more.draws);
    EXPECT_EQ(one.simulator_calls, more.simulator_calls);
  };
  const SettingList prior{{"concentration", "5"}, {"draws", "12"}};
  const auto with = [](SettingList list, const SettingList& more) {
    list.insert(list.end(), more.begin(), more.end());
    return list;
  };
  expect_equal("gaussian-location", wide, with({{"method", "npl-wll"}}, prior));
  expect_equal("g-and-k", narrow, with({{"method", "npl-wll"}}, prior));
  expect_equal("gaussian-location", wide, with({{"method", "npl-wasserstein"}}, prior));
  expect_equal(
      "gaussian-location", wide,
      {{"method", "npl-wasserstein"}, {"preset", "paper"}, {"simulations", "20"}, {"draws", "9"}});
  expect_equal("g-and-k", narrow, {{"method", "npl-wasserstein"}, {"draws", "12"}});
}

TEST(RivalBootstrapsOnThreads, StopInTheMiddleOfALongDraw) {
  const Sample x = observations_of("gaussian-location", 200, 3);
  std::stop_source source;
  const FitConfig config = settings({{"method", "npl-wasserstein"},
                                     {"draws", "500"},
                                     {"threads", "2"},
                                     {"simulations", "400"},
                                     {"optimiser", "powell"},
                                     {"start", "theta1=0,theta2=0,theta3=0"}});
  std::jthread timer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    source.request_stop();
  });
  const Fit part = fit(built_in_model("gaussian-location", 3), x, config, {}, source.get_token());
  EXPECT_TRUE(part.partial);
  EXPECT_LT(part.draws.rows(), 500u);
  EXPECT_LT(part.seconds, 30.0);
}

}  // namespace
}  // namespace surefoot
