#include "emulator/embedding_picture.hpp"

#include <algorithm>
#include <vector>

namespace surefoot {
namespace {

/// Embeddings on a line are smooth, and few directions hold them, which are worth looking for; in
/// more dimensions observations have few neighbours, and the spectrum of a kernel falls slowly.
constexpr Eigen::Index most_landmarks_on_a_line = 256, most_landmarks = 768;
constexpr Eigen::Index most_directions_on_a_line = 96;
constexpr double negligible = 1e-7;  // of k(x, x), in the mean over the candidates

}  // namespace

EmbeddingPicture::EmbeddingPicture(const Kernel& kernel, const Eigen::MatrixXd& candidates)
    : kernel_(kernel) {
  const Eigen::Index count = candidates.rows(), d = candidates.cols();
  const double at_zero = kernel.at_zero();
  Eigen::VectorXd left = Eigen::VectorXd::Constant(count, at_zero);
  Eigen::MatrixXd factor(count,
                         std::min(count, d == 1 ? most_landmarks_on_a_line : most_landmarks));
  std::vector<Eigen::Index> chosen;
  while (static_cast<Eigen::Index>(chosen.size()) < factor.cols()) {
    Eigen::Index pivot = 0;
    const double most = left.maxCoeff(&pivot);
    if (left.mean() < negligible * at_zero || most < 10.0 * negligible * at_zero) break;
    const auto j = static_cast<Eigen::Index>(chosen.size());
    Eigen::VectorXd column(count);
    for (Eigen::Index i = 0; i < count; ++i)
      column[i] = kernel.sums().value((candidates.row(i) - candidates.row(pivot)).squaredNorm());
    column.noalias() -= factor.leftCols(j) * factor.row(pivot).head(j).transpose();
    factor.col(j) = column / std::sqrt(most);
    left = (left - factor.col(j).cwiseAbs2()).cwiseMax(0.0);
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
  if (d == 1) {
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
  for (Eigen::Index k = 0; k < fields.cols(); ++k)
    kernel_.sums().fields(clouds[static_cast<std::size_t>(k)], places, fields.col(k).data(),
                          squares ? squares->col(k).data() : nullptr);
  return to_picture_ * fields;
}

Eigen::MatrixXd EmbeddingPicture::of_rows(const Eigen::MatrixXd& rows) const {
  Eigen::MatrixXd between(landmarks_.rows(), rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    for (Eigen::Index l = 0; l < landmarks_.rows(); ++l)
      between(l, i) = kernel_.sums().value((landmarks_.row(l) - rows.row(i)).squaredNorm());
  return to_picture_ * between;
}

}  // namespace surefoot
