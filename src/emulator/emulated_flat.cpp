#include "emulator/emulated_flat.hpp"

#include <cmath>
#include <numeric>

#include "bootstrap/flat_walk.hpp"
#include "emulator/emulated_curvature.hpp"

namespace surefoot {
namespace {

constexpr double indistinct = 3.0;  // standard errors of a rise that may be none
constexpr double clear = 0.6;  // of what draws differ by: an emulator of a larger error cannot tell
constexpr double much_more = 8.0;  // than the squared error that is expected where nothing moves
constexpr double faintest = 1e-6;  // of the largest variance, that a direction must have

class EmulatedFlatSearch final : private FlatWalk {
 public:
  explicit EmulatedFlatSearch(const EmulatedPosterior& posterior)
      : FlatWalk(posterior.problem(), numbers(posterior.best().eta), stretches),
        posterior_(posterior),
        best_(posterior.best()) {
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
    std::vector<std::size_t> all(places_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return paths_along(all);
  }

 private:
  static std::vector<double> numbers(const Eigen::VectorXd& eta) {
    return {eta.begin(), eta.end()};
  }

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

  Station follow(std::vector<double> from, std::size_t k, double place) override {
    Eigen::VectorXd start =
        moved(Eigen::Map<Eigen::VectorXd>(from.data(), std::ssize(from)), k, place);
    std::vector<std::size_t> fixed = held_;
    fixed.push_back(k);
    for (const std::size_t j : held_)
      start[static_cast<Eigen::Index>(j)] = best_.eta[static_cast<Eigen::Index>(j)];
    if (alone_)
      for (std::size_t j = 0; j < places_.size(); ++j) fixed.push_back(j);
    const EmulatedMinimum found = posterior_.best_beside(start, fixed);
    return {numbers(found.eta), ground_at(found, k, place)};
  }

  Ground ground_at(const EmulatedMinimum& at, std::size_t k, double place) const {
    const double wanted = places_[k].eta(place);
    const double off = std::abs(at.eta[static_cast<Eigen::Index>(k)] - wanted);
    if (at.at_reach || off > 1e-6 * posterior_.problem().space->eta_scale[k])
      return Ground::unclear;
    const double rise = at.value - best_.value;
    const double error = error_of_rise(at.u);
    if (is_seen_to_move(at)) return rise > 0.0 ? Ground::differs : Ground::unclear;
    // An emulator whose error is as large as what draws differ by cannot tell.
    if (error > clear * fall_ || rise < -indistinct * error) return Ground::unclear;
    return rise <= indistinct * error ? Ground::flat : Ground::differs;
  }

  /// Right behind the end the ground must be seen to rise.
  bool ends_well(std::size_t k, Side& side, const Side& other) override {
    if (!ends_by_box(side, other, k)) return false;
    refine_end(k, side);
    return side.ground == Ground::differs && ends_by_box(side, other, k);
  }

  static constexpr double least_stretch = 0.2;
  static constexpr Stretches stretches{
      .shortest_way = 1e-3,  // of shorter ones, rounding would seem to move the embedding
      .least_level = least_stretch,
      .least_flat = least_stretch};

  const EmulatedPosterior& posterior_;
  const EmulatedMinimum& best_;
  Eigen::VectorXd residual_;
  double fall_ = INFINITY;       // of a draw, for each direction
  double along_residual_ = 0.0;  // variance of the objective for each unit of the emulator's
  double squared_ = 0.0;         // the same of the square of its error
  Eigen::MatrixXd whitening_;    // of the noise of simulated observations
};

}  // namespace

std::vector<FlatPath> flat_paths_of(const EmulatedPosterior& posterior) {
  return EmulatedFlatSearch(posterior).paths();
}

}  // namespace surefoot
