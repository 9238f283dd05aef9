#pragma once

#include <Eigen/Dense>
#include <optional>

#include <surefoot/random/noise.hpp>

#include "emulator/polynomial_basis.hpp"
#include "emulator/region.hpp"

namespace surefoot {

/// What was seen of the model at some places: the pictures of its embedding.
struct SeenPictures {
  Eigen::MatrixXd u;           // one place a column
  Eigen::MatrixXd mean;        // pictures, one a column
  Eigen::MatrixXd difference;  // half the difference between those of the two halves
  Eigen::VectorXd count;       // simulated observations behind each
};

struct Polynomial;

/// The map from parameters to the picture of the model's embedding, Phi(theta), as polynomials that
/// were fitted to simulations at some places.  Simulation error is known from the differences
/// between halves of the simulations, and lack of fit from what is left beyond it; both enter the
/// sampling distribution of the map, of which each draw of the posterior takes its own.
class EmbeddingEmulator {
 public:
  /// Takes the degree with the least error in places that were left out.  Nothing if the places are
  /// too few for any.  Draws are within `near` of the centre.
  static std::optional<EmbeddingEmulator> fit(const Region& region, const SeenPictures& seen,
                                              double near);

  /// Takes the monomials of another emulator of the same places.
  static std::optional<EmbeddingEmulator> fit_like(const EmbeddingEmulator& other,
                                                   const SeenPictures& seen);

  const Region& region() const { return region_; }
  Eigen::Index outputs() const { return coefficients_.rows(); }
  int degree() const { return basis_.degree(); }

  /// Orthonormal directions of the pictures in which the model moves, one a column; outputs are
  /// coordinates along them.
  const Eigen::MatrixXd& directions() const { return directions_; }

  void at(const Eigen::VectorXd& u, Eigen::VectorXd& picture) const;
  void at(const Eigen::VectorXd& u, Eigen::VectorXd& picture, Eigen::MatrixXd& jacobian) const;

  /// An error of the map around u: its level there, and its slope.
  struct Error {
    Eigen::VectorXd where, level;
    Eigen::MatrixXd slope;
    double square = 0.0;  // of the level, in the mean
  };
  Error draw_error(const Eigen::VectorXd& u, Noise& noise) const;

  /// The covariance of the map's error at u, over that of a single simulated observation.
  double error_share(const Eigen::VectorXd& u) const;

  /// The covariance of the picture of one simulated observation, in the outputs.
  Eigen::MatrixXd noise() const { return noise_factor_ * noise_factor_.transpose(); }

  /// What the map's error at u adds to |Phi|^2 in the mean: the directions follow the fitted map,
  /// so that all of its error, not only what a fixed plane would hold, lies in the outputs.
  double squared_error(const Eigen::VectorXd& u) const { return whole_noise_ * error_share(u); }

  /// The same for the products of the map's slopes.
  Eigen::MatrixXd squared_slope_error(const Eigen::VectorXd& u) const {
    return whole_noise_ * slope_error(u);
  }

  /// How much of `error_share` is lack of fit.
  double lack_of_fit(const Eigen::VectorXd& u) const;

  /// The covariance of the errors of the map's slopes at u, over that of a simulated observation.
  Eigen::MatrixXd slope_error(const Eigen::VectorXd& u) const;

 private:
  EmbeddingEmulator(const Region& region, PolynomialBasis basis, double near)
      : region_(region), basis_(std::move(basis)), near_(near) {}

  void take(const Polynomial& polynomial, const SeenPictures& seen);

  Region region_;
  PolynomialBasis basis_;
  Eigen::MatrixXd directions_;
  Eigen::MatrixXd coefficients_;  // outputs x monomials
  Eigen::MatrixXd precision_factor_;
  Eigen::MatrixXd noise_factor_;
  double whole_noise_ = 0.0;  // variance of the picture of one simulated observation
  double lack_ = 0.0, near_ = 1.0;
};

}  // namespace surefoot
