#include <gtest/gtest.h>

#include "monte_carlo.hpp"
#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

/// Departures of one series, customer by customer, as a queue is described in words: each arrives,
/// waits for the one before to leave, and is served.
std::vector<double> departures(const std::vector<double>& theta, const LatentTable<double>& latents,
                               int series, int customers) {
  std::vector<double> times;
  double clock = 0.0, left = 0.0;
  for (int i = 0; i < customers; ++i) {
    const double u = latents.values[2 * i * latents.stride + series];
    const double v = latents.values[(2 * i + 1) * latents.stride + series];
    clock += -std::log(v) / theta[2];
    const double begins = std::max(clock, left);
    left = begins + theta[0] + u * theta[1];
    times.push_back(left);
  }
  return times;
}

TEST(MG1Queue, IsTheQueueOfCustomersThatWait) {
  constexpr int customers = 30;
  const Model model = built_in_model("m-g-1", customers);
  const auto latents = latents_for<double>(model, 40);
  for (const auto& theta : {model.truth, {8.0, 1.0, 0.3}, {0.1, 0.2, 0.01}}) {
    const auto out = simulate(model, theta, latents);
    for (int j = 0; j < 40; ++j) {
      const auto times = departures(theta, latents, j, customers);
      double before = 0.0;
      for (int c = 0; c < customers; ++c) {
        EXPECT_NEAR(out.y(j, c), times[c] - before, 1e-9 * times[c]) << "customer " << c;
        before = times[c];
      }
    }
  }
}

/// The mean interval of the last customers of long series, with its standard error.
Estimate late_interval(const std::vector<double>& theta) {
  const Model model = built_in_model("m-g-1", 60);
  const Sample x = model.simulate(theta, 4000, 1);
  std::vector<double> last;
  for (std::size_t i = 0; i < x.size(); ++i) last.push_back(x(i, 59));
  return estimate(last);
}

// Of standard errors: five are exceeded by one choice of seeds in a million.
TEST(MG1Queue, LetsOutWhatComesInUnlessItIsOverrun) {
  const Estimate light = late_interval({0.2, 0.4, 0.1});  // arrivals 10 apart, served in 0.4
  EXPECT_NEAR(light.mean, 10.0, 5.0 * light.error);
  const Estimate heavy = late_interval({6.0, 4.0, 0.33});  // arrivals 3 apart, served in 8
  EXPECT_NEAR(heavy.mean, 8.0, 5.0 * heavy.error);
}

}  // namespace
}  // namespace surefoot
