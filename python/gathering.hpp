#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include <surefoot/batch/batch.hpp>

namespace surefoot::python {

/// What one worker asks of the simulator, and the answer.
struct Request {
  std::span<const double> theta = {};
  int simulations = 0;
  std::uint64_t seed = 0;
  Derivatives derivatives = Derivatives::no;
  std::vector<double> noise = {};  // simulations x latents
  std::vector<double> y = {};      // simulations x dimension
  std::vector<double> jacobian =
      {};  // simulations x dimension x parameters; empty without derivatives
  std::thread::id worker = {};
  bool answered = false;
};

/// Requests of the same kind, one after the other, to be answered by one call.
struct Batch {
  int rows = 0;
  int simulations = 0;
  Derivatives derivatives = Derivatives::no;
  std::vector<double> theta;         // rows x parameters
  std::vector<double> noise;         // rows x simulations x latents
  std::vector<std::uint64_t> seeds;  // rows
  std::vector<double> y;             // rows x simulations x dimension
  std::vector<double> jacobian;      // rows x simulations x dimension x parameters

  std::vector<Request*> requests;
};

/// Where workers that need a simulator meet the one thread that may call it.
///
/// The serving thread waits for as many requests as there are workers about, but
/// no longer than a call takes: whoever has not come by then has other things to
/// do (its draw is finished, the search has fewer starts than workers), and is
/// not waited for until it asks again.  So waiting at most doubles the time, and
/// a lone worker is served at once.
class Gathering {
 public:
  using Clock = std::chrono::steady_clock;

  /// Batches have at most `most_rows` rows; with 1 nobody is waited for.
  explicit Gathering(int most_rows) : most_rows_(static_cast<std::size_t>(most_rows)) {}

  /// For workers: returns when the request is answered.  Throws Interrupted if
  /// there will be no answer.
  void ask(Request& request);

  /// For the serving thread: the next batch.  Null if none came in the time, or
  /// none will.
  std::shared_ptr<Batch> next(Clock::duration time);

  /// Hands the answers to those who asked.
  void answer(const Batch& batch);

  /// Ends all waiting, on both sides, until it is opened again.
  void close();
  void open();
  bool closed() const;

 private:
  std::shared_ptr<Batch> take();
  bool gathered() const;

  const std::size_t most_rows_;
  mutable std::mutex mutex_;
  std::condition_variable asked_, answered_;
  std::vector<Request*> waiting_;
  std::set<std::thread::id> about_;  // workers that are expected to ask
  Clock::time_point last_request_, taken_;
  Clock::duration patience_ = shortest_patience;
  bool closed_ = false;

  static constexpr Clock::duration shortest_patience = std::chrono::microseconds(200);
  static constexpr Clock::duration longest_patience = std::chrono::milliseconds(5);
};

/// A simulator that is called by another thread, through a Gathering.  What it
/// returns depends on theta and the latents alone, never on who else asked.
class GatheringSimulator final : public BatchSimulator {
 public:
  GatheringSimulator(std::shared_ptr<Gathering> gathering, int dimension, bool differentiable)
      : gathering_(std::move(gathering)),
        dimension_(static_cast<std::size_t>(dimension)),
        differentiable_(differentiable) {}

  bool differentiable() const override { return differentiable_; }
  std::int64_t calls() const override { return calls_; }

  /// How many answers had values, or derivatives, that are not numbers.
  std::int64_t not_numbers() const { return not_numbers_; }

  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, Simulation<float>& out) const override;
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, Simulation<double>& out) const override;

 private:
  template <class Real>
  bool run(std::span<const double> theta, const LatentTable<Real>& latents, Derivatives derivatives,
           Simulation<Real>& out) const;

  std::shared_ptr<Gathering> gathering_;
  std::size_t dimension_;
  bool differentiable_;
  mutable std::atomic<std::int64_t> calls_{0}, not_numbers_{0};
};

}  // namespace surefoot::python
