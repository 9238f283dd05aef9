#pragma once

#include <Eigen/Dense>
#include <optional>
#include <span>
#include <vector>

#include <surefoot/random/noise.hpp>

#include "emulator/polynomial_fit.hpp"

namespace surefoot {

/// The map from parameters to the picture of the model's embedding, Phi(theta), as polynomials that
/// were fitted to simulations at some places.  Where one polynomial does not follow it, several do,
/// each in a part of the region, and go over into each other:
///
///     Phi = sum_k w_k Phi_k,  w_k proportional to exp(-|u_k|^2 / 2),
///
/// with u_k the coordinates of part k.  Simulation error is known from the differences between
/// halves of the simulations, and lack of fit from what is left beyond it; both enter the sampling
/// distribution of the map, of which each draw of the posterior takes its own.
class EmbeddingEmulator {
 public:
  /// `parts` were fitted to the same pictures.  Coordinates u are those of `region`.  Throws
  /// Fault::usage for pictures that are all 0.
  EmbeddingEmulator(const Region& region, std::vector<PolynomialFit> parts,
                    const SeenPictures& seen);

  const Region& region() const { return region_; }
  const std::vector<PolynomialFit>& parts() const { return parts_; }
  Eigen::Index outputs() const { return directions_.cols(); }

  /// Orthonormal directions of the pictures in which the model moves, one a column; outputs are
  /// coordinates along them.
  const Eigen::MatrixXd& directions() const { return directions_; }

  /// Coefficients of every part, outputs x monomials, rounded: that changes pictures by less than a
  /// thousandth of what the smallest errors of a map do, and draws spend their time on reading
  /// them.
  using Coefficients = std::vector<Eigen::MatrixXf>;

  /// The map at u, by other coefficients than the fitted ones if they are given.
  Eigen::VectorXd at(const Eigen::VectorXd& u, const Coefficients* coefficients = nullptr) const;

  /// The map around a place, on the optimiser's scale.
  class Around;
  Around around(const Eigen::VectorXd& u, const Coefficients* coefficients = nullptr) const;

  /// The map's derivatives by u.
  Eigen::MatrixXd slopes_by_u(const Eigen::VectorXd& u) const;

  /// An error of the map around u, lack of fit included: its level there, and its slope, which ends
  /// about one unit away.  A line that goes on lets draws find minima far away that are nothing but
  /// error, which is what draws are for that explore.
  struct Error {
    Eigen::VectorXd where, level;
    Eigen::MatrixXd slope;
    double squared_error;  // of the map there, in the mean
    bool goes_on = false;

    void add_to(const Eigen::VectorXd& u, Eigen::VectorXd& picture) const;
    /// Its derivatives by u, and the second ones of its product with a direction.
    Eigen::MatrixXd slopes(const Eigen::VectorXd& u) const;
    Eigen::MatrixXd curvature(const Eigen::VectorXd& u, const Eigen::VectorXd& direction) const;
  };
  Error draw_error(const Eigen::VectorXd& u, Noise& noise) const;

  /// Another map from the sampling distribution of this one, but for lack of fit.
  Coefficients draw_map(Noise& noise) const;

  /// The part that says most about a place.
  const PolynomialFit& part_at(const Eigen::VectorXd& eta) const;

  /// The covariance of the map's error at u, over that of a single simulated observation, and how
  /// much of it is lack of fit.
  double error_share(const Eigen::VectorXd& u) const;
  /// The same of what the map moves by between two places, whose errors have much in common.
  double error_share_between(const Eigen::VectorXd& u, const Eigen::VectorXd& v) const;
  double lack_of_fit(const Eigen::VectorXd& u) const;

  /// The covariance of the picture of one simulated observation, in the outputs.
  Eigen::MatrixXd noise() const { return noise_factor_ * noise_factor_.transpose(); }

  /// What the map's error at u adds to |Phi|^2 in the mean: the directions follow the fitted map,
  /// so that all of its error, not only what a fixed plane would hold, lies in the outputs.
  double squared_error(const Eigen::VectorXd& u) const { return whole_noise_ * error_share(u); }

  /// The same for the products of the map's slopes, by the part that says most about u.
  Eigen::MatrixXd squared_slope_error(const Eigen::VectorXd& u) const;

  /// The same by the part that says most about u, and how that grows around u: half of its slope,
  /// and half of its second derivatives, as those of a map that goes on straight, and what is
  /// beside.
  double squared_error_by_part(const Eigen::VectorXd& u) const;
  struct ErrorAround {
    Eigen::VectorXd pull;
    Eigen::MatrixXd bends;
  };
  ErrorAround squared_error_around(const Eigen::VectorXd& u) const;

 private:
  /// What a part says about a place.
  struct Piece {
    std::size_t part = 0;
    double weight = 1.0;
    Eigen::VectorXd at;                    // u of the part
    Eigen::MatrixXd slopes = {};           // of that by eta
    Eigen::VectorXd slope_of_weight = {};  // by eta
    Eigen::MatrixXd monomials = {};        // and their slopes, by u of the part
  };
  /// The parts that say something about a place, with or without how that changes.
  std::vector<Piece> pieces_at(const Eigen::VectorXd& u, bool slopes = false) const;
  const Eigen::MatrixXf& coefficients_of(std::size_t part, const Coefficients* others) const {
    return (others ? *others : coefficients_)[part];
  }
  /// du_k/du of a part.
  Eigen::MatrixXd slopes_of(const PolynomialFit& part, const Eigen::VectorXd& at_part,
                            const Eigen::VectorXd& u) const;
  /// Columns whose products are the covariances of a part's map and of its slopes by u, over that
  /// of a single simulated observation.
  Eigen::MatrixXd white_errors(const PolynomialFit& part, const Eigen::VectorXd& at_part,
                               const Eigen::VectorXd& u) const;

  Region region_;
  std::vector<PolynomialFit> parts_;
  Coefficients coefficients_;
  Eigen::MatrixXd directions_;
  Eigen::MatrixXd noise_factor_;
  double whole_noise_ = 0.0;  // variance of the picture of one simulated observation
};

/// Its derivatives there, by eta.
class EmbeddingEmulator::Around {
 public:
  Eigen::MatrixXd slopes() const;

  /// Of the map's product with some direction, which is much less work; the second derivatives but
  /// for those of the coordinates of the parts: they add nothing where the product of each part is
  /// level.
  struct Product {
    Eigen::VectorXd slope;
    Eigen::MatrixXd curvature;
  };
  Product product_with(const Eigen::VectorXd& direction) const;

 private:
  friend class EmbeddingEmulator;
  Around(const EmbeddingEmulator& emulator, const Eigen::VectorXd& u,
         const Coefficients* coefficients);

  const EmbeddingEmulator& emulator_;
  const Coefficients* coefficients_;
  std::vector<Piece> pieces_;
};

/// The emulator of other pictures of the same places, with the monomials of some fits.  Nothing if
/// the places do not determine one of them.
std::optional<EmbeddingEmulator> emulator_like(const std::vector<PolynomialFit>& fits,
                                               const Region& region, const SeenPictures& seen,
                                               double cut);

}  // namespace surefoot
