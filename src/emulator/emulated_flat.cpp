#include "emulator/emulated_flat.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "bootstrap/flat_places.hpp"
#include "bootstrap/place_in_box.hpp"
#include "emulator/emulated_curvature.hpp"

namespace surefoot {
namespace {

constexpr int stations = 5;            // on the way to each end
constexpr double no_way = 1e-3;        // of the box: rounding would seem to move the embedding
constexpr double least_stretch = 0.2;  // of the box, that a path must cover
constexpr double indistinct = 3.0;     // standard errors of a rise that may be none
constexpr double clear = 0.6;  // of what draws differ by: an emulator of a larger error cannot tell
constexpr double much_more = 8.0;   // than the squared error that is expected where nothing moves
constexpr double faintest = 1e-6;   // of the largest variance, that a direction must have
constexpr double following = 0.02;  // of the box, by which a parameter must move to follow

class EmulatedFlatSearch {
 public:
  explicit EmulatedFlatSearch(const EmulatedPosterior& posterior)
      : posterior_(posterior),
        best_(posterior.best()),
        places_(places_in(*posterior.problem().space)) {
    const EmulatedCurvature curvature = curvature_of(posterior);
    fall_ = fall_per_direction(posterior, curvature).value_or(INFINITY);
    residual_ = best_.mass * curvature.level - posterior.weighted_outputs();
    const Eigen::MatrixXd noise = posterior.emulator().noise();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(noise);
    const Eigen::VectorXd& variances = eigen.eigenvalues();
    const auto seen = (variances.array() > faintest * variances.maxCoeff()).count();
    whitening_ = variances.tail(seen).cwiseSqrt().cwiseInverse().asDiagonal() *
                 eigen.eigenvectors().rightCols(seen).transpose();
    along_residual_ = 4.0 * best_.mass * best_.mass * residual_.dot(noise * residual_);
    squared_ = 2.0 * noise.squaredNorm();
  }

  std::vector<FlatPath> paths() {
    std::vector<FlatPath> found;
    // Parameters that do not matter by themselves come first: they would seem to follow others.
    for (const bool alone : {true, false}) {
      alone_ = alone;
      for (std::size_t k = 0; k < places_.size(); ++k) {
        if (std::find(held_.begin(), held_.end(), k) != held_.end()) continue;
        auto path = path_along(k);
        if (!path || runs_along(*path, found, places_)) continue;
        found.push_back(std::move(*path));
        held_.push_back(k);
      }
    }
    return found;
  }

 private:
  enum class Ground { flat, rises, unknown };

  /// The way towards one end.
  struct Side {
    std::vector<double> place;         // of the flat stations, that of the best fit first
    std::vector<Eigen::VectorXd> eta;  // there
    Ground ground = Ground::flat;      // of the station that came last
    double last_place = 0.0;
    Eigen::VectorXd last = {};
  };

  /// The standard error of what the objective rises by from the best fit to a place.
  double error_of_rise(const Eigen::VectorXd& u) const {
    const EmbeddingEmulator& emulator = posterior_.emulator();
    const double here = emulator.error_share(best_.u), there = emulator.error_share(u);
    return std::sqrt(along_residual_ * emulator.error_share_between(best_.u, u) +
                     squared_ * (here * here + there * there));
  }

  /// Whether the embedding moves from the best fit to a place by more than the emulator's error.
  /// What the objective rises by may be hidden by errors in directions in which nothing moves.
  bool is_seen_to_move(const EmulatedMinimum& at) const {
    const EmbeddingEmulator& emulator = posterior_.emulator();
    const Eigen::VectorXd here = emulator.at(best_.u), there = emulator.at(at.u);
    const double squares = (whitening_ * (at.mass * there - best_.mass * here)).squaredNorm();
    const double count = double(whitening_.rows());
    return squares > much_more * (count + 5.0) * emulator.error_share_between(best_.u, at.u);
  }

  /// A place whose coordinate k is at `place`, by the shortest way in the coordinates of the
  /// region: other ways leave a narrow ridge, and what the emulator knows.
  Eigen::VectorXd moved(const Eigen::VectorXd& from, std::size_t k, double place) const {
    const Region& region = posterior_.emulator().region();
    const auto at = static_cast<Eigen::Index>(k);
    const double eta_k = places_[k].eta(place);
    Eigen::VectorXd there = from;
    if (!alone_) {
      const Eigen::VectorXd u = region.u(from);
      const Eigen::VectorXd way = region.slopes(u).inverse().row(at).transpose();
      there = region.eta(u + way * (eta_k - from[at]) / way.squaredNorm());
    }
    there[at] = eta_k;
    return there;
  }

  EmulatedMinimum follow(const Eigen::VectorXd& from, std::size_t k, double place) const {
    Eigen::VectorXd start = moved(from, k, place);
    std::vector<std::size_t> held = held_;
    held.push_back(k);
    for (const std::size_t j : held_)
      start[static_cast<Eigen::Index>(j)] = best_.eta[static_cast<Eigen::Index>(j)];
    if (alone_)
      for (std::size_t j = 0; j < places_.size(); ++j) held.push_back(j);
    return posterior_.best_beside(start, held);
  }

