#include "helpers.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <surefoot/draws/events.hpp>

namespace surefoot::python {

void HelpersCrew::begin(RunIdentity identity) {
  const std::lock_guard lock(mutex_);
  identity_ = std::move(identity);
}

void HelpersCrew::make(const CrewTask& task) {
  constexpr auto pause = std::chrono::milliseconds(50);  // between looks whether it is over
  std::unique_lock lock(mutex_);
  wanted_ = task.numbers.list();
  for (std::size_t kept = 0; kept < task.numbers.size() && !task.over();) {
    changed_.wait_for(lock, pause, [&] { return !arrived_.empty(); });
    for (; !arrived_.empty(); ++kept) {
      task.keep(made_draw_of(arrived_.front()));
      arrived_.pop_front();
    }
  }
}

std::optional<std::vector<std::uint32_t>> HelpersCrew::wanted() {
  const std::lock_guard lock(mutex_);
  return std::exchange(wanted_, std::nullopt);
}

void HelpersCrew::bring(const HelpersDraws& brought) {
  const std::lock_guard lock(mutex_);
  const std::string other = difference(brought.identity, identity_);
  if (!other.empty())
    throw Error(Fault::usage,
                fmt::format("a worker of the executor makes draws of another run: {}", other));
  arrived_.insert(arrived_.end(), brought.draws.begin(), brought.draws.end());
  changed_.notify_one();
}

class HelperCrew::Desk final : public DrawDesk {
 public:
  explicit Desk(HelperCrew& crew) : crew_(crew) {}

  std::vector<std::uint32_t> next(std::size_t most) override {
    std::unique_lock lock(crew_.mutex_);
    crew_.given_.wait(lock, [&] { return crew_.closed_ || !crew_.numbers_.empty(); });
    if (crew_.closed_) return {};
    const auto end =
        crew_.numbers_.begin() + static_cast<std::ptrdiff_t>(std::min(most, crew_.numbers_.size()));
    std::vector<std::uint32_t> some(crew_.numbers_.begin(), end);
    crew_.numbers_.erase(crew_.numbers_.begin(), end);
    return some;
  }

  void take(MadeDraw draw) override {
    const std::lock_guard lock(crew_.mutex_);
    crew_.draws_.push_back(to_bytes(draw));
    crew_.made_.notify_one();
  }

 private:
  HelperCrew& crew_;
};

void HelperCrew::begin(RunIdentity identity) {
  const std::lock_guard lock(mutex_);
  identity_ = std::move(identity);
}

void HelperCrew::make(const CrewTask& task) {
  Desk desk(*this);
  task.work(desk);
  throw Interrupted{};
}

void HelperCrew::give(const std::vector<std::uint32_t>& numbers) {
  const std::lock_guard lock(mutex_);
  numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
  given_.notify_all();
}

HelpersDraws HelperCrew::take(double seconds) {
  std::unique_lock lock(mutex_);
  made_.wait_for(lock, std::chrono::duration<double>(seconds),
                 [&] { return closed_ || !draws_.empty(); });
  return {identity_, std::exchange(draws_, {})};
}

void HelperCrew::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  given_.notify_all();
  made_.notify_all();
}

}  // namespace surefoot::python
