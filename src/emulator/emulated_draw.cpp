#include "emulator/emulated_draw.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

/// The emulated model with its error, where a draw stands.
class Place {
 public:
  Place(const EmbeddingEmulator& emulator, const EmulatedTarget& target, const DrawnMap& map,
        const Eigen::VectorXd& start)
      : emulator_(emulator), target_(target), map_(map) {
    // Of the fitted map and, as much again, of what was drawn.
    bias_ = (map.is_fitted() ? 1.0 : 2.0) * emulator.squared_error(start);
  }

  void go_to(const Eigen::VectorXd& u, const Eigen::VectorXd& eta, bool derivatives) {
    emulator_.at(u, picture, derivatives ? &jacobian : nullptr, map_.coefficients);
    if (const auto* error = map_.error) {
      picture += error->level + error->slope * (u - error->where);
      if (derivatives) jacobian += error->slope;
    }
    const double a = std::max(picture.squaredNorm() - bias_, 1e-12);
    const double c = picture.dot(target_.picture);
    free = target_.mass == Mass::free && c < a;
    mass = free ? std::max(c / a, 0.0) : 1.0;
    take_prior(eta);
    value = mass * mass * a - 2.0 * mass * c + prior_part;
  }

  Eigen::VectorXd picture;
  Eigen::MatrixXd jacobian;
  double mass = 1.0, value = 0.0, prior_part = 0.0;
  Eigen::VectorXd prior_pull, prior_metric;  // half of its slopes, and what squares add, in eta
  bool free = false;

 private:
  void take_prior(const Eigen::VectorXd& eta) {
    prior_part = 0.0;
    prior_pull = prior_metric = Eigen::VectorXd::Zero(eta.size());
    if (!target_.prior) return;
    const double weight = target_.prior->weight();
    for (std::size_t i = 0; i < target_.prior_centre.size(); ++i) {
      const RandomisedPrior::Term& term = target_.prior->terms()[i];
      const auto [score, slope] =
          target_.prior->score(term, {eta.data(), static_cast<std::size_t>(eta.size())});
      const double away = score - target_.prior_centre[i];
      prior_part += weight * away * away;
      prior_pull[static_cast<Eigen::Index>(term.coordinate)] += weight * away * slope;
      prior_metric[static_cast<Eigen::Index>(term.coordinate)] += weight * slope * slope;
    }
  }

  const EmbeddingEmulator& emulator_;
  const EmulatedTarget& target_;
  const DrawnMap& map_;
  double bias_ = 0.0;
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
                                  const DrawnMap& map, const Eigen::VectorXd& start) {
  constexpr int most = 60;
  constexpr double settled = 1e-4;  // in u
  const Region& region = emulator.region();
  const Eigen::Index p = start.size();
  Place here(emulator, target, map, start), there(emulator, target, map, start);
  EmulatedMinimum best;
  best.u = start;
  best.at_reach = bring_inside(emulator, target, best.u, best.eta);
  here.go_to(best.u, best.eta, true);
  double damping = 1e-3;
  Eigen::VectorXd u, eta;
  for (best.evaluations = 1; best.evaluations < most;) {
    // Along the directions of eta, so that those on an edge can be held.
    const Eigen::MatrixXd in_eta = region.slopes(best.u);
    Eigen::MatrixXd slopes = here.mass * here.jacobian * in_eta;
    const Eigen::VectorXd residual = here.mass * here.picture - target.picture;
    const Eigen::VectorXd gradient = slopes.transpose() * residual + here.prior_pull;
    Eigen::VectorXd not_held = Eigen::VectorXd::Ones(p);
    for (Eigen::Index k = 0; k < p; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const bool held = (best.eta[k] <= target.lower[i] && gradient[k] > 0.0) ||
                        (best.eta[k] >= target.upper[i] && gradient[k] < 0.0);
      if (!held) continue;
      slopes.col(k).setZero();
      not_held[k] = 0.0;
    }
    if (here.free) {  // the mass follows
      const Eigen::VectorXd unit = here.picture.normalized();
      slopes -= unit * (unit.transpose() * slopes);
    }
    const Eigen::VectorXd pull =
        slopes.transpose() * residual + not_held.cwiseProduct(here.prior_pull);
    best.gradient_norm = 2.0 * pull.norm();
    Eigen::MatrixXd metric = slopes.transpose() * slopes;
    metric.diagonal() += not_held.cwiseProduct(here.prior_metric);
    bool moved = false;
    while (best.evaluations < most) {
      Eigen::MatrixXd damped = metric;
      // In units of u every direction is about as long as a posterior standard deviation.
      damped.noalias() += damping * (metric.trace() / double(p) + 1e-300) *
                          (in_eta.transpose() * in_eta) / (in_eta.squaredNorm() / double(p));
      const Eigen::VectorXd step = -damped.ldlt().solve(pull);
      u = best.u + in_eta * step;
      const bool cut = bring_inside(emulator, target, u, eta);
      there.go_to(u, eta, false);
      ++best.evaluations;
      const double length = (u - best.u).norm();
      if (there.value < here.value && std::isfinite(length)) {
        best.u = u;
        best.eta = eta;
        best.at_reach = cut;
        best.remaining = length;
        damping = std::max(damping * 0.2, 1e-9);
        moved = true;
        break;
      }
      best.remaining = length;
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
  return best;
}

}  // namespace surefoot