  Ground ground_at(const EmulatedMinimum& at, std::size_t k, double place) const {
    const double wanted = places_[k].eta(place);
    const double off = std::abs(at.eta[static_cast<Eigen::Index>(k)] - wanted);
    if (at.at_reach || off > 1e-6 * posterior_.problem().space->eta_scale[k])
      return Ground::unknown;
    const double rise = at.value - best_.value;
    const double error = error_of_rise(at.u);
    if (is_seen_to_move(at)) return rise > 0.0 ? Ground::rises : Ground::unknown;
    // An emulator whose error is as large as what draws differ by cannot tell.
    if (error > clear * fall_ || rise < -indistinct * error) return Ground::unknown;
    return rise <= indistinct * error ? Ground::flat : Ground::rises;
  }

  Side walk(std::size_t k, double end) const {
    const double begin = places_[k].of(best_.eta[static_cast<Eigen::Index>(k)]);
    Side side{{begin}, {best_.eta}};
    if (std::abs(end - begin) < no_way) return side;
    for (int i = 1; i <= stations; ++i) {
      side.last_place = begin + (end - begin) * i / stations;
      const EmulatedMinimum found = follow(side.eta.back(), k, side.last_place);
      side.ground = ground_at(found, k, side.last_place);
      side.last = found.eta;
      if (side.ground != Ground::flat) break;
      side.place.push_back(side.last_place);
      side.eta.push_back(found.eta);
    }
    return side;
  }

  bool follows(std::size_t j, const Side& side) const {
    const auto at = static_cast<Eigen::Index>(j);
    return std::any_of(side.eta.begin(), side.eta.end(), [&](const Eigen::VectorXd& eta) {
      return std::abs(places_[j].of(eta[at]) - places_[j].of(best_.eta[at])) > following;
    });
  }

  /// Whether it is the box that ends a way: a parameter that follows can do so no longer.
  bool ends_by_box(const Side& side, const Side& other, std::size_t k) const {
    const Box box = posterior_.problem().box();
    for (std::size_t j = 0; j < places_.size(); ++j) {
      const double there = side.last[static_cast<Eigen::Index>(j)];
      const bool on_edge = there <= box.lower[j] || there >= box.upper[j];
      if (j != k && on_edge && (follows(j, side) || follows(j, other))) return true;
    }
    return false;
  }

  /// Whether a way is flat for as long as the box lets it go on; finds that end, right behind which
  /// the ground must be seen to rise.
  bool ends_well(std::size_t k, Side& side, const Side& other) const {
    if (side.ground == Ground::flat) return true;
    if (!ends_by_box(side, other, k)) return false;
    constexpr int halvings = 4;
    for (int i = 0; i < halvings; ++i) {
      const double middle = 0.5 * (side.place.back() + side.last_place);
      const EmulatedMinimum found = follow(side.eta.back(), k, middle);
      const Ground ground = ground_at(found, k, middle);
      if (ground != Ground::flat) {
        side.ground = ground;
        side.last_place = middle;
        side.last = found.eta;
        continue;
      }
      side.place.push_back(middle);
      side.eta.push_back(found.eta);
    }
    return side.ground == Ground::rises && ends_by_box(side, other, k);
  }

  std::optional<FlatPath> path_along(std::size_t k) const {
    const double here = places_[k].of(best_.eta[static_cast<Eigen::Index>(k)]);
    Side down = walk(k, std::min(here, 0.0)), up = walk(k, std::max(here, 1.0));
    if (!ends_well(k, down, up) || !ends_well(k, up, down)) return std::nullopt;
    if (up.place.back() - down.place.back() < least_stretch) return std::nullopt;
    FlatPath path{k, {down.place.rbegin(), down.place.rend()}, {}};
    path.position.insert(path.position.end(), up.place.begin() + 1, up.place.end());
    for (auto eta = down.eta.rbegin(); eta != down.eta.rend(); ++eta)
      path.eta.emplace_back(eta->begin(), eta->end());
    for (auto eta = up.eta.begin() + 1; eta != up.eta.end(); ++eta)
      path.eta.emplace_back(eta->begin(), eta->end());
    path.alone = alone_;
    return path;
  }

  const EmulatedPosterior& posterior_;
  const EmulatedMinimum& best_;
  std::vector<PlaceInBox> places_;
  Eigen::VectorXd residual_;
  double fall_ = INFINITY;         // of a draw, for each direction
  double along_residual_ = 0.0;    // variance of the objective for each unit of the emulator's
  double squared_ = 0.0;           // the same of the square of its error
  Eigen::MatrixXd whitening_;      // of the noise of simulated observations
  std::vector<std::size_t> held_;  // coordinates that lead along paths
  bool alone_ = false;             // no other parameter follows
};

}  // namespace

std::vector<FlatPath> flat_paths_of(const EmulatedPosterior& posterior) {
  return EmulatedFlatSearch(posterior).paths();
}

}  // namespace surefoot
