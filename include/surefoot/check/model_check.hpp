#pragma once

#include <optional>
#include <string>
#include <vector>

namespace surefoot {

/// Whether the data can be from the model: the squared MMD between all of them and the model at the
/// best fit, against that of data sets simulated there and fitted again.
struct CompositeTest {
  double statistic;
  std::vector<double> replicates;  // the statistics of the simulated data sets
  double radius;                   // the square root of it that a share of 1 of outliers may add

  /// Of the hypothesis that the data are from the model, but for a share of outliers, wherever
  /// they lie: (1 + replicates that are as large) / (1 + replicates).
  double p_value(double tolerance = 0.0) const;
};

/// A place where the data have significantly more than the model, or less.
struct WitnessPlace {
  std::vector<double> place;  // in the observations' units
  double z;                   // standard deviations; below 0 where data are missing
  double share;               // of the data that is too much there, or is missing
};

/// What happens to each parameter if one choice is made otherwise.
struct Sensitivity {
  std::string setting;
  std::string value;
  std::vector<double> moves;  // of the best fit, in posterior standard deviations

  /// Of the posterior mean in posterior standard deviations, and what its standard deviation is
  /// multiplied by, where the whole fit was made again; else empty.
  std::vector<double> mean_moves = {}, sd_ratios = {};

  /// The moves that are known best.
  const std::vector<double>& best_moves() const { return mean_moves.empty() ? moves : mean_moves; }
};

/// What a fit knows about its own model.
struct ModelCheck {
  std::optional<CompositeTest> test;
  std::vector<WitnessPlace> places;  // the most significant first
  std::vector<Sensitivity> sensitivities;
  int refit_draws = 0;  // of each fit that was made again with another choice; 0: none was
};

}  // namespace surefoot
