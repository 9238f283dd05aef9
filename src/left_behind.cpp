#include "left_behind.hpp"

#include <array>
#include <atomic>
#include <cstring>
#include <utility>

#include <signal.h>
#include <unistd.h>

namespace surefoot {
namespace {

enum class State { empty, being_filled, processes, path };

// A handler of signals can neither wait for a lock nor ask for memory: hence a table of fixed size.
// Whatever does not fit into it is not cleared up.
struct Slot {
  std::atomic<State> state = State::empty;
  pid_t group = 0;
  int signal = 0;
  std::array<char, 1024> path{};
};

std::array<Slot, 256> slots;

int take_slot() {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    State empty = State::empty;
    if (slots[i].state.compare_exchange_strong(empty, State::being_filled))
      return static_cast<int>(i);
  }
  return -1;
}

// A folder needs more than a handler may do itself.
void remove_path(const char* path) noexcept {
  if (::unlink(path) == 0 || ::rmdir(path) == 0) return;
  if (::_Fork() == 0) {
    ::execl("/bin/rm", "rm", "-rf", "--", path, nullptr);
    ::_exit(1);
  }
}

}  // namespace

LeftBehind LeftBehind::processes(pid_t group, int signal) {
  const int number = take_slot();
  if (number < 0) return LeftBehind();
  Slot& slot = slots[static_cast<std::size_t>(number)];
  slot.group = group;
  slot.signal = signal;
  slot.state = State::processes;
  return LeftBehind(number);
}

LeftBehind LeftBehind::path(const std::filesystem::path& path) {
  std::error_code fault;
  const std::string absolute = std::filesystem::absolute(path, fault).string();
  if (fault || absolute.size() >= Slot{}.path.size()) return LeftBehind();
  const int number = take_slot();
  if (number < 0) return LeftBehind();
  Slot& slot = slots[static_cast<std::size_t>(number)];
  std::memcpy(slot.path.data(), absolute.c_str(), absolute.size() + 1);
  slot.state = State::path;
  return LeftBehind(number);
}

LeftBehind::LeftBehind(LeftBehind&& other) noexcept : slot_(std::exchange(other.slot_, -1)) {}

LeftBehind& LeftBehind::operator=(LeftBehind&& other) noexcept {
  std::swap(slot_, other.slot_);
  return *this;
}

LeftBehind::~LeftBehind() {
  if (slot_ >= 0) slots[static_cast<std::size_t>(slot_)].state = State::empty;
}

void clear_up() noexcept {
  // Processes first: they may be writing what is removed then.
  for (Slot& slot : slots)
    if (slot.state == State::processes) ::kill(-slot.group, slot.signal);
  for (Slot& slot : slots)
    if (slot.state == State::path) remove_path(slot.path.data());
}

}  // namespace surefoot
