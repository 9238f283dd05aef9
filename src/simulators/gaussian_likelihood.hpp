#pragma once

#include <memory>

#include <surefoot/likelihood.hpp>

namespace surefoot {

/// The density of N(theta, sigma^2 I), one parameter for each column.
///
/// The maximiser is the weighted mean.  Normal priors are conjugate: with prior N(m, s^2) and n
/// observations of mean xbar, theta has
///
///     precision 1/s^2 + n/sigma^2,   mean (m/s^2 + n xbar/sigma^2) / precision.
std::shared_ptr<const Likelihood> gaussian_likelihood(double sigma);

}  // namespace surefoot
