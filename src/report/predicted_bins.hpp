#pragma once

#include <vector>

#include "report/shown_fit.hpp"

namespace surefoot {

/// Bins of one width along the axis of a column of observations.
struct Bins {
  double lower;
  double width;
  int count;

  double upper() const { return lower + width * count; }
};

/// Bins for the values inside a range.  Those of whole numbers hold as many of these each, so that
/// no bin is favoured.
Bins bins_of(const std::vector<double>& values, const Range& range, int count);

/// What simulated data sets have in each bin, as densities: their mean, and where nine of ten lie.
struct PredictedBins {
  std::vector<double> mean, low, high;
};

/// Of one column of all simulated data sets of a fit, at the mass of their draws.  The spread is
/// that of data sets of as many observations as the data have: where the simulated ones have
/// another size, the part of the variance that stems from it is replaced.
PredictedBins predicted_bins(const Fit& fit, int column, const Bins& bins);

}  // namespace surefoot
