#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

namespace surefoot {

/// Where a posterior lies among the parameters on the optimiser's scale, and coordinates u in which
/// it is about a ball of unit variance: first coordinates w by its principal directions,
/// eta = centre + factor w, then each w less what the widest two of them say about it, as
/// w_k = spread_k u_k + bend_k(w_0, w_1), which straightens a curved ridge.
class Region {
 public:
  /// Without bends.
  Region(Eigen::VectorXd centre, const Eigen::MatrixXd& covariance, const Eigen::VectorXd& unit);

  /// Fits bends to points of the posterior, where these show any.
  void bend_along(std::span<const Eigen::VectorXd> points);

  Eigen::Index size() const { return centre_.size(); }
  const Eigen::VectorXd& centre() const { return centre_; }

  Eigen::VectorXd eta(const Eigen::VectorXd& u) const;
  Eigen::VectorXd u(const Eigen::VectorXd& eta) const;

  /// du/deta at a place.
  Eigen::MatrixXd slopes(const Eigen::VectorXd& u) const;

  /// The same region, so many times as wide.
  Region widened(double factor) const;

  /// One as wide around another place, without bends.
  Region moved_to(Eigen::VectorXd centre) const;

 private:
  /// A polynomial of degree two and three in at most two coordinates.
  struct Bend {
    Eigen::Index of = 0;  // the coordinate that it is taken from
    Eigen::VectorXd coefficients;
    double spread = 1.0;
  };

  /// w
  Eigen::VectorXd unbent(const Eigen::VectorXd& eta) const;

  Eigen::VectorXd centre_;
  Eigen::MatrixXd factor_, inverse_;
  std::vector<Bend> bends_;
  double width_ = 1.0;  // that one unit of u has
};

}  // namespace surefoot
