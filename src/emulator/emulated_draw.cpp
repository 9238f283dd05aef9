#include "emulator/emulated_draw.hpp"

#include <algorithm>
#include <cmath>

#include "emulator/dense.hpp"

namespace surefoot {
namespace {

/// Half of the distance around a place, as a quadratic function of eta.
struct Quadratic {
  Eigen::MatrixXd in_eta;  // du/deta
  Eigen::VectorXd pull;
  Eigen::MatrixXd straight, bent;  // its metric, without and with the bends of the map
  Eigen::MatrixXd of_slopes;       // what the map's slopes make of it (and those of its error, if
                                   // that counts), at `seen_from`
  Eigen::VectorXd seen_from;       // u

  /// Coordinate k does not move.
  void hold(Eigen::Index k) {
    pull[k] = 0.0;
    in_eta.col(k).setZero();
    for (Eigen::MatrixXd* metric : {&straight, &bent}) {
      metric->row(k).setZero();
      metric->col(k).setZero();
    }
  }
};

/// The emulated model with its error, where a draw stands.
class Place {
 public:
  /// `bias` is what errors of the map add to |Phi|^2.
  Place(const EmbeddingEmulator& emulator, const EmulatedTarget& target, const DrawnMap& map,
        double bias)
      : emulator_(&emulator), target_(&target), map_(&map), bias_(bias) {}

  void go_to(const Eigen::VectorXd& to_u, const Eigen::VectorXd& to_eta) {
    u = to_u;
    eta = to_eta;
    picture_ = emulator_->at(u, map_->coefficients);
    if (map_->error) map_->error->add_to(u, picture_);
    error_part = map_->expected ? emulator_->squared_error_by_part(u) : 0.0;
    const double a = std::max(picture_.squaredNorm() + error_part - bias_, 1e-12);
    const double c = picture_.dot(target_->picture);
    free_ = target_->mass == Mass::free && c < a;
    mass = free_ ? std::max(c / a, 0.0) : 1.0;
    error_part *= mass * mass;
    take_prior();
    value = mass * mass * a - 2.0 * mass * c + prior_part;
  }

  /// Whether an edge of the box keeps coordinate k from going this way.
  bool is_held(Eigen::Index k, double way) const {
    const auto i = static_cast<std::size_t>(k);
    return (eta[k] <= target_->lower[i] && way < 0.0) || (eta[k] >= target_->upper[i] && way > 0.0);
  }

  /// As much of a move of coordinate k as the box leaves room for.
  double within_box(Eigen::Index k, double move) const {
    const auto i = static_cast<std::size_t>(k);
    return std::clamp(move, std::min(target_->lower[i] - eta[k], 0.0),
                      std::max(target_->upper[i] - eta[k], 0.0));
  }

  /// Coordinates that an edge holds do not move.  Near where the slopes were last looked at, they
  /// are the same.
  Quadratic around(Quadratic last) const {
    constexpr double near = 0.1;
    Quadratic q;
    q.in_eta = emulator_->region().slopes(u);
    const EmbeddingEmulator::Around map = emulator_->around(u, map_->coefficients);
    const Eigen::VectorXd residual = mass * (mass * picture_ - target_->picture);
    auto [pull, bends] = map.product_with(residual);
    if (map_->error) {
      pull += q.in_eta.transpose() * (map_->error->slopes(u).transpose() * residual);
      bends += in_coordinates(map_->error->curvature(u, residual), q.in_eta);
    }
    if (last.seen_from.size() > 0 && (last.seen_from - u).norm() < near) {
      q.of_slopes = std::move(last.of_slopes);
      q.seen_from = std::move(last.seen_from);
    } else {
      q.of_slopes = metric_of(map, q.in_eta);
      q.seen_from = u;
    }
    q.pull = pull + prior_pull_;
    q.straight = mass * mass * q.of_slopes;
    q.straight.diagonal() += prior_metric_;
    if (map_->expected) {
      const EmbeddingEmulator::ErrorAround error = emulator_->squared_error_around(u);
      q.pull += mass * mass * q.in_eta.transpose() * error.pull;
      bends += mass * mass * in_coordinates(error.bends, q.in_eta);
    }
    q.bent = q.straight + bends;
    for (Eigen::Index k = 0; k < eta.size(); ++k)
      if (is_held(k, -q.pull[k])) q.hold(k);
    return q;
  }

  Eigen::VectorXd u, eta;
  double mass = 1.0, value = 0.0, prior_part = 0.0, error_part = 0.0;

 private:
  /// Products of the slopes of the picture, less what the mass follows, and of its error's if that
  /// counts.
  Eigen::MatrixXd metric_of(const EmbeddingEmulator::Around& map,
                            const Eigen::MatrixXd& in_eta) const {
    Eigen::MatrixXd slopes = map.slopes();
    if (map_->error) slopes += map_->error->slopes(u).lazyProduct(in_eta);
    Eigen::MatrixXd products = transposed_product(slopes, slopes);
    if (free_) {
      const Eigen::VectorXd followed = slopes.transpose() * picture_.normalized();
      products -= followed * followed.transpose();
    }
    if (map_->expected) products += in_coordinates(emulator_->squared_slope_error(u), in_eta);
    return products;
  }

  void take_prior() {
    prior_part = 0.0;
    prior_pull_ = prior_metric_ = Eigen::VectorXd::Zero(eta.size());
    if (!target_->prior) return;
    const double weight = target_->prior->weight();
    for (std::size_t i = 0; i < target_->prior_centre.size(); ++i) {
      const RandomisedPrior::Term& term = target_->prior->terms()[i];
      const auto [score, slope] =
          target_->prior->score(term, {eta.data(), static_cast<std::size_t>(eta.size())});
      const double away = score - target_->prior_centre[i];
      prior_part += weight * away * away;
      prior_pull_[static_cast<Eigen::Index>(term.coordinate)] += weight * away * slope;
      prior_metric_[static_cast<Eigen::Index>(term.coordinate)] += weight * slope * slope;
    }
  }

