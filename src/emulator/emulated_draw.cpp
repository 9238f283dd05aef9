#include "emulator/emulated_draw.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

/// The emulated model with its error, where a draw stands.
class Place {
 public:
  /// `bias` is what errors of the map add to |Phi|^2.
  Place(const EmbeddingEmulator& emulator, const EmulatedTarget& target, const DrawnMap& map,
        double bias)
      : emulator_(emulator), target_(target), map_(map), bias_(bias) {}

  void go_to(const Eigen::VectorXd& u, const Eigen::VectorXd& eta, bool derivatives) {
    Eigen::MatrixXd* slopes = derivatives ? &jacobian : nullptr;
    emulator_.at(u, picture, slopes, map_.coefficients);
    if (map_.error) map_.error->add_to(u, picture, slopes);
    error_part = 0.0;
    if (map_.expected) {
      around_ = emulator_.squared_error_around(u);
      error_part = around_.value;
    }
    const double a = std::max(picture.squaredNorm() + error_part - bias_, 1e-12);
    const double c = picture.dot(target_.picture);
    free = target_.mass == Mass::free && c < a;
    mass = free ? std::max(c / a, 0.0) : 1.0;
    take_prior(eta);
    error_part *= mass * mass;
    value = mass * mass * a - 2.0 * mass * c + prior_part;
    if (derivatives) pull = mass * jacobian.transpose() * (mass * picture - target_.picture);
  }

  /// Half of the slope by eta of what does not depend on the data, and its metric.
  void add_to(const Eigen::MatrixXd& in_eta, Eigen::VectorXd& slope,
              Eigen::MatrixXd& metric) const {
    slope += prior_pull_;
    metric.diagonal() += prior_metric_;
    if (!map_.expected) return;
    slope += mass * mass * in_eta.transpose() * around_.pull;
    metric += mass * mass * in_eta.transpose() * around_.metric * in_eta;
  }

  /// What the residual moves by along each direction of u, less what the mass follows.
  Eigen::MatrixXd moving() const {
    Eigen::MatrixXd slopes = mass * jacobian;
    if (free) {
      const Eigen::VectorXd unit = picture.normalized();
      slopes -= unit * (unit.transpose() * slopes).eval();
    }
    return slopes;
  }

  Eigen::VectorXd picture;
  Eigen::MatrixXd jacobian;
  Eigen::VectorXd pull;  // half of the distance's slope by u
  double mass = 1.0, value = 0.0, prior_part = 0.0, error_part = 0.0;
  bool free = false;

 private:
  void take_prior(const Eigen::VectorXd& eta) {
    prior_part = 0.0;
    prior_pull_ = prior_metric_ = Eigen::VectorXd::Zero(eta.size());
    if (!target_.prior) return;
    const double weight = target_.prior->weight();
    for (std::size_t i = 0; i < target_.prior_centre.size(); ++i) {
      const RandomisedPrior::Term& term = target_.prior->terms()[i];
      const auto [score, slope] =
          target_.prior->score(term, {eta.data(), static_cast<std::size_t>(eta.size())});
      const double away = score - target_.prior_centre[i];
      prior_part += weight * away * away;
      prior_pull_[static_cast<Eigen::Index>(term.coordinate)] += weight * away * slope;
      prior_metric_[static_cast<Eigen::Index>(term.coordinate)] += weight * slope * slope;
    }
  }

  const EmbeddingEmulator& emulator_;
  const EmulatedTarget& target_;
  const DrawnMap& map_;
  double bias_;
  Eigen::VectorXd prior_pull_, prior_metric_;  // half of its slopes, and what squares add, in eta
  EmbeddingEmulator::ErrorAround around_;      // of the map, if it counts
};

