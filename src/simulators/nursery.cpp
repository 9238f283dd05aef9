#include "simulators/nursery.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "posix.hpp"

namespace surefoot {
namespace {

using std::chrono::milliseconds;

/// What a nursery is asked for; its answer is the number of the new worker, how the old one ended,
/// or -errno.
struct Order {
  pid_t worker = 0;  // the one to end; 0: fork a new one, with the descriptors that come along
  std::int64_t grace = 0;  // in milliseconds
};

using TwoFiles = std::array<int, 2>;

constexpr TwoFiles no_files{-1, -1};

[[noreturn]] void refuse_process(int fault) {
  throw Error(Fault::device, fmt::format("no process can be started for the code of a header: {}",
                                         std::strerror(fault)));
}

/// A message that can carry descriptors.
struct Parcel {
  Order order;
  iovec content{&order, sizeof(order)};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(TwoFiles))> room{};
  msghdr message{};

  Parcel() {
    message.msg_iov = &content;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
  }
  Parcel(const Parcel&) = delete;
  Parcel& operator=(const Parcel&) = delete;
};

bool send_order(const Descriptor& to, const Order& order, const TwoFiles& files) {
  Parcel parcel;
  parcel.order = order;
  if (files == no_files) {
    parcel.message.msg_control = nullptr;
    parcel.message.msg_controllen = 0;
  } else {
    cmsghdr* head = CMSG_FIRSTHDR(&parcel.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(files));
    std::memcpy(CMSG_DATA(head), files.data(), sizeof(files));
  }
  ssize_t sent = 0;
  do sent = ::sendmsg(to.get(), &parcel.message, no_signal);
  while (sent < 0 && errno == EINTR);
  return sent == sizeof(Order);
}

bool receive_order(const Descriptor& from, Order& order, TwoFiles& files) {
  Parcel parcel;
  files = no_files;
  ssize_t count = 0;
  do count = ::recvmsg(from.get(), &parcel.message, close_on_exec);
  while (count < 0 && errno == EINTR);
  if (count != sizeof(Order)) return false;
  const cmsghdr* head = CMSG_FIRSTHDR(&parcel.message);
  if (head != nullptr && head->cmsg_type == SCM_RIGHTS)
    std::memcpy(files.data(), CMSG_DATA(head), sizeof(files));
  order = parcel.order;
  return true;
}

using EndClock = std::chrono::steady_clock;

/// Waits for a process and ends it if it has not ended by then.
int await_end(pid_t process, EndClock::time_point until) {
  std::chrono::microseconds nap{20};  // mostly it is dead already, or about to be
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (EndClock::now() >= until) {
      ::kill(process, SIGKILL);
      while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
      }
      break;
    }
    std::this_thread::sleep_for(nap);
    nap = std::min<std::chrono::microseconds>(2 * nap, milliseconds(1));
  }
  return status;
}

// The handlers of the program are not for copies of it, and would write its files once more.
#ifdef __GLIBC__
extern "C" void leave_at_exit(int status, void*) { ::_exit(status); }
void leave_without_handlers() { ::on_exit(leave_at_exit, nullptr); }
#else
// Elsewhere handlers are not told the status; that it was an exit is what counts.
extern "C" void leave_at_exit() { ::_exit(EXIT_FAILURE); }
void leave_without_handlers() { std::atexit(leave_at_exit); }
#endif
extern "C" void leave_at_quick_exit() { ::_exit(EXIT_SUCCESS); }

/// The life of a nursery, in its own process.
class NurseryLife {
 public:
  NurseryLife(Descriptor control, pid_t parent, const Nursery::Work& work)
      : control_(std::move(control)), parent_(parent), work_(work) {}

  void live() noexcept {
    become_plain();
    for (;;) {
      pollfd file{control_.get(), POLLIN, 0};
      constexpr int look_up =
          1000;  // milliseconds; others may hold the end of a parent that is gone
      const int ready = ::poll(&file, 1, look_up);
      if (::getppid() != parent_) return end_all();
      if (ready <= 0) continue;
      Order order;
      TwoFiles files;
      if (!receive_order(control_, order, files)) return end_all();
      const int answer = order.worker == 0 ? bear(files) : end(order);
      if (::send(control_.get(), &answer, sizeof(answer), no_signal) < 0) return end_all();
    }
  }

