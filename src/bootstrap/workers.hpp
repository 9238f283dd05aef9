#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include <surefoot/draws/crew.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {

/// One objective for each worker thread, made when it is first needed.
template <class Objective>
class Workers {
 public:
  Workers(int threads, Crew* crew, std::function<std::unique_ptr<Objective>()> make)
      : threads_(threads), crew_(crew), objectives_(std::move(make)) {}

  /// Calls work(i, objective) for every i, on all threads.
  template <class Work>
  void run(std::size_t count, Work work) {
    for_each_index(threads_, count, [&](std::size_t i) { work(i, *objectives_.local()); });
  }

  /// Calls work(i, objective, values) for every i, whose results are `width` values each, on the
  /// threads of all processes that search alike; gives all values, one result after the other.
  template <class Work>
  std::vector<double> run_together(std::size_t count, std::size_t width, Work work) {
    const auto processes = static_cast<std::size_t>(crew_ ? crew_->searchers() : 1);
    const auto own = static_cast<std::size_t>(crew_ ? crew_->searcher() : 0);
    const std::int64_t calls = simulator_calls();
    std::vector<double> values(count * width + processes);  // and what it cost each of them
    std::optional<Error> error;
    try {
      run(count / processes + (count % processes > own ? 1 : 0),
          [&](std::size_t k, Objective& objective) {
            const std::size_t i = own + k * processes;
            work(i, objective, std::span(values).subspan(i * width, width));
          });
    } catch (const Error& met) {
      error = met;
    }
    values[count * width + own] = static_cast<double>(simulator_calls() - calls);
    if (crew_)
      crew_->gather(values, error);
    else if (error)
      throw Error(*error);
    for (std::size_t p = 0; p < processes; ++p)
      if (p != own) calls_elsewhere_ += static_cast<std::int64_t>(values[count * width + p]);
    values.resize(count * width);
    return values;
  }

  std::int64_t simulator_calls() const {
    std::int64_t calls = calls_elsewhere_;
    for (const auto& objective : objectives_) calls += objective->simulator_calls();
    return calls;
  }

 private:
  int threads_;
  Crew* crew_;
  std::int64_t calls_elsewhere_ = 0;
  tbb::enumerable_thread_specific<std::unique_ptr<Objective>> objectives_;
};

}  // namespace surefoot
