#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

#include <surefoot/fit.hpp>

namespace surefoot::front {

/// Tells on standard error how a run goes: a bar on a terminal, a plain line now
/// and then elsewhere, and what the library has to say.  Silent when quiet.
class Narrator {
 public:
  enum class Voice { normal, quiet };

  explicit Narrator(Voice voice);
  Narrator(const Narrator&) = delete;
  Narrator& operator=(const Narrator&) = delete;
  ~Narrator() { clear_bar(); }

  /// To be given to the library; may not outlive the narrator.
  Events events();

  /// Shows on a terminal that the run has begun: the search for starts comes
  /// before the first draw and may take a while.
  void begin();

  void note(const std::string& message);
  void warning(const std::string& message);
  void progress(const Progress& progress);

  /// Takes the bar away.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void tell(void (*voice)(std::string_view), const std::string& message);
  void show(const std::string& bar);
  void show_bar(const Progress& progress, double seconds);
  void show_line(const Progress& progress, double seconds);
  void clear_bar();

  const bool quiet_;
  const bool terminal_;
  std::mutex mutex_;
  Clock::time_point start_;
  bool bar_shown_ = false;
  double next_ = 0.0;        // seconds from the start to the next sign of life
  std::size_t quarter_ = 0;  // how many quarters have been told
  std::string unit_;         // of what was counted last
};

}  // namespace surefoot::front
