#include "mcmc/adaptive_proposal.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

/// The share of accepted moves at which a random walk on a normal target is fastest: 0.44 in one
/// dimension, 0.234 in many (Roberts, Gelman and Gilks 1997); less where the target is an estimate
/// (Sherlock et al. 2015).
double best_acceptance(std::size_t parameters, bool noisy) {
  const double one = noisy ? 0.25 : 0.44, many = noisy ? 0.15 : 0.234;
  return many + (one - many) / static_cast<double>(parameters);
}

}  // namespace

AdaptiveProposal::AdaptiveProposal(std::span<const double> start, std::span<const double> spread,
                                   bool noisy)
    : goal_(best_acceptance(start.size(), noisy)),
      log_scale_(std::log(2.38 / std::sqrt(static_cast<double>(start.size())))),
      mean_(Eigen::Map<const Eigen::VectorXd>(start.data(), std::ssize(start))) {
  const Eigen::Map<const Eigen::VectorXd> sd(spread.data(), std::ssize(spread));
  covariance_ = sd.cwiseAbs2().asDiagonal();
  floor_ = 1e-12 * sd.cwiseAbs2();  // a millionth of the spread
  factorise();
}

void AdaptiveProposal::propose(std::span<const double> x, Noise noise,
                               std::span<double> out) const {
  Eigen::VectorXd z(mean_.size());
  for (double& value : z) value = noise.normal();
  const Eigen::VectorXd move = factor_.triangularView<Eigen::Lower>() * z;
  const double scale = std::exp(log_scale_);
  for (std::size_t k = 0; k < x.size(); ++k)
    out[k] = x[k] + scale * move[static_cast<Eigen::Index>(k)];
}

void AdaptiveProposal::learn(std::span<const double> x, double acceptance) {
  ++step_;
  const double gain = std::pow(step_, -0.6);
  log_scale_ += 2.0 * gain * (acceptance - goal_);
  // The first steps tell the way from the start and nothing of the shape.
  constexpr int first = 50;
  if (step_ <= first) return;
  const Eigen::Map<const Eigen::VectorXd> here(x.data(), std::ssize(x));
  mean_ += gain * (here - mean_);
  const Eigen::VectorXd away = here - mean_;
  covariance_ += gain * (away * away.transpose() - covariance_);
  if (step_ % static_cast<int>(mean_.size()) == 0) factorise();
}

void AdaptiveProposal::factorise() {
  const Eigen::MatrixXd regular = covariance_ + Eigen::MatrixXd(floor_.asDiagonal());
  const Eigen::LLT<Eigen::MatrixXd> factors(regular);
  if (factors.info() == Eigen::Success) factor_ = factors.matrixL();
}

}  // namespace surefoot
