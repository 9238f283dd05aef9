#include "emulator/embedding_picture.hpp"

#include <gtest/gtest.h>

#include <surefoot/objects/object_fit.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {
namespace {

/// Some points of the plane, one a row.
Eigen::MatrixXd points(int count, std::uint32_t number) {
  Noise noise({1, number, 0, 0, Purpose::data});
  Eigen::MatrixXd rows(count, 2);
  for (Eigen::Index i = 0; i < rows.size(); ++i) rows.data()[i] = noise.normal();
  return rows;
}

/// <mu_x, mu_y> by all pairs.
double product(const Kernel& kernel, const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index j = 0; j < y.rows(); ++j)
      sum += kernel.sums().value((x.row(i) - y.row(j)).squaredNorm());
  return sum / double(x.rows() * y.rows());
}

Eigen::VectorXd picture_of(const EmbeddingPicture& picture, const Eigen::MatrixXd& rows) {
  const auto n = static_cast<int>(rows.rows());
  const auto stride = static_cast<std::size_t>(padded(n));
  AlignedVector<double> coordinates(2 * stride, 0.0), weights(stride, 0.0);
  for (int i = 0; i < n; ++i) {
    coordinates[static_cast<std::size_t>(i)] = rows(i, 0);
    coordinates[stride + static_cast<std::size_t>(i)] = rows(i, 1);
    weights[static_cast<std::size_t>(i)] = 1.0 / n;
  }
  return picture.of({n, padded(n), 2, coordinates.data(), weights.data()});
}

TEST(EmbeddingPicture, HasTheProductsOfTheEmbeddings) {
  const Eigen::MatrixXd x = points(150, 1), y = points(90, 2);
  Eigen::MatrixXd both(240, 2);
  both << x, y;
  for (const char* text : {"gaussian:1", "rational-quadratic:1", "gaussian:0.7+laplace:2"}) {
    const Kernel kernel(parse_kernel(text));
    const EmbeddingPicture picture(kernel, both);
    const Eigen::VectorXd of_x = picture_of(picture, x), of_y = picture_of(picture, y);
    EXPECT_NEAR(of_x.dot(of_y), product(kernel, x, y), 1e-6) << text;
    EXPECT_NEAR(of_x.squaredNorm(), product(kernel, x, x), 1e-6) << text;
    EXPECT_LT((picture.of_rows(x).rowwise().mean() - of_x).norm(), 1e-9) << text;
    EXPECT_LT(picture.left_out(), 5e-6) << text;
  }
}

TEST(EmbeddingPicture, OfObjectsHasTheProductsOfTheirKernel) {
  ObjectModel<double> model;
  model.kernel = [](double a, double b) {
    return (2.0 + a) * (2.0 + b) * std::exp(-0.5 * (a - b) * (a - b));  // k(x, x) differs
  };
  const std::vector<double> x{-1.0, 0.5, 2.0, 0.5};
  const KernelSumsOf<double> sums(model, x);
  const Eigen::MatrixXd numbers = Eigen::VectorXd::LinSpaced(4, 0.0, 3.0);
  const EmbeddingPicture picture(Kernel(sums), numbers);
  EXPECT_EQ(picture.size(), 3);
  const Eigen::MatrixXd rows = picture.of_rows(numbers);
  for (Eigen::Index i = 0; i < 4; ++i)
    for (Eigen::Index j = 0; j < 4; ++j)
      EXPECT_NEAR(rows.col(i).dot(rows.col(j)),
                  model.kernel(x[static_cast<std::size_t>(i)], x[static_cast<std::size_t>(j)]),
                  1e-9);
  EXPECT_NEAR(picture.squares_of_rows(numbers)[2], 16.0, 1e-12);
  const AlignedVector<double> cloud{0.0, 2.0}, weights{0.25, 0.75};
  const Eigen::VectorXd mean = picture.of({2, 2, 1, cloud.data(), weights.data()});
  EXPECT_LT((mean - 0.25 * rows.col(0) - 0.75 * rows.col(2)).norm(), 1e-12);
}

TEST(EmbeddingPicture, TakesNoPointTwice) {
  Eigen::MatrixXd same(40, 2);
  same.setConstant(3.0);
  const EmbeddingPicture picture(Kernel(parse_kernel("gaussian:1")), same);
  EXPECT_EQ(picture.size(), 1);
  EXPECT_NEAR(picture_of(picture, same).squaredNorm(), 1.0, 1e-12);
}

TEST(EmbeddingPicture, SaysWhatItLeavesOut) {
  // Far apart for the kernel, so that each candidate needs a landmark of its own.
  const Kernel kernel(parse_kernel("gaussian:1"));
  Eigen::MatrixXd in_plane = Eigen::MatrixXd::Zero(1024, 2), on_line(512, 1);
  for (Eigen::Index i = 0; i < 1024; ++i) in_plane(i, 0) = 10.0 * double(i);
  for (Eigen::Index i = 0; i < 512; ++i) on_line(i, 0) = 10.0 * double(i);
  const EmbeddingPicture wide(kernel, in_plane), narrow(kernel, on_line);
  EXPECT_EQ(wide.size(), 768);
  EXPECT_NEAR(wide.left_out(), 0.25, 1e-9);
  EXPECT_EQ(narrow.size(), 96);
  EXPECT_NEAR(narrow.left_out(), 1.0 - 96.0 / 512.0, 1e-9);
}

}  // namespace
}  // namespace surefoot
