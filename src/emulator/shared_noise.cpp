#include "emulator/shared_noise.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

/// Calls visit(first, size) for each group.
template <class Visit>
void for_each_group(const Eigen::VectorXi& group, Visit visit) {
  for (Eigen::Index first = 0, end = 0; first < group.size(); first = end) {
    while (end < group.size() && group[end] == group[first]) ++end;
    visit(first, end - first);
  }
}

}  // namespace

SharedNoise::SharedNoise(const SeenPictures& seen) : count_(seen.count), group_(seen.group) {
  // E |sum of d|^2 = (1 + (J - 1) r) sum of E |d|^2 in a group of J.
  double together = 0.0, apart = 0.0;
  for_each_group(group_, [&](Eigen::Index first, Eigen::Index size) {
    if (size < 2) return;
    const auto differences = seen.difference.middleCols(first, size);
    const double squares = differences.squaredNorm();
    together += count_[first] * (differences.rowwise().sum().squaredNorm() - squares);
    apart += count_[first] * double(size - 1) * squares;
  });
  constexpr double most = 0.999;  // places would tell of nothing but their differences
  if (apart > 0.0) share_ = std::clamp(together / apart, 0.0, most);
}

void SharedNoise::whiten(const Eigen::VectorXd& extra, Eigen::MatrixXd& rows) const {
  const Eigen::VectorXd own =
      ((1.0 - share_) * count_.cwiseInverse() + extra).cwiseSqrt().cwiseInverse();
  rows.array().colwise() *= own.array();
  if (share_ == 0.0) return;
  for_each_group(group_, [&](Eigen::Index first, Eigen::Index size) {
    // With the errors of their own of unit variance, the rest is I + w w^T.
    const Eigen::VectorXd w = std::sqrt(share_ / count_[first]) * own.segment(first, size);
    const double square = w.squaredNorm();
    const double factor = (1.0 - 1.0 / std::sqrt(1.0 + square)) / square;
    const Eigen::RowVectorXd along = w.transpose() * rows.middleRows(first, size);
    rows.middleRows(first, size).noalias() -= factor * w * along;
  });
}

}  // namespace surefoot
