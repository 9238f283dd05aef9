#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <surefoot/draws/crew.hpp>
#include <surefoot/journal/run_identity.hpp>

namespace surefoot::python {

/// Draws as they travel, and the identity of the run that made them.
struct HelpersDraws {
  RunIdentity identity;
  std::vector<std::string> draws;
};

/// The draws of a run are made by processes that Python started.  The thread that may speak to
/// Python carries numbers and draws.
class HelpersCrew final : public Crew {
 public:
  /// What the draws must belong to.
  void begin(RunIdentity identity);

  void make(const CrewTask& task) override;

  /// The numbers of the draws that are wanted, once.
  std::optional<std::vector<std::uint32_t>> wanted();

  /// Throws Fault::usage for draws of another run.
  void bring(const HelpersDraws& brought);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  RunIdentity identity_;
  std::optional<std::vector<std::uint32_t>> wanted_;
  std::deque<std::string> arrived_;
};

/// The other side: makes the draws that it is given, in a process that only helps.
class HelperCrew final : public Crew {
 public:
  void begin(RunIdentity identity);

  /// Leaves by Interrupted when it is closed: there is nothing to do after the draws.
  void make(const CrewTask& task) override;

  void give(const std::vector<std::uint32_t>& numbers);
  /// The draws that are there, waiting for one at most so long.
  HelpersDraws take(double seconds);
  void close();

 private:
  class Desk;
  std::mutex mutex_;
  std::condition_variable given_, made_;
  RunIdentity identity_;
  std::deque<std::uint32_t> numbers_;
  std::vector<std::string> draws_;
  bool closed_ = false;
};

}  // namespace surefoot::python
