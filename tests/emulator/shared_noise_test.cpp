#include "emulator/shared_noise.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>

namespace surefoot {
namespace {

constexpr int group_count = 400, group_size = 4, place_count = group_count * group_size;
constexpr int observations_each = 10;
constexpr double common_part = 0.7;  // of the variance

/// What independent halves show of a map that is 0, with errors that groups of places share.
SeenPictures shared_errors(std::uint32_t number) {
  SeenPictures seen(1, 2, place_count);
  seen.eta.setZero();
  seen.count.setConstant(observations_each);
  Noise noise({3, number, 0, 0, Purpose::data});
  for (Eigen::Index g = 0; g < group_count; ++g) {
    Eigen::Matrix2d shared;  // one column a half
    for (double& value : shared.reshaped()) value = noise.normal();
    for (Eigen::Index j = g * group_size; j < (g + 1) * group_size; ++j) {
      seen.group[j] = static_cast<int>(g);
      Eigen::Matrix2d halves = std::sqrt(common_part) * shared;
      for (double& value : halves.reshaped())
        value += std::sqrt(1.0 - common_part) * noise.normal();
      halves *= std::sqrt(2.0 / observations_each);
      seen.mean.col(j) = 0.5 * (halves.col(0) + halves.col(1));
      seen.difference.col(j) = 0.5 * (halves.col(0) - halves.col(1));
    }
  }
  return seen;
}

/// The share that is common to errors, by what whitening leaves of a shift of all of `places`
/// places; `place` is one of a whole group.  Where all errors fit alike, it leaves
/// sqrt(c / (1 + (J - 1) r)) in a group of J.
double common_share(const SharedNoise& noise, Eigen::Index places, Eigen::Index place) {
  Eigen::MatrixXd shift = Eigen::MatrixXd::Ones(places, 1);
  noise.whiten(Eigen::VectorXd::Zero(places), shift);
  return (observations_each / (shift(place, 0) * shift(place, 0)) - 1.0) / (group_size - 1);
}

TEST(SharedNoise, FindsTheCommonShare) {
  // The standard error of a correlation of that many independent pairs, and more, is 0.02.
  EXPECT_NEAR(common_share(SharedNoise(shared_errors(1)), place_count, 0), common_part, 0.06);
}

TEST(SharedNoise, SharesNothingWherePlacesAreAlone) {
  SeenPictures seen = shared_errors(2);
  for (Eigen::Index j = 0; j < place_count; ++j) seen.group[j] = static_cast<int>(j);
  Eigen::MatrixXd shift = Eigen::MatrixXd::Ones(place_count, 1);
  SharedNoise(seen).whiten(Eigen::VectorXd::Zero(place_count), shift);
  for (const double left : shift.reshaped())
    EXPECT_DOUBLE_EQ(left, std::sqrt(double(observations_each)));
}

// W V W^T = I for the covariance that the header states.
TEST(SharedNoise, WhitensItsCovariance) {
  const SeenPictures all = shared_errors(3);
  SeenPictures seen(1, 2, 6);  // of a group that lost some of its places, and of a whole one
  seen.count.setConstant(observations_each);
  seen.eta.setZero();
  seen.difference = all.difference.leftCols(6);
  seen.group << 0, 0, 1, 1, 1, 1;
  const SharedNoise noise(seen);
  const double r = common_share(noise, 6, 2);
  ASSERT_GT(r, 0.0);
  Eigen::VectorXd extra(6);
  extra << 0.0, 0.1, 0.2, 0.0, 0.05, 0.3;
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(6, 6);
  for (Eigen::Index i = 0; i < 6; ++i)
    for (Eigen::Index j = 0; j < 6; ++j)
      covariance(i, j) = (seen.group[i] == seen.group[j] ? r / observations_each : 0.0) +
                         (i == j ? (1.0 - r) / observations_each + extra[i] : 0.0);
  Eigen::MatrixXd whitening = Eigen::MatrixXd::Identity(6, 6);
  noise.whiten(extra, whitening);
  EXPECT_LT((whitening * covariance * whitening.transpose() - Eigen::MatrixXd::Identity(6, 6))
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
}

}  // namespace
}  // namespace surefoot
