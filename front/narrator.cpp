#include "front/narrator.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "front/streams.hpp"
#include "front/terminal.hpp"

namespace surefoot::front {
namespace {

std::string describe(const Progress& progress) {
  std::string text = fmt::format("{} of {} {}", progress.done, progress.total, progress.unit);
  if (progress.calls > 0) text += fmt::format(", {} calls", progress.calls);
  if (progress.failed > 0) text += fmt::format(", {} failed", progress.failed);
  return text;
}

std::string time_left(const Progress& progress, double seconds) {
  if (progress.done == 0 || progress.done == progress.total) return "";
  const double rest = static_cast<double>(progress.total - progress.done);
  const double left = seconds * rest / static_cast<double>(progress.done);
  if (left < 100.0) return fmt::format(", {:.0f} s left", left);
  if (left < 6000.0) return fmt::format(", {:.0f} min left", left / 60.0);
  return fmt::format(", {:.1f} h left", left / 3600.0);
}

}  // namespace

Narrator::Narrator(Voice voice)
    : quiet_(voice == Voice::quiet),
      terminal_(is_able_terminal(STDERR_FILENO)),
      start_(Clock::now()) {}

Events Narrator::events() {
  if (quiet_) return {};
  return {.progress = [this](const Progress& at) { progress(at); },
          .warning = [this](const std::string& message) { warning(message); },
          .note = [this](const std::string& message) { note(message); }};
}

void Narrator::begin() {
  const std::lock_guard lock(mutex_);
  unit_.clear();
  if (terminal_ && !quiet_) show("looking for starting points");
}

void Narrator::progress(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  if (unit_ != progress.unit) {  // reading and searching are not drawing
    start_ = Clock::now();
    next_ = 0.0;
    quarter_ = 0;
  }
  unit_ = progress.unit;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  terminal_ ? show_bar(progress, seconds) : show_line(progress, seconds);
}

void Narrator::finish() {
  const std::lock_guard lock(mutex_);
  clear_bar();
}

void Narrator::note(const std::string& message) { tell(say, "note: " + message); }

void Narrator::warning(const std::string& message) { tell(say_warning, message); }

void Narrator::tell(void (*voice)(std::string_view), const std::string& message) {
  if (quiet_) return;
  const std::lock_guard lock(mutex_);
  clear_bar();
  voice(message);
}

void Narrator::show_bar(const Progress& progress, double seconds) {
  const std::size_t width = terminal_width(STDERR_FILENO).value_or(80) < 80 ? 10 : 30;
  constexpr double pause = 0.1;
  if (seconds < next_) return;
  next_ = seconds + pause;
  const std::size_t full = progress.total == 0 ? 0 : width * progress.done / progress.total;
  show(fmt::format("[{:#<{}}{:.<{}}] {}{}", "", full, "", width - full, describe(progress),
                   time_left(progress, seconds)));
}

void Narrator::show(const std::string& bar) {
  std::string line = "surefoot: " + bar;
  // What is broken into two lines cannot be taken away again.
  if (const auto width = terminal_width(STDERR_FILENO); width && line.size() >= *width)
    line.resize(*width - 1);
  std::fputs(fmt::format("\r\x1b[K{}", line).c_str(), stderr);
  std::fflush(stderr);
  bar_shown_ = true;
}

void Narrator::show_line(const Progress& progress, double seconds) {
  constexpr double first = 1.0, pause = 5.0;  // a run that is over at once says nothing
  if (next_ == 0.0) next_ = first;
  const std::size_t quarter = progress.total == 0 ? 0 : 4 * progress.done / progress.total;
  const bool late = seconds >= next_;
  const bool further = quarter > quarter_ && seconds >= first;
  if (!late && !further) return;
  next_ = seconds + pause;
  quarter_ = quarter;
  say(describe(progress) + time_left(progress, seconds));
}

void Narrator::clear_bar() {
  if (!bar_shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  bar_shown_ = false;
}

}  // namespace surefoot::front
