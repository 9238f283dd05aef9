#pragma once

#include <span>
#include <vector>

#include <surefoot/fit.hpp>

namespace surefoot::cli {

/// A number and its standard error; NaN where either is not known.
struct Estimate {
  double value;
  double error;
};

/// The mean over independent runs, with its standard error (none for one run).
Estimate mean_of(std::span<const double> values);

/// The quantile between order statistics, as in summaries.
double quantile(std::vector<double> values, double probability);

/// Means and standard deviations of the usable draws, parameter by parameter.
struct Moments {
  std::vector<double> mean, sd;
  std::size_t draws = 0;
};
Moments moments_of(const Draws& draws);

/// The paper's error of a posterior mean, mean_k (mean_k - theta_k)^2 / mean_k theta_k, with its
/// Monte Carlo error: that which comes from the number of draws alone.
Estimate normalised_error(const Moments& moments, std::span<const double> truth);

/// The mean over draws and parameters of (theta - truth)^2.
double squared_error_of_draws(const Draws& draws, std::span<const double> truth);

/// The values of one parameter in the usable draws.
std::vector<double> values_of(const Draws& draws, std::size_t parameter);

}  // namespace surefoot::cli
