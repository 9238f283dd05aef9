#include "emulator/recent_draws.hpp"

#include <algorithm>

#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

constexpr std::size_t most_rounds = 2;

struct Moments {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};

template <class Coordinates>
Moments moments_of(Eigen::Index size, const std::vector<Eigen::VectorXd>& draws,
                   Coordinates coordinates) {
  Eigen::MatrixXd at(size, std::ssize(draws));
  for (Eigen::Index i = 0; i < at.cols(); ++i)
    at.col(i) = coordinates(draws[static_cast<std::size_t>(i)]);
  const Eigen::VectorXd mean = at.rowwise().mean();
  const Eigen::MatrixXd spread = at.colwise() - mean;
  return {mean, spread * spread.transpose() / double(at.cols() - 1)};
}

}  // namespace

void RecentDraws::make(const EmulatedPosterior& posterior, ErrorOf error_of) {
  latest_.assign(count, {});
  std::vector<char> leaves(count);
  for_each_index(posterior.problem().settings->threads, count, [&](std::size_t i) {
    const auto drawn = posterior.draw(first + static_cast<std::uint32_t>(i), error_of(i));
    latest_[i] = drawn.minimum.eta;
    leaves[i] = drawn.led_out;
  });
  leaving_ = double(std::count(leaves.begin(), leaves.end(), 1)) / count;
}

std::vector<Eigen::VectorXd> RecentDraws::all() const {
  std::vector<Eigen::VectorXd> all = latest_;
  for (const auto& round : rounds_) all.insert(all.end(), round.begin(), round.end());
  return all;
}

void RecentDraws::remember(std::vector<Eigen::VectorXd> round) {
  rounds_.push_back(std::move(round));
  if (rounds_.size() > most_rounds) rounds_.erase(rounds_.begin());
}

void RecentDraws::forget_all() {
  latest_.clear();
  rounds_.clear();
}

bool RecentDraws::are_settled() const {
  if (rounds_.size() < most_rounds || leaving_ > 0.05) return false;
  const auto moments = [](const std::vector<Eigen::VectorXd>& draws) {
    return moments_of(draws.front().size(), draws, [](const Eigen::VectorXd& eta) { return eta; });
  };
  const Moments before = moments(rounds_.front()), now = moments(latest_);
  const Eigen::LLT<Eigen::MatrixXd> unit(before.covariance);
  if (unit.info() != Eigen::Success) return false;
  // In units of the spread before; by chance some hundred draws differ by less.
  constexpr double step = 0.5, wider = 1.4;
  const Eigen::MatrixXd half = unit.matrixL().solve(now.covariance);
  const Eigen::MatrixXd ratio = unit.matrixL().solve(half.transpose());
  const Eigen::VectorXd ratios =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(ratio).eigenvalues();
  return unit.matrixL().solve(now.mean - before.mean).norm() < step &&
         ratios.maxCoeff() < wider * wider && ratios.minCoeff() > 1.0 / (wider * wider);
}

bool RecentDraws::are_inside(const Region& region, double reach) const {
  const Moments u =
      moments_of(region.size(), latest_, [&](const Eigen::VectorXd& eta) { return region.u(eta); });
  return leaving_ < 0.05 && u.covariance.operatorNorm() < 0.5 && u.mean.norm() < 0.5 * reach;
}

}  // namespace surefoot
