#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <set>
#include <thread>

#include "front/ranks/messages.hpp"
#include "front/ranks/rank_crew.hpp"

namespace surefoot::front {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto pause = std::chrono::milliseconds(1);  // between looks for messages
constexpr auto grace = std::chrono::seconds(5);       // for what is on its way when a run ends

}  // namespace

/// What is to be done, and who does it.
struct LeadingCrew::Board {
  explicit Board(const CrewTask& t, int ranks)
      : task(t), left(t.numbers.list().begin(), t.numbers.list().end()), followers(ranks - 1) {}

  /// Called by whoever holds the mutex.
  std::vector<std::uint32_t> hand_out(std::size_t most) {
    if (task.over()) return {};
    // Who takes as much as it can get leaves enough for the others.
    const std::size_t share = left.size() / (2 * static_cast<std::size_t>(followers + 1)) + 1;
    const std::size_t count = std::min(most == all_that_are_left ? share : most, left.size());
    const auto end = left.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<std::uint32_t> some(left.begin(), end);
    left.erase(left.begin(), end);
    return some;
  }

  /// What a rank brings.  One that was asked to stop alone gives back what it did not finish.
  void keep(int rank, MadeDraw draw) {
    elsewhere[rank].erase(draw.number);
    if (!draw.row.finished && !draw.error && !task.over())
      left.push_front(draw.number);
    else
      task.keep(std::move(draw));
  }

  /// A rank that leaves may have draws that it did not begin.
  void take_back_from(int rank) {
    const auto& theirs = elsewhere[rank];
    left.insert(left.begin(), theirs.begin(), theirs.end());
    elsewhere.erase(rank);
  }

  bool any_elsewhere() const {
    return std::any_of(elsewhere.begin(), elsewhere.end(),
                       [](const auto& rank) { return !rank.second.empty(); });
  }

  const CrewTask& task;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::uint32_t> left;
  std::map<int, std::set<std::uint32_t>> elsewhere;  // handed to followers, and not yet back
  int followers;
  bool worked = false;  // this rank's own work is done
  std::exception_ptr thrown = {};
};

class LeadingCrew::Desk final : public DrawDesk {
 public:
  explicit Desk(Board& board) : board_(board) {}

  std::vector<std::uint32_t> next(std::size_t most) override {
    std::unique_lock lock(board_.mutex);
    // What others give back is made here.
    while (board_.left.empty() && board_.any_elsewhere() && !board_.task.over())
      board_.changed.wait_for(lock, 50 * pause);
    return board_.hand_out(most);
  }

  void take(MadeDraw draw) override {
    const std::lock_guard lock(board_.mutex);
    board_.task.keep(std::move(draw));
  }

 private:
  Board& board_;
};

void LeadingCrew::make(const CrewTask& task) {
  place_.begin();
  Board board(task, place_.count);
  Desk desk(board);
  std::thread own([&] {
    try {
      task.work(desk);
    } catch (...) {
      board.thrown = std::current_exception();
    }
    const std::lock_guard lock(board.mutex);
    board.worked = true;
    board.changed.notify_all();
  });
  int about = board.followers;
  std::optional<Clock::time_point> over_since;
  Outbox outbox;
  const auto hear = [&](const Message& message) {
    const std::lock_guard lock(board.mutex);
    if (message.tag == leave) {
      --about;
      board.take_back_from(message.from);
    }
    if (message.tag == bring)
      for_each_text(message.bytes,
                    [&](std::string_view one) { board.keep(message.from, made_draw_of(one)); });
    board.changed.notify_all();
    if (message.tag != ask) return;
    const std::uint32_t wanted = message.numbers().at(0);
    auto some = board.hand_out(wanted == 0 ? all_that_are_left : wanted);
    board.elsewhere[message.from].insert(some.begin(), some.end());
    some.insert(some.begin(), static_cast<std::uint32_t>(board.left.size()));
    outbox.send(message.from, give, bytes_of(some));
  };
  while (true) {
    bool heard = false;
    while (const auto message = receive()) {
      hear(*message);
      heard = true;
    }
    std::unique_lock lock(board.mutex);
    if (board.worked && about == 0) break;
    if (task.over() && !over_since) {
      over_since = Clock::now();
      for (int rank = 1; rank < place_.count; ++rank) send(rank, stop, std::string());
    }
    // Ranks that a signal ended as well may not be there any more.
    if (over_since && board.worked && Clock::now() - *over_since > grace) break;
    if (!heard) board.changed.wait_for(lock, pause);
  }
  if (about == 0) outbox.wait();
  own.join();
  if (board.thrown) std::rethrow_exception(board.thrown);
}

}  // namespace surefoot::front
