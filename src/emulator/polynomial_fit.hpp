#pragma once

#include <Eigen/Dense>
#include <optional>

#include "emulator/polynomial_basis.hpp"
#include "emulator/region.hpp"
#include "emulator/seen_pictures.hpp"

namespace surefoot {

/// Polynomials in the coordinates of a region, fitted by generalised least squares to what was seen
/// at the places around it.
struct PolynomialFit {
  Region region;
  PolynomialBasis basis;
  Eigen::MatrixXd precision_factor;  // of the coefficients, for one simulated observation
  Eigen::MatrixXd whitening;         // its inverse
  Eigen::MatrixXd coefficients;      // outputs x monomials
  double near = 0.0;                 // draws are within so much of the middle of the region
  double lack = 0.0;  // of fit, at `near`, over the variance of one simulated observation

  /// Variances of the fitted map and of lack of fit, over that of one simulated observation.
  double variance(const Eigen::VectorXd& u) const;
  double lack_of_fit(const Eigen::VectorXd& u) const;
  double slope_of_lack(const Eigen::VectorXd& u) const;  // by |u|^2
};

/// Fits the degree with the least error at places that were left out, of two or more unless places
/// are very few, and weighs places less whose residuals show that it is too low for them.  Places
/// that are further away than `cut` do not count.  Nothing if the others are too few for any
/// degree.
std::optional<PolynomialFit> fit_polynomial(const Region& region, const SeenPictures& seen,
                                            double near, double cut);

/// The same with the monomials of another fit.
std::optional<PolynomialFit> fit_polynomial_like(const PolynomialFit& other,
                                                 const SeenPictures& seen, double cut);

}  // namespace surefoot
