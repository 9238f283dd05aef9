#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include <surefoot/draws/crew.hpp>

namespace surefoot::front {

// All calls of MPI are made by the thread that called `make`: draws are made beside it.

/// Hands out the draws of a run to all ranks, this one among them, as they become free, and keeps
/// what they made.
class LeadingCrew final : public Crew {
 public:
  LeadingCrew(int ranks, std::function<void()> begin) : ranks_(ranks), begin_(std::move(begin)) {}
  void make(const CrewTask& task) override;

 private:
  class Desk;
  struct Board;

  int ranks_;
  std::function<void()> begin_;
};

/// Makes the draws that the leading rank hands out.  Leaves by Interrupted: the run is the
/// leader's.
class FollowingCrew final : public Crew {
 public:
  FollowingCrew(std::function<void()> begin, std::stop_source stop)
      : begin_(std::move(begin)), stop_(std::move(stop)) {}
  void make(const CrewTask& task) override;

 private:
  class Desk;

  std::function<void()> begin_;
  std::stop_source stop_;
};

}  // namespace surefoot::front
