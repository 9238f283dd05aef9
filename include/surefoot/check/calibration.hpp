#pragma once

#include <cmath>
#include <stop_token>
#include <string>
#include <vector>

#include <surefoot/draws/events.hpp>

namespace surefoot {

struct Fit;
class Model;

/// What intervals of one parameter did over data sets of which the truth is known.
struct CalibratedParameter {
  std::string name;
  double coverage;        // of the fits' own intervals
  double coverage_error;  // its standard error
  double bias;            // of the posterior median, natural scale
  double bias_error;      // its standard error
  double factor;          // by which intervals must be wider, from the median, to cover as they say
  double lower, upper;    // the fit's interval so corrected; its own where that is not off

  /// Whether the coverage is not that of the intervals, by more than two standard errors.
  bool is_off(double level) const { return std::abs(coverage - level) > 2.0 * coverage_error; }
};

/// Repeated sampling at a fitted model.
struct Calibration {
  double level = 0.9;     // of the intervals
  int datasets = 0;       // that could be fitted
  int draws = 0;          // of each
  double outliers = 0.0;  // share of the data sets' rows that are put back from the data
  std::vector<CalibratedParameter> parameters;
};

struct CalibrationPlan {
  int datasets = 100;
  int draws = 200;
  double level = 0.9;
};

/// Simulates data sets of the fit's size at its best fit, with the estimated contamination put back
/// from the data themselves, fits each with the settings of the fit, and counts how often intervals
/// hold what was simulated.  Where they do so too rarely or too often by more than two standard
/// errors, the fit's own intervals are corrected.  Throws Fault::usage and Fault::data for what
/// cannot be checked (checked), and Fault::data if more than half of the data sets cannot be
/// fitted.
Calibration calibrate(const Model& model, const Fit& fit, const CalibrationPlan& plan,
                      const Events& events = {}, std::stop_token stop = {});

}  // namespace surefoot
