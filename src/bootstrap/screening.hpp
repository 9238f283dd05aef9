#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {

/// One objective for each worker, on the observations with equal weights.
class Workers {
 public:
  Workers(const Problem& problem, std::stop_token stop)
      : threads_(problem.settings.threads), objectives_([&problem, stop] {
          auto objective = make_draw_objective(problem, stop);
          objective->begin_data();
          return objective;
        }) {}

  /// Calls work(i, objective) for every i, on all threads.
  template <class Work>
  void run(std::size_t count, Work work) {
    for_each_index(threads_, count, [&](std::size_t i) { work(i, *objectives_.local()); });
  }

  std::int64_t simulator_calls() const {
    std::int64_t calls = 0;
    for (const auto& objective : objectives_) calls += objective->simulator_calls();
    return calls;
  }

 private:
  int threads_;
  tbb::enumerable_thread_specific<std::unique_ptr<DrawObjective>> objectives_;
};

/// The optimiser's scale of a point on the natural one.
std::vector<double> to_eta(const Problem& problem, const std::vector<double>& theta);

/// The settings' `start`, with the middle of the search box for what it leaves out.
Mode given_start(const Problem& problem);

/// The best `most` of `points` points of the search box at which the simulator works, best first.
std::vector<Mode> screen(const Problem& problem, int points, std::size_t most, Workers& workers);

/// The same, and `apart` more: those furthest from any better point.  The best points may all lie
/// in one valley, but every valley that the points tell apart has one that is far from a better.
std::vector<Mode> screen_valleys(const Problem& problem, int points, std::size_t most,
                                 std::size_t apart, Workers& workers);

}  // namespace surefoot
