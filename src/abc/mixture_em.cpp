#include "abc/mixture_em.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <surefoot/random/noise.hpp>

namespace surefoot {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double enough = 1e-3;  // change of the log likelihood below which EM ends

/// EM on one set of points, with the arrays that it needs again and again.
class Em {
 public:
  explicit Em(const MatrixXd& points)
      : points_(points), share_(points.rows(), MixtureEm::count), centred_(points) {}

  /// At most that many steps; the log likelihood before the last of them.  None if it failed.
  std::optional<double> run(MixtureEm& at, int least, int most) {
    double before = -std::numeric_limits<double>::infinity();
    for (int step = 1; step <= most; ++step) {
      const double now = share_out(at);
      if (!std::isfinite(now) || !maximise(at)) return std::nullopt;
      const bool settled = std::abs(now - before) < enough;
      before = now;
      if (settled && step >= least) break;
    }
    return before;
  }

 private:
  /// The E step: how much of each point belongs to each component.  Returns the log likelihood.
  double share_out(const MixtureEm& at) {
    const Index p = points_.cols();
    const auto lower = at.factor.triangularView<Eigen::Lower>();
    const MatrixXd white = lower.solve(points_.transpose());
    const MatrixXd centre = lower.solve(at.mean.transpose());
    for (Index k = 0; k < MixtureEm::count; ++k) {
      const double height =
          std::log(at.weight[k]) -
          0.5 * static_cast<double>(p) * std::log(2.0 * std::numbers::pi * at.lambda[k]);
      share_.col(k) =
          (height -
           0.5 / at.lambda[k] * (white.colwise() - centre.col(k)).colwise().squaredNorm().array())
              .matrix()
              .transpose();
    }
    const VectorXd most = share_.rowwise().maxCoeff();
    share_ = (share_.colwise() - most).array().exp().matrix();
    const VectorXd total = share_.rowwise().sum();
    share_ = total.cwiseInverse().asDiagonal() * share_;
    return most.sum() + total.array().log().sum();
  }

  /// The M step.  False if a component is empty, or its size cannot be told.
  bool maximise(MixtureEm& at) {
    constexpr int sweeps = 5;
    const auto n = static_cast<double>(points_.rows()), p = static_cast<double>(points_.cols());
    const VectorXd mass = share_.colwise().sum();
    if (!(mass.minCoeff() > 1e-3)) return false;  // of a point
    at.weight = mass / n;
    at.mean = mass.cwiseInverse().asDiagonal() * (share_.transpose() * points_);
    for (Index k = 0; k < MixtureEm::count; ++k) {
      centred_ = points_.rowwise() - at.mean.row(k);
      scatter_[k] = centred_.transpose() * share_.col(k).asDiagonal() * centred_;
    }
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      MatrixXd shape = MatrixXd::Zero(points_.cols(), points_.cols());
      for (Index k = 0; k < MixtureEm::count; ++k) shape += scatter_[k] / at.lambda[k];
      const Eigen::LLT<MatrixXd> llt(shape);
      if (llt.info() != Eigen::Success) return false;
      at.factor = llt.matrixL();
      const double log_size = at.factor.diagonal().array().log().sum() / p;
      if (!std::isfinite(log_size)) return false;
      at.factor /= std::exp(log_size);
      for (Index k = 0; k < MixtureEm::count; ++k) {
        at.lambda[k] = llt.solve(scatter_[k]).trace() * std::exp(2.0 * log_size) / (p * mass[k]);
        constexpr double smallest = 1e-10;  // of the cloud's variance: a pile of equal particles
        if (!(at.lambda[k] > smallest) || !std::isfinite(at.lambda[k])) return false;
      }
    }
    return true;
  }

  const MatrixXd& points_;
  MatrixXd share_, centred_;
  MatrixXd scatter_[MixtureEm::count];
};

/// Components of the cloud's own size around points chosen at random.
MixtureEm random_start(const MatrixXd& points, Noise& noise) {
  const Index p = points.cols();
  MixtureEm start{VectorXd::Constant(MixtureEm::count, 1.0 / MixtureEm::count),
                  VectorXd::Ones(MixtureEm::count), MatrixXd(MixtureEm::count, p),
                  MatrixXd::Identity(p, p)};
  for (Index k = 0; k < MixtureEm::count; ++k)
    start.mean.row(k) =
        points.row(static_cast<Index>(noise.uniform() * static_cast<double>(points.rows())));
  return start;
}

}  // namespace

std::optional<MixtureEm> run_em(const MatrixXd& points, std::uint64_t seed, std::uint32_t attempt) {
  constexpr std::uint32_t tries = 10;
  Em em(points);
  std::optional<MixtureEm> best;
  double most = -std::numeric_limits<double>::infinity();
  for (std::uint32_t t = 0; t < tries; ++t) {
    Noise noise({seed, attempt, t, 0, Purpose::start});
    MixtureEm candidate = random_start(points, noise);
    const auto likelihood = em.run(candidate, 1, 5);
    if (!likelihood || !(*likelihood > most)) continue;
    most = *likelihood;
    best = std::move(candidate);
  }
  if (best && !em.run(*best, 3, 200)) best.reset();
  return best;
}

}  // namespace surefoot