/// Brings u within reach of the part of the map that it belongs to, and eta into the box.
bool bring_inside(const EmbeddingEmulator& emulator, const EmulatedTarget& target,
                  Eigen::VectorXd& u, Eigen::VectorXd& eta) {
  const Region& region = emulator.region();
  eta = region.eta(u);
  const Region& part = emulator.part_at(eta).region;
  Eigen::VectorXd at_part = part.u(eta);
  const double length = at_part.norm();
  const bool cut = length > target.reach;
  if (cut) {
    at_part *= target.reach / length;
    eta = part.eta(at_part);
  }
  bool moved = cut;
  for (Eigen::Index k = 0; k < eta.size(); ++k) {
    const double inside = std::clamp(eta[k], target.lower[static_cast<std::size_t>(k)],
                                     target.upper[static_cast<std::size_t>(k)]);
    moved |= inside != eta[k];
    eta[k] = inside;
  }
  if (moved) u = region.u(eta);
  return cut;
}

}  // namespace

EmulatedMinimum minimise_emulated(const EmbeddingEmulator& emulator, const EmulatedTarget& target,
                                  const DrawnMap& map, const Eigen::VectorXd& start,
                                  double settled) {
  constexpr int most = 200;  // hardly any draw needs a quarter of them
  const Region& region = emulator.region();
  const Eigen::Index p = start.size();
  // Of the fitted map and, as much again, of what was drawn.
  const double bias = (map.is_fitted() ? 1.0 : 2.0) * emulator.squared_error(start);
  Place here(emulator, target, map, bias), there = here;
  EmulatedMinimum best;
  best.u = start;
  best.at_reach = bring_inside(emulator, target, best.u, best.eta);
  here.go_to(best.u, best.eta, true);
  double damping = 1e-3;
  Eigen::VectorXd u, eta;
  for (best.evaluations = 1; best.evaluations < most;) {
    // Along the directions of eta, so that those on an edge can be held.
    Eigen::MatrixXd in_eta = region.slopes(best.u);
    Eigen::VectorXd pull = in_eta.transpose() * here.pull;
    Eigen::MatrixXd added = Eigen::MatrixXd::Zero(p, p);
    here.add_to(in_eta, pull, added);
    for (Eigen::Index k = 0; k < p; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const bool held = (best.eta[k] <= target.lower[i] && pull[k] > 0.0) ||
                        (best.eta[k] >= target.upper[i] && pull[k] < 0.0);
      if (!held) continue;
      in_eta.col(k).setZero();
      pull[k] = 0.0;
      added.row(k).setZero();
      added.col(k).setZero();
    }
    best.gradient_norm = 2.0 * pull.norm();
    const Eigen::MatrixXd slopes = here.moving() * in_eta;
    const Eigen::MatrixXd metric = slopes.transpose() * slopes + added;
    // In units of u every direction is about as long as a posterior standard deviation.
    const Eigen::MatrixXd unit = (metric.trace() + 1e-300) /
                                 std::max(in_eta.squaredNorm(), 1e-300) *
                                 (in_eta.transpose() * in_eta);
    bool moved = false;
    while (best.evaluations < most) {
      Eigen::MatrixXd damped = metric + damping * unit;
      for (Eigen::Index k = 0; k < p; ++k)
        if (damped(k, k) == 0.0) damped(k, k) = 1.0;  // held, or nothing moves
      u = best.u - in_eta * damped.ldlt().solve(pull);
      const bool cut = bring_inside(emulator, target, u, eta);
      there.go_to(u, eta, false);
      ++best.evaluations;
      const double length = (u - best.u).norm();
      best.remaining = length;
      if (there.value < here.value && std::isfinite(length)) {
        best.u = u;
        best.eta = eta;
        best.at_reach = cut;
        damping = std::max(damping * 0.2, 1e-9);
        moved = true;
        break;
      }
      if (length < settled || damping > 1e6) break;
      damping = std::max(damping * 8.0, 1e-6);
    }
    if (!moved) break;
    here.go_to(best.u, best.eta, true);
    if (best.remaining < settled) break;
  }
  best.value = here.value;
  best.mass = here.mass;
  best.prior_part = here.prior_part;
  best.error_part = here.error_part;
  return best;
}

}  // namespace surefoot
