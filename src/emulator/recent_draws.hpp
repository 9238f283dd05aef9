#pragma once

#include <cstdint>
#include <vector>

#include "emulator/emulated_posterior.hpp"

namespace surefoot {

/// Draws that only show where the posterior is: by the emulator so far, and by those of the rounds
/// before.
class RecentDraws {
 public:
  static constexpr std::size_t count = 200;
  static constexpr std::uint32_t first = 0x80000000U;  // draws of the run count from 0

  /// Makes new ones with an error of the map that depends on their number.
  using ErrorOf = EmulatedPosterior::MapError (*)(std::size_t);
  void make(const EmulatedPosterior& posterior, ErrorOf error_of);

  /// Those that were made last.
  const std::vector<Eigen::VectorXd>& latest() const { return latest_; }

  /// Those of the last rounds: where these disagree, nobody knows yet which of them is right.
  std::vector<Eigen::VectorXd> all() const;

  /// The share of the latest that would leave the emulator's region.
  double leaving() const { return leaving_; }

  /// Remembers draws of a round that is over.
  void remember(std::vector<Eigen::VectorXd> round);
  void forget_rounds() { rounds_.clear(); }
  void forget_all();

  /// The mean of something over some of the latest, in the coordinates of a region; at a typical
  /// place as long as there are none.
  template <class At>
  double typical(const Region& region, At at) const {
    if (latest_.empty()) return at(Eigen::VectorXd::Ones(region.size()));
    constexpr std::size_t some = 32;
    double sum = 0.0;
    for (std::size_t i = 0; i < some; ++i)
      sum += at(region.u(latest_[i * count / some])) / double(some);
    return sum;
  }

  /// Whether the latest are where those of two rounds before were, and spread as much.
  bool are_settled() const;

  /// Whether the latest are well inside of a region: they know better where they are.
  bool are_inside(const Region& region, double reach) const;

 private:
  std::vector<Eigen::VectorXd> latest_;
  std::vector<std::vector<Eigen::VectorXd>> rounds_;
  double leaving_ = 0.0;
};

}  // namespace surefoot
