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

// All calls of MPI are made by the thread that fits: draws are made beside it.

/// What all ranks have in common: they search together.
class RankCrew : public Crew {
 public:
  struct Place {
    int rank, count, neighbours_before;
    /// Throws, on all ranks, the error of the first that has one.
    std::function<void(const std::optional<Error>& mine)> agree;
    std::function<void()> begin;  // agrees that the draws can begin
  };

  explicit RankCrew(Place place) : place_(std::move(place)) {}

  int searchers() const final { return place_.count; }
  int searcher() const final { return place_.rank; }
  int neighbours_before() const final { return place_.neighbours_before; }
  void gather(std::span<double> values, const std::optional<Error>& error) final;

 protected:
  const Place place_;
};

/// Hands out the draws of a run to all ranks, this one among them, as they become free, and keeps
/// what they made.
class LeadingCrew final : public RankCrew {
 public:
  using RankCrew::RankCrew;
  void make(const CrewTask& task) override;

 private:
  class Desk;
  struct Board;
};

/// Makes the draws that the leading rank hands out.  Leaves by Interrupted: the run is the
/// leader's.
class FollowingCrew final : public RankCrew {
 public:
  FollowingCrew(Place place, std::stop_source stop, std::stop_token leave)
      : RankCrew(std::move(place)), stop_(std::move(stop)), leave_(std::move(leave)) {}
  void make(const CrewTask& task) override;

 private:
  class Desk;

  std::stop_source stop_;
  std::stop_token leave_;
};

}  // namespace surefoot::front
