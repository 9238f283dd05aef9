#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include <surefoot/draws/crew.hpp>
#include <surefoot/error.hpp>

namespace surefoot::front {

// In a build with MPI and in one without, each has a file of its own.

/// The processes that mpirun started together for one run, of which this is one; a program that
/// mpirun did not start is alone.  All of them read the same input and search alike; number 0
/// leads: it alone writes files and speaks.
class Ranks {
 public:
  /// Throws Fault::usage for one of several processes in a build without MPI: each would do the
  /// whole work, and write the same files.
  Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();

  /// Whether this build has MPI.
  static bool can_be_several();

  int count() const;
  bool leads() const;

  /// Waits for all; throws, on each of them, the error of the first that has one.  To be called
  /// once when the input is read; the crew does it again when the draws begin.
  void agree(const std::optional<Error>& mine);

  /// For a run that ended before its draws began: the others learn of it, and do not wait.
  void give_up(const Error& mine);

  /// Makes the draws together; none for a program that is alone.  In a process that only helps,
  /// `stop` is requested when the draws are to end, and when it is asked to `leave`: not before
  /// they begin, since all search together.
  Crew* crew(const std::stop_source& stop, const std::stop_token& leave);

  /// The leader tells the others that the run has ended, for which they wait.
  void end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace surefoot::front
