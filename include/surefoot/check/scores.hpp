#pragma once

#include <vector>

namespace surefoot {

/// What a fit found out about each observation, in their order.
struct ObservationScores {
  int draws = 0;  // that the inlier probabilities are means and quantiles over

  /// The share of the data around the observation, itself included, that the model explains: its
  /// mean over draws, and the quantiles at 5 % and 95 %.
  std::vector<double> inlier, inlier_low, inlier_high;

  /// How many standard deviations more data lie around it than the best fit has there.
  std::vector<double> witness;

  /// By how much it moves the estimate of each parameter, against a fit without it: one
  /// observation after the other.  Empty where the curvature of the objective is not known.
  std::vector<double> influence;
};

}  // namespace surefoot
