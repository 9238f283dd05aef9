#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#include <surefoot/draws/events.hpp>

#include "front/ranks/messages.hpp"
#include "front/ranks/rank_crew.hpp"

namespace surefoot::front {
namespace {

using Clock = std::chrono::steady_clock;

// Each look for messages takes time from those who draw: what was made meanwhile goes together.
constexpr auto pause = std::chrono::milliseconds(2);
constexpr auto at_hand_for = std::chrono::milliseconds(20);  // an answer comes sooner

}  // namespace

/// Between the threads that draw and the one that speaks with the leading rank.
class FollowingCrew::Desk final : public DrawDesk {
 public:
  std::vector<std::uint32_t> next(std::size_t most) override {
    std::unique_lock lock(mutex_);
    ++waiting_;
    greedy_ |= most == all_that_are_left;
    if (numbers_.empty()) changed_.notify_all();
    given_.wait(lock, [&] { return closed_ || !numbers_.empty(); });
    --waiting_;
    const auto end =
        numbers_.begin() + static_cast<std::ptrdiff_t>(std::min(most, numbers_.size()));
    std::vector<std::uint32_t> some(numbers_.begin(), end);
    numbers_.erase(numbers_.begin(), end);
    return some;
  }

  void take(MadeDraw draw) override {
    const std::lock_guard lock(mutex_);
    append(made_, to_bytes(draw));
    ++made_count_;
  }

  /// How many draws to ask for now; 0 means nothing.  While many are left, as many as are made in
  /// some moments are kept at hand, so that no thread waits for an answer; towards the end only
  /// what can be begun.
  std::size_t appetite(int ranks) {
    const std::lock_guard lock(mutex_);
    if (closed_ || asked_) return 0;
    const std::chrono::duration<double> past = Clock::now() - began_, ahead = at_hand_for;
    const auto soon = static_cast<std::size_t>(static_cast<double>(made_count_) * (ahead / past));
    const std::size_t share = left_ / (4 * static_cast<std::size_t>(ranks));
    const std::size_t at_hand = waiting_ + std::min(share, soon);
    if (waiting_ == 0 && 2 * numbers_.size() > at_hand) return 0;  // there is time
    const std::size_t wanted = at_hand > numbers_.size() ? at_hand - numbers_.size() : 0;
    asked_ = wanted > 0;
    return wanted;
  }

  bool greedy() {
    const std::lock_guard lock(mutex_);
    return greedy_;
  }

  void give(const std::vector<std::uint32_t>& left_and_numbers) {
    const std::lock_guard lock(mutex_);
    asked_ = false;
    left_ = left_and_numbers.at(0);
    numbers_.insert(numbers_.end(), left_and_numbers.begin() + 1, left_and_numbers.end());
    if (left_and_numbers.size() == 1) closed_ = true;
    given_.notify_all();
  }

  /// Whether an answer is on the way, with draws that must be made or given back.
  bool is_asking() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

  /// The answer will have no draws.
  void expect_nothing() {
    const std::lock_guard lock(mutex_);
    asked_ = false;
  }

  /// Gives back what was not begun.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (const std::uint32_t number : numbers_) append(made_, to_bytes({number, {}}));
    numbers_.clear();
    given_.notify_all();
  }

  /// The draws that were made since it was asked last, after a pause unless a thread waits for
  /// more.
  std::string made() {
    std::unique_lock lock(mutex_);
    if (waiting_ == 0 || asked_ || closed_) changed_.wait_for(lock, pause);
    return std::exchange(made_, {});
  }

  void end_pause() { changed_.notify_all(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_, given_;
  std::deque<std::uint32_t> numbers_;
  std::string made_;
  const Clock::time_point began_ = Clock::now();
  std::size_t made_count_ = 0;
  std::size_t waiting_ = 0, left_ = 0;
  bool asked_ = false, closed_ = false, greedy_ = false;
};

void FollowingCrew::make(const CrewTask& task) {
  place_.begin();
  Desk desk;
  std::atomic<bool> worked = false;
  std::exception_ptr thrown;
  std::thread own([&] {
    try {
      task.work(desk);
    } catch (...) {
      thrown = std::current_exception();
    }
    worked = true;
    desk.end_pause();
  });
  while (true) {
    const bool last = worked && !desk.is_asking();  // before what was made is fetched
    if (const std::string draws = desk.made(); !draws.empty()) send(0, bring, draws);
    if (last) break;
    if (leave_.stop_requested()) stop_.request_stop();
    if (task.over()) desk.close();
    if (const std::size_t wanted = desk.appetite(place_.count); wanted > 0)
      send(0, ask, bytes_of({desk.greedy() ? 0 : static_cast<std::uint32_t>(wanted)}));
    while (const auto message = receive()) {
      if (message->tag == give) desk.give(message->numbers());
      if (message->tag == stop) {
        stop_.request_stop();
        desk.expect_nothing();
      }
    }
  }
  own.join();
  send(0, leave, std::string());
  if (thrown) std::rethrow_exception(thrown);
  throw Interrupted{};
}

}  // namespace surefoot::front
