#include "bootstrap/flat_candidates.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

namespace surefoot {
namespace {

constexpr double wide_spread = 0.05;  // of the box, by which draws of a candidate spread

/// The metric at a mode in tenths of the box: the Hessian, or that of Gauss-Newton; empty if
/// neither is known.
Eigen::MatrixXd metric_in_tenths(const Mode& mode, const Eigen::VectorXd& tenth) {
  const Eigen::Index p = tenth.size();
  if (!mode.linear.jacobian.empty()) {
    const auto rows = static_cast<Eigen::Index>(mode.linear.jacobian.size()) / p;
    const Eigen::MatrixXd jacobian =
        Eigen::Map<const Eigen::MatrixXd>(mode.linear.jacobian.data(), rows, p) *
        tenth.asDiagonal();
    return 2.0 * jacobian.transpose() * jacobian;
  }
  if (mode.hessian.empty()) return {};
  return tenth.asDiagonal() * Eigen::Map<const Eigen::MatrixXd>(mode.hessian.data(), p, p) *
         tenth.asDiagonal();
}

/// Coordinates that change the objective by little more than draws do half the longer way towards
/// an end of the box; of many those that change it least.  Simulation error bends an objective
/// that is flat, so its curvature may not tell.
std::vector<std::size_t> near_though_far(const Mode& mode, std::span<const PlaceInBox> places,
                                         DrawObjective& objective, double value) {
  constexpr double little_more = 10.0;  // three standard deviations of a draw
  constexpr std::size_t most = 8;
  std::vector<std::pair<double, std::size_t>> changes;
  objective.begin_data();
  for (std::size_t k = 0; k < mode.eta.size(); ++k) {
    const double here = places[k].of(mode.eta[k]), end = here < 0.5 ? 1.0 : 0.0;
    std::vector<double> eta = mode.eta;
    eta[k] = places[k].eta(0.5 * (here + end));
    const double change = std::abs(objective(eta, {}) - value);
    if (change <= little_more * mode.fall) changes.emplace_back(change, k);
  }
  std::sort(changes.begin(), changes.end());
  changes.resize(std::min(changes.size(), most));
  std::vector<std::size_t> list;
  for (const auto& [change, k] : changes) list.push_back(k);
  return list;
}

}  // namespace

Eigen::VectorXd tenths_at(const Mode& mode, std::span<const PlaceInBox> places) {
  Eigen::VectorXd tenth(static_cast<Eigen::Index>(mode.eta.size()));
  for (std::size_t k = 0; k < mode.eta.size(); ++k)
    tenth[static_cast<Eigen::Index>(k)] = places[k].tenth(mode.eta[k]);
  return tenth;
}

std::vector<std::size_t> flat_candidates(const Mode& mode, std::span<const PlaceInBox> places,
                                         DrawObjective& objective, double value, double noise) {
  const std::size_t p = mode.eta.size();
  std::vector<std::size_t> list;
  const auto add = [&](std::size_t k) {
    if (std::find(list.begin(), list.end(), k) == list.end()) list.push_back(k);
  };
  const Eigen::VectorXd tenth = tenths_at(mode, places);
  const Eigen::MatrixXd metric = metric_in_tenths(mode, tenth);
  if (metric.size() == 0 || mode.sd.empty()) {
    for (std::size_t k = 0; k < p; ++k) add(k);
    return list;
  }
  // Differences of gradients a thousandth of a tenth away have that much rounding in them.
  const double rounding = 1e4 * noise * std::abs(value);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(metric);
  const double least = std::max(1e-4 * eigen.eigenvalues().cwiseAbs().maxCoeff(), rounding);
  for (Eigen::Index j = 0; j < eigen.eigenvalues().size(); ++j) {
    if (eigen.eigenvalues()[j] > least) continue;
    Eigen::VectorXd length = eigen.eigenvectors().col(j).cwiseAbs();
    for (const std::size_t k : list) length[static_cast<Eigen::Index>(k)] = 0.0;
    Eigen::Index longest = 0;
    length.maxCoeff(&longest);
    add(static_cast<std::size_t>(longest));
  }
  const std::vector<std::size_t> near = near_though_far(mode, places, objective, value);
  for (std::size_t k = 0; k < p; ++k)
    if (mode.sd[k] >= 10.0 * wide_spread * tenth[static_cast<Eigen::Index>(k)] ||
        std::find(near.begin(), near.end(), k) != near.end())
      add(k);
  return list;
}

}  // namespace surefoot
