#include "emulator/region.hpp"

#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>

namespace surefoot {
namespace {

Eigen::VectorXd normals(Noise& noise, Eigen::Index count) {
  Eigen::VectorXd z(count);
  for (double& value : z) value = noise.normal();
  return z;
}

/// Points along a parabola in the first two of three coordinates, thin across it.
std::vector<Eigen::VectorXd> banana(std::size_t count) {
  Noise noise({3, 0, 0, 0, Purpose::start});
  std::vector<Eigen::VectorXd> points;
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::VectorXd z = normals(noise, 3);
    points.push_back(
        Eigen::Vector3d(10.0 + 2.0 * z[0], 0.5 * z[0] * z[0] + 0.1 * z[1], 100.0 * z[2]));
  }
  return points;
}

Region region_of(const std::vector<Eigen::VectorXd>& points) {
  Eigen::VectorXd centre = Eigen::VectorXd::Zero(3);
  for (const auto& point : points) centre += point / double(points.size());
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(3, 3);
  for (const auto& point : points)
    covariance += (point - centre) * (point - centre).transpose() / double(points.size());
  return Region(centre, covariance, Eigen::Vector3d(1.0, 1.0, 1000.0));
}

Region bent_region() {
  Region region = region_of(banana(400));
  region.bend_along(banana(400));
  return region;
}

TEST(Region, GoesToItsCoordinatesAndBack) {
  Noise noise({4, 0, 0, 0, Purpose::start});
  for (const Region& region : {region_of(banana(400)), bent_region(), bent_region().widened(1.7)})
    for (int k = 0; k < 20; ++k) {
      const Eigen::VectorXd u = 2.0 * normals(noise, 3);  // some beyond where bends go on level
      EXPECT_LT((region.u(region.eta(u)) - u).norm(), 1e-9);
    }
}

TEST(Region, WhitensPointsByTheirPrincipalDirections) {
  const auto points = banana(400);
  const Region region = region_of(points);
  Eigen::MatrixXd second = Eigen::MatrixXd::Zero(3, 3);
  for (const auto& point : points)
    second += region.u(point) * region.u(point).transpose() / double(points.size());
  EXPECT_LT((second - Eigen::MatrixXd::Identity(3, 3)).norm(), 1e-9);
}

TEST(Region, StraightensACurvedRidge) {
  const auto points = banana(400);
  const Region straight = region_of(points), bent = bent_region();
  // Across the ridge the points are a tenth wide; straight coordinates see its whole bow.
  const Eigen::Vector3d on(12.0, 0.5, 0.0), off(12.0, 0.7, 0.0);  // 0 and 2 sd across
  EXPECT_LT((straight.u(off) - straight.u(on)).norm(), 0.6);
  EXPECT_NEAR((bent.u(off) - bent.u(on)).norm(), 2.0, 0.4);
}

TEST(Region, SlopesAreThoseOfDifferences) {
  for (const Region& region : {region_of(banana(400)), bent_region().widened(1.3)})
    for (const Eigen::Vector3d& u :
         {Eigen::Vector3d(0.3, -0.5, 1.0), Eigen::Vector3d(-1.5, 0.2, 0.0)}) {
      const Eigen::VectorXd eta = region.eta(u);
      const Eigen::MatrixXd slopes = region.slopes(u);
      for (Eigen::Index k = 0; k < 3; ++k) {
        const double step = 1e-6 * std::max(1.0, std::abs(eta[k]));
        Eigen::VectorXd above = eta, below = eta;
        above[k] += step;
        below[k] -= step;
        const Eigen::VectorXd expected = (region.u(above) - region.u(below)) / (2.0 * step);
        EXPECT_LT((slopes.col(k) - expected).norm(), 1e-6 * (1.0 + expected.norm()));
      }
    }
}

TEST(Region, FindsNoBendsInANormalCloud) {
  Noise noise({5, 0, 0, 0, Purpose::start});
  std::vector<Eigen::VectorXd> points;
  for (int i = 0; i < 400; ++i) points.push_back(normals(noise, 3));
  const Region straight = region_of(points);
  Region region = straight;
  region.bend_along(points);
  for (const auto& point : points) EXPECT_EQ(region.u(point), straight.u(point));
}

TEST(Region, MovesWithItsWidthAndWithoutBends) {
  const Region region = region_of(banana(400));
  const Eigen::Vector3d there(1.0, 2.0, 3.0);
  const Region moved = bent_region().widened(2.0).moved_to(there);
  EXPECT_LT(moved.u(there).norm(), 1e-12);
  for (const Eigen::VectorXd& point : banana(20)) {
    const Eigen::VectorXd away = point - there;
    EXPECT_LT((2.0 * moved.u(point) - region.u(region.centre() + away)).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace surefoot
