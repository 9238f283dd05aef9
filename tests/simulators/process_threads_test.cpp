#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/simulators/process.hpp>

namespace surefoot {
namespace {

TEST(ProcessSimulator, IsNeverCalledMoreOftenThanAllowedByManyThreads) {
  constexpr int threads = 8, most_calls = 5;
  const Model model = process_model(
      {.command = "while read m seed a; do for i in $(seq $m); do echo $a; done; done",
       .protocol = Protocol::text,
       .seconds = 30.0,
       .most_calls = most_calls},
      {{"a", -5.0, 5.0}}, 1);
  const std::int64_t used = model.simulator->calls();  // to see whether it repeats itself
  std::latch together(threads);
  std::atomic<int> answered = 0, refused = 0;
  {
    std::vector<std::jthread> callers;
    for (std::uint64_t seed = 0; seed < threads; ++seed)
      callers.emplace_back([&, seed] {
        together.arrive_and_wait();
        try {
          model.simulate(std::vector{1.0}, 3, seed);
          ++answered;
        } catch (const Interrupted&) {
          ++refused;
        }
      });
  }
  EXPECT_EQ(model.simulator->calls(), most_calls);
  EXPECT_EQ(answered, most_calls - used);
  EXPECT_EQ(refused, threads - answered);
}

}  // namespace
}  // namespace surefoot