  const EmbeddingEmulator* emulator_;
  const EmulatedTarget* target_;
  const DrawnMap* map_;
  double bias_;
  bool free_ = false;
  Eigen::VectorXd picture_;
  Eigen::VectorXd prior_pull_, prior_metric_;  // half of its slopes, and what squares add, in eta
};

/// A step of u and eta, and by how much the quadratic falls.
struct Step {
  Eigen::VectorXd of_u, of_eta;
  double fall;
};

/// How far some coordinates of eta go, whatever the others do.
struct FixedMoves {
  std::vector<bool> is_fixed;
  Eigen::VectorXd move;  // 0 for the others
};

/// The step to the least of a damped quadratic; where its bends turn it over, of a straight one.
/// `damping` is per squared unit of u, in which every direction is about as long as a posterior
/// standard deviation.
Step damped_step(const Quadratic& q, double damping, const FixedMoves& fixed) {
  const Eigen::MatrixXd unit = damping * q.in_eta.transpose().lazyProduct(q.in_eta);
  for (const Eigen::MatrixXd* metric : {&q.bent, &q.straight}) {
    Eigen::MatrixXd damped = *metric + unit;
    Eigen::VectorXd pull = q.pull + damped * fixed.move;
    for (Eigen::Index k = 0; k < pull.size(); ++k) {
      if (fixed.is_fixed[static_cast<std::size_t>(k)]) {
        damped.row(k).setZero();
        damped.col(k).setZero();
        pull[k] = -fixed.move[k];
      }
      if (damped(k, k) == 0.0) damped(k, k) = 1.0;  // held, or nothing moves
    }
    const Eigen::LDLT<Eigen::MatrixXd> solver(damped);
    if (metric == &q.bent && !(solver.vectorD().minCoeff() > 0.0)) continue;
    const Eigen::VectorXd against = solver.solve(pull);
    return {-q.in_eta * against, -against,
            2.0 * q.pull.dot(against) - against.dot(*metric * against)};
  }
  return {};  // not reached
}

/// The same in the box: coordinates that would leave it go to its edge, and the others to where it
/// is best then.
Step step_inside(const Place& from, const Quadratic& q, double damping) {
  const Eigen::Index p = q.pull.size();
  FixedMoves fixed{std::vector<bool>(static_cast<std::size_t>(p)), Eigen::VectorXd::Zero(p)};
  for (;;) {
    const Step step = damped_step(q, damping, fixed);
    bool all_inside = true;
    for (Eigen::Index k = 0; k < p; ++k) {
      if (fixed.is_fixed[static_cast<std::size_t>(k)]) continue;
      const double possible = from.within_box(k, step.of_eta[k]);
      if (possible == step.of_eta[k]) continue;
      fixed.is_fixed[static_cast<std::size_t>(k)] = true;
      fixed.move[k] = possible;
      all_inside = false;
    }
    if (all_inside) return step;
  }
}

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
                                  const DrawnMap& map, const EmulatedStart& start, double settled) {
  constexpr int most = 200;         // hardly any draw needs a quarter of them
  constexpr double furthest = 2.0;  // in u, where no step of a quadratic is to be trusted
  constexpr double least_damping = 1e-9, first_damping = 1e-2, most_damping = 1e6, firmer = 8.0;
  // Of the fitted map and, as much again, of what was drawn.
  const double bias = (map.is_fitted() ? 1.0 : 2.0) * start.squared_error;
  Place here(emulator, target, map, bias), there = here;
  EmulatedMinimum best;
  Eigen::VectorXd u = start.u, eta;
  best.at_reach = bring_inside(emulator, target, u, eta);
  here.go_to(u, eta);
  double damping = first_damping;
  Quadratic q;
  for (best.evaluations = 1; best.evaluations < most;) {
    q = here.around(std::move(q));
    best.gradient_norm = 2.0 * q.pull.norm();
    const double unit = (q.straight.trace() + 1e-300) / std::max(q.in_eta.squaredNorm(), 1e-300);
    bool moved = false, at_once = true;
    while (best.evaluations < most) {
      const Step step = step_inside(here, q, damping * unit);
      u = here.u + step.of_u;
      if (damping < most_damping && (u - here.u).norm() > furthest) {
        damping = std::max(damping * firmer, first_damping);
        continue;
      }
      const bool cut = bring_inside(emulator, target, u, eta);
      there.go_to(u, eta);
      ++best.evaluations;
      best.remaining = (u - here.u).norm();
      if (there.value < here.value && std::isfinite(best.remaining)) {
        const double as_foretold = (here.value - there.value) / step.fall;
        const double softer = as_foretold < 0.25 ? 4.0 : as_foretold > 0.75 && at_once ? 0.1 : 0.5;
        damping = std::max(damping * softer, least_damping);
        std::swap(here, there);
        best.at_reach = cut;
        moved = true;
        break;
      }
      if (best.remaining < settled || damping > most_damping) break;
      damping = std::max(damping * firmer, first_damping);
      at_once = false;
    }
    if (!moved || best.remaining < settled) break;
  }
  best.u = here.u;
  best.eta = here.eta;
  best.value = here.value;
  best.mass = here.mass;
  best.prior_part = here.prior_part;
  best.error_part = here.error_part;
  return best;
}

}  // namespace surefoot
