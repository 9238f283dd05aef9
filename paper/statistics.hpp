#pragma once

#include <limits>
#include <span>
#include <vector>

#include <surefoot/fit.hpp>

namespace surefoot::paper {

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// A number and its standard error, each `unknown` where it is.
struct Estimate {
  double value;
  double error;
};

/// The mean over independent runs, with its standard error (none for one run).
Estimate mean_of(std::span<const double> values);

/// The standard deviation, which divides by the number of values less one.
double sd_of(std::span<const double> values);

/// The square root of a mean square, with its standard error by the delta method; 0 where the
/// estimate of the square is below 0, as unbiased ones can be.
Estimate root_of(const Estimate& square);

/// Whether the central interval that holds 90 % of the values holds the truth.
bool covers(const std::vector<double>& values, double truth);

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

/// The largest difference of two samples' distribution functions (Kolmogorov and Smirnov).
double largest_difference(std::vector<double> a, std::vector<double> b);

/// The exponent of a power law y = c x^e, by least squares on logarithms; points whose y is not
/// positive are left out.
double exponent_of(std::span<const double> x, std::span<const double> y);

/// The values of one parameter in the usable draws.
std::vector<double> values_of(const Draws& draws, std::size_t parameter);

}  // namespace surefoot::paper