 private:
  /// Leaves behind what belongs to the program: its group, its handlers of signals and its files,
  /// some of which are locked while they are open.
  void become_plain() {
    ::setpgid(0, 0);
#ifdef SIGRTMAX
    const int signals = SIGRTMAX;
#else
    const int signals = NSIG;
#endif
    for (int signal = 1; signal < signals; ++signal)
      ::signal(signal, signal == SIGPIPE || signal == SIGXFSZ ? SIG_IGN : SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    leave_no_core();  // or each crash of a worker would leave a file
    constexpr int lowest = STDERR_FILENO + 1;
    if (control_.get() != lowest) ::dup2(control_.get(), lowest);
    close_from(lowest + 1);
    control_.release();
    control_ = Descriptor(lowest);
  }

  int bear(const TwoFiles& files) {
    Descriptor calls(files[0]), memory(files[1]);
    const pid_t self = ::getpid();
    const pid_t worker = ::fork();
    if (worker < 0) return -errno;
    if (worker > 0) {
      workers_.push_back(worker);
      return worker;
    }
    end_with_parent();
    if (::getppid() != self) ::_exit(EXIT_FAILURE);
    control_.close();
    leave_without_handlers();
    std::at_quick_exit(leave_at_quick_exit);
    work_(std::move(calls), std::move(memory));
    std::fflush(nullptr);  // what the header printed
    ::_exit(EXIT_SUCCESS);
  }

  int end(const Order& order) {
    std::erase(workers_, order.worker);
    return await_end(order.worker, EndClock::now() + milliseconds(order.grace));
  }

  void end_all() {
    constexpr milliseconds to_print_what_is_left{100};
    const auto until = EndClock::now() + to_print_what_is_left;
    for (const pid_t worker : workers_) await_end(worker, until);
  }

  Descriptor control_;
  const pid_t parent_;
  const Nursery::Work& work_;
  std::vector<pid_t> workers_;
};

/// Asks a nursery and returns its answer.
int answer_to(const Descriptor& control, const Order& order, const TwoFiles& files) {
  int answer = 0;
  ssize_t count = -1;
  if (send_order(control, order, files)) do
      count = ::recv(control.get(), &answer, sizeof(answer), 0);
    while (count < 0 && errno == EINTR);
  if (count != sizeof(answer))
    throw Error(Fault::device,
                "the process that starts those of a header was ended from outside, as happens "
                "where memory is short");
  return answer;
}

}  // namespace

std::pair<Descriptor, Descriptor> socket_pair() {
  std::array<int, 2> ends{};
  if (private_socket_pair(ends.data()) != 0) refuse_process(errno);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Nursery::Nursery(const Work& work) {
  auto [ours, its] = socket_pair();
  std::fflush(stdout);  // or workers would print it once more
  const pid_t parent = ::getpid();
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // until it has no handlers of ours
  id_ = ::fork();
  const int fault = errno;
  if (id_ == 0) {
    NurseryLife(std::move(its), parent, work).live();
    ::_exit(EXIT_SUCCESS);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (id_ < 0) refuse_process(fault);
  ::setpgid(id_, id_);  // whoever of us comes first
  left_behind_ = LeftBehind::processes(id_, SIGKILL);
  control_ = std::move(ours);
}

Nursery::~Nursery() {
  control_.close();
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

pid_t Nursery::fork_worker(const Descriptor& calls, const Descriptor& memory) {
  const std::lock_guard lock(mutex_);
  const int answer = answer_to(control_, {}, {calls.get(), memory.get()});
  if (answer < 0) refuse_process(-answer);
  return answer;
}

int Nursery::end_worker(pid_t worker, milliseconds grace) {
  const std::lock_guard lock(mutex_);
  return answer_to(control_, {worker, grace.count()}, no_files);
}

}  // namespace surefoot
