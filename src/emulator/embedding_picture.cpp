#include "emulator/embedding_picture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/objects/object_sums.hpp>

namespace surefoot {
namespace {

/// Embeddings on a line are smooth, and few directions hold them, which are worth looking for; in
/// more dimensions observations have few neighbours, and the spectrum of a kernel falls slowly.
constexpr Eigen::Index most_landmarks_on_a_line = 256, most_landmarks = 768;
constexpr Eigen::Index most_directions_on_a_line = 96;
constexpr double negligible = 1e-7;  // of k(x, x), in the mean over the candidates

std::string name_of(std::size_t object, const ObjectSums& objects) {
  return object < objects.observations() ? fmt::format("observation {}", object + 1)
                                         : "a simulated object";
}

/// k of the objects that two rows stand for.
double value_between(const ObjectSums& objects, double row, double other) {
  const auto a = static_cast<std::size_t>(row), b = static_cast<std::size_t>(other);
  const double k = objects.value(a, b);
  if (!std::isfinite(k))
    throw Error(Fault::usage, fmt::format("the kernel must be finite, but is {} between {} and {}",
                                          k, name_of(a, objects), name_of(b, objects)));
  return k;
}

/// k of two rows.
template <class Row, class Other>
double value_between(const Kernel& kernel, const Row& row, const Other& other) {
  if (const ObjectSums* objects = kernel.objects())
    return value_between(*objects, row[0], other[0]);
  return kernel.sums().value((row - other).squaredNorm());
}

/// sum_j v_j k(z, y_j) at each of some objects z.
void add_up_fields(const ObjectSums& objects, const Points<double>& y, const Points<double>& z,
                   double* mean) {
  for (int i = 0; i < z.count; ++i) {
    mean[i] = 0.0;
    for (int j = 0; j < y.count; ++j)
      mean[i] += y.weights[j] * value_between(objects, z.coordinates[i], y.coordinates[j]);
  }
}

/// Refuses a kernel of which less is left, beside the largest k(x, x), than rounding can leave.
void refuse_unless_positive(const Eigen::VectorXd& left, double largest) {
  constexpr double rounding = 1e-4;  // of kernels in single precision, with a wide margin
  if (!(largest > 0.0) || left.minCoeff() < -rounding * largest)
    throw Error(Fault::usage,
                "the kernel must be positive-definite, but is not on the observations and on what "
                "was simulated");
}

}  // namespace

EmbeddingPicture::EmbeddingPicture(const Kernel& kernel, const Eigen::MatrixXd& candidates)
    : kernel_(kernel) {
  const Eigen::Index count = candidates.rows(), d = candidates.cols();
  const bool on_a_line = d == 1 && !kernel.objects();
  Eigen::VectorXd left = squares_of_rows(candidates);
  const double at_zero = left.maxCoeff();
  if (kernel.objects()) refuse_unless_positive(left, at_zero);
  Eigen::MatrixXd factor(count,
                         std::min(count, on_a_line ? most_landmarks_on_a_line : most_landmarks));
  std::vector<Eigen::Index> chosen;
  while (static_cast<Eigen::Index>(chosen.size()) < factor.cols()) {
    Eigen::Index pivot = 0;
    const double most = left.maxCoeff(&pivot);
    if (left.mean() < negligible * at_zero || most < 10.0 * negligible * at_zero) break;
    const auto j = static_cast<Eigen::Index>(chosen.size());
    Eigen::VectorXd column(count);
    for (Eigen::Index i = 0; i < count; ++i)
      column[i] = value_between(kernel, candidates.row(i), candidates.row(pivot));
    column.noalias() -= factor.leftCols(j) * factor.row(pivot).head(j).transpose();
    factor.col(j) = column / std::sqrt(most);
    left -= factor.col(j).cwiseAbs2();
    if (kernel.objects()) refuse_unless_positive(left, at_zero);
    left = left.cwiseMax(0.0);
    left[pivot] = 0.0;
    chosen.push_back(pivot);
  }
  const auto size = static_cast<Eigen::Index>(chosen.size());
  landmarks_.resize(size, d);
  Eigen::MatrixXd lower(size, size);  // by which the landmarks' kernel matrix is lower lower^T
  for (Eigen::Index i = 0; i < size; ++i) {
    landmarks_.row(i) = candidates.row(chosen[static_cast<std::size_t>(i)]);
    lower.row(i) = factor.row(chosen[static_cast<std::size_t>(i)]).head(size);
  }
  if (on_a_line) {
    const auto pictures = factor.leftCols(size);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(pictures.transpose() * pictures /
                                                               double(count));
    Eigen::Index kept = std::min(size, most_directions_on_a_line);
    while (kept > 1 && eigen.eigenvalues()[size - kept] < negligible * at_zero) --kept;
    const Eigen::MatrixXd directions = eigen.eigenvectors().rightCols(kept);
    to_picture_ = lower.triangularView<Eigen::Lower>().transpose().solve(directions).transpose();
    from_picture_ = lower.triangularView<Eigen::Lower>() * directions;
    left_out_ = (left.mean() + eigen.eigenvalues().head(size - kept).cwiseMax(0.0).sum()) / at_zero;
  } else {
    to_picture_ = lower.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(size, size));
    from_picture_ = lower;
    left_out_ = left.mean() / at_zero;
  }
  const auto stride = static_cast<std::size_t>(padded(static_cast<int>(size)));
  coordinates_.assign(stride * static_cast<std::size_t>(d), 0.0);
  weights_.assign(stride, 0.0);
  for (Eigen::Index c = 0; c < d; ++c)
    for (Eigen::Index i = 0; i < size; ++i)
      coordinates_[static_cast<std::size_t>(c) * stride + static_cast<std::size_t>(i)] =
          landmarks_(i, c);
}

Eigen::VectorXd EmbeddingPicture::of(const Points<double>& cloud) const {
  return of(std::span(&cloud, 1), nullptr);
}

Eigen::MatrixXd EmbeddingPicture::of(std::span<const Points<double>> clouds,
                                     Eigen::MatrixXd* squares) const {
  const auto size = static_cast<int>(landmarks_.rows());
  const Points<double> places{size, static_cast<int>(weights_.size()),
                              static_cast<int>(landmarks_.cols()), coordinates_.data(),
                              weights_.data()};
  Eigen::MatrixXd fields(size, std::ssize(clouds));
  if (squares) squares->resize(size, std::ssize(clouds));
  for (Eigen::Index k = 0; k < fields.cols(); ++k) {
    const Points<double>& cloud = clouds[static_cast<std::size_t>(k)];
    if (const ObjectSums* objects = kernel_.objects())
      add_up_fields(*objects, cloud, places, fields.col(k).data());
    else
      kernel_.sums().fields(cloud, places, fields.col(k).data(),
                            squares ? squares->col(k).data() : nullptr);
  }
  return to_picture_ * fields;
}

Eigen::MatrixXd EmbeddingPicture::of_rows(const Eigen::MatrixXd& rows) const {
  Eigen::MatrixXd between(landmarks_.rows(), rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    for (Eigen::Index l = 0; l < landmarks_.rows(); ++l)
      between(l, i) = value_between(kernel_, landmarks_.row(l), rows.row(i));
  return to_picture_ * between;
}

Eigen::VectorXd EmbeddingPicture::squares_of_rows(const Eigen::MatrixXd& rows) const {
  if (!kernel_.objects()) return Eigen::VectorXd::Constant(rows.rows(), kernel_.at_zero());
  Eigen::VectorXd squares(rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    squares[i] = value_between(kernel_, rows.row(i), rows.row(i));
  return squares;
}

}  // namespace surefoot
