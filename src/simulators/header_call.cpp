#include "simulators/header_call.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <typeinfo>

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "left_behind.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

// The header whose code this thread is in; null in ours.  A thread that has called a header has it,
// so that a handler of signals need not ask for memory.
thread_local const char* running = nullptr;
// The file that says of this header that it has crashed; null if there is to be none.
thread_local const char* mark_of_running = nullptr;

constexpr std::array crashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::array<struct sigaction, crashes.size()> handlers_before;

constexpr int wrong_simulator = 65;  // the exit status of Fault::data, see docs/errors.md

constexpr const char* deed_of_exit = "ended the program (exit), where a simulator must return";

// One line in one call, by nothing but what a handler may use.
void tell(const char* what) {
  std::array<char, 2048> line;
  std::size_t size = 0;
  for (const char* part : {"surefoot: ", running, ": the code of the header ", what, "\n"})
    for (; *part != '\0' && size + 1 < line.size(); ++part) line[size++] = *part;
  line[size - 1] = '\n';
  if (::write(STDERR_FILENO, line.data(), size) < 0) return;  // there is nobody to be told
}

void tell_and_leave_mark(const char* what) {
  tell(what);
  if (mark_of_running != nullptr) leave_crash_mark(mark_of_running, what);
}

extern "C" void on_crash(int signal, siginfo_t* info, void*) {
  // Threads that crash together wait for the first, or the program would end while it tells.
  static std::atomic<bool> told = false;
  thread_local bool is_first = false;
  if (running != nullptr && !is_first) {
    while (told.exchange(true)) ::pause();
    is_first = true;
    tell_and_leave_mark(deed_of_signal(signal));
    clear_up();
  }
  for (std::size_t i = 0; i < crashes.size(); ++i)
    if (crashes[i] == signal) ::sigaction(signal, &handlers_before[i], nullptr);
  // A fault comes again when we return, and meets whoever was there before us; what was sent does
  // not, but for abort(), which sends it twice.
  if (info->si_code <= 0 && signal != SIGABRT) ::raise(signal);
}

extern "C" void on_exit_of_the_program() {
  if (running == nullptr) return;
  static std::atomic<bool> told = false;
  while (told.exchange(true)) ::pause();  // another thread was first, and ends us all
  tell_and_leave_mark(deed_of_exit);
  clear_up();
  ::_exit(wrong_simulator);
}

void watch() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < crashes.size(); ++i)
      ::sigaction(crashes[i], &action, &handlers_before[i]);
    // A handler serves once, and several threads may want to exit at the same time.
    constexpr int threads = 64;
    for (int i = 0; i < threads; ++i) {
      std::atexit(on_exit_of_the_program);
      std::at_quick_exit(on_exit_of_the_program);
    }
  });
}

// What a handler stands on when the stack itself has run out.
class SecondStack {
 public:
  SecondStack() {
    stack_t now{};
    if (::sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0) return;
    constexpr std::size_t size = 1 << 16;
    memory_ = std::make_unique<char[]>(size);
    const stack_t ours{.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = size};
    ::sigaltstack(&ours, nullptr);
  }
  SecondStack(const SecondStack&) = delete;
  SecondStack& operator=(const SecondStack&) = delete;
  ~SecondStack() {
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    if (memory_) ::sigaltstack(&none, nullptr);
  }

 private:
  std::unique_ptr<char[]> memory_;
};

std::string name_of_thrown() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "something";
  int fault = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &fault), &std::free);
  return fault == 0 ? name.get() : type->name();
}

}  // namespace

HeaderCall::HeaderCall(const std::string& header, const std::string& crash_mark)
    : before_(running), mark_before_(mark_of_running) {
  watch();
  thread_local const SecondStack stack;
  mark_of_running = crash_mark.empty() ? nullptr : crash_mark.c_str();
  running = header.c_str();
}

HeaderCall::~HeaderCall() {
  running = before_;
  mark_of_running = mark_before_;
}

const char* deed_of_signal(int signal) {
  switch (signal) {
    case SIGABRT:
      return "aborted (a failed assertion, std::abort, or an exception where none may leave)";
    case SIGFPE:
      return "crashed: it divided a whole number by zero";
    case SIGILL:
      return "crashed: it ran into an instruction that this processor lacks";
    case SIGSEGV:
    case SIGBUS:
      return "crashed: it used memory that is not its own, or too much of its stack";
    default:
      return "was ended by a signal from outside, as happens where memory is short";
  }
}

void leave_crash_mark(const char* mark, const char* what) {
  const int file =
      ::open(mark, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  if (file < 0) return;
  if (::write(file, what, std::strlen(what)) < 0) ::unlink(mark);
  ::close(file);
}

std::string what_was_thrown() {
  std::string text;
  try {
    throw;
  } catch (const std::exception& error) {
    text = fmt::format(" ({})", in_quotes(error.what()));
  } catch (...) {
    // It has no text.
  }
  return fmt::format("threw {}{}; a simulator must return, with NaN where it has no number",
                     name_of_thrown(), text);
}

}  // namespace surefoot
