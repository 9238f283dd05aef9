#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

namespace surefoot {

/// Places that lie together.
using Valley = std::vector<Eigen::VectorXd>;

/// Groups of places with wide gaps between them, in units of `unit`: those around several minima
/// that are far apart.  Mostly one.
///
/// Places are divided in two along their widest direction, where that explains 93 % of their
/// variance there, and the halves again.  Of a normal distribution a division explains 0.64, and of
/// a uniform one, such as places along a ridge are, 0.75.
std::vector<Valley> valleys_of(std::span<const Eigen::VectorXd> places,
                               const Eigen::VectorXd& unit);

}  // namespace surefoot
