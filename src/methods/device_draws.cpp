#include "methods/device_draws.hpp"

#include <mutex>
#include <thread>
#include <vector>

#include <surefoot/error.hpp>

#include "bootstrap/draw_loop.hpp"

namespace surefoot {
namespace {

class DeviceDraws {
 public:
  DeviceDraws(const ChosenDevice& chosen, const Problem& problem, const Modes& modes, Run& run)
      : chosen_(chosen), problem_(problem), modes_(modes), run_(run) {}

  void make() {
    const DrawJob job = run_.begin_draws();
    if (job.crew || chosen_.numbers.size() > 1)
      return run_.keep(make_draws_by(job, [&](DrawDesk& desk) { work_for(desk, job); }));
    auto outcome = draw(chosen_.numbers.front(), job.numbers, run_.events);
    run_.keep({std::move(outcome.draws)});
    if (!outcome.failure.empty()) run_.fail(Error(Fault::device, outcome.failure));
  }

 private:
  Accelerator::Outcome draw(int number, const DrawNumbers& numbers, const Events& events) {
    chosen_.device.use(number);
    auto outcome = chosen_.device.bootstrap(problem_, modes_, numbers, events, run_.stop);
    const std::lock_guard lock(mutex_);
    run_.result.device_seconds += outcome.seconds;
    return outcome;
  }

  /// Each device is waited for by a thread of its own.
  void work_for(DrawDesk& desk, const DrawJob& job) {
    const std::size_t devices = chosen_.numbers.size();
    const std::size_t share = (job.numbers.size() + devices - 1) / devices;
    std::vector<std::thread> threads;
    for (const int number : chosen_.numbers)
      threads.emplace_back([&, number] {
        if (!job.crew) {
          draw_some(desk, number, share);
          return;
        }
        while (draw_some(desk, number, all_that_are_left)) {
        }
      });
    for (std::thread& thread : threads) thread.join();
  }

  /// Whether there may be more to draw.
  bool draw_some(DrawDesk& desk, int number, std::size_t most) {
    auto some = desk.next(most);
    if (some.empty()) return false;
    const std::uint32_t first = some.front();
    Events bringing = run_.events;
    bringing.progress = {};
    bringing.draw = [&](const FinishedDraw& one) {
      desk.take({one.number, {true, false, {one.theta.begin(), one.theta.end()}, one.info}});
    };
    try {
      const auto outcome = draw(number, DrawNumbers(std::move(some)), bringing);
      if (!outcome.failure.empty()) throw Error(Fault::device, outcome.failure);
      return true;
    } catch (const Error& error) {
      desk.take({first, {}, error});
      return false;
    }
  }

  const ChosenDevice& chosen_;
  const Problem& problem_;
  const Modes& modes_;
  Run& run_;
  std::mutex mutex_;
};

}  // namespace

void draw_on(const ChosenDevice& chosen, const Problem& problem, const Modes& modes, Run& run) {
  DeviceDraws(chosen, problem, modes, run).make();
}

}  // namespace surefoot
