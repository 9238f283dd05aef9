#include "emulator/judge_embedding.hpp"

#include <algorithm>
#include <cmath>

#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

/// The sum over the parameters of the draws' variance, in the coordinates of the region.
double variance_in_u(const PilotDraws& draws) {
  const Region& region = draws.posterior.emulator().region();
  const auto count = std::ssize(draws.etas);
  Eigen::MatrixXd u(region.size(), count);
  for (Eigen::Index i = 0; i < count; ++i)
    u.col(i) = region.u(draws.etas[static_cast<std::size_t>(i)]);
  const double squares = (u.colwise() - u.rowwise().mean().eval()).squaredNorm();
  return std::max(squares / double(count - 1), 1e-300);
}

/// What the mean of some numbers is above, but for chance: two of its standard errors below it, and
/// at least 0.
double surely_above(const std::vector<double>& numbers) {
  const auto count = double(numbers.size());
  if (count < 2.0) return 0.0;
  const Eigen::Map<const Eigen::ArrayXd> values(numbers.data(), std::ssize(numbers));
  const double error = std::sqrt((values - values.mean()).square().sum() / (count - 1.0) / count);
  return std::max(values.mean() - 2.0 * error, 0.0);
}

}  // namespace

double share_of_error(const PilotDraws& draws, int threads) {
  constexpr std::size_t some = 64;
  const std::size_t count = std::min(some, draws.etas.size());
  std::vector<double> squares(count);
  const Region& region = draws.posterior.emulator().region();
  for_each_index(threads, count, [&](std::size_t i) {
    const auto other = draws.posterior.draw(draws.first + static_cast<std::uint32_t>(i),
                                            EmulatedPosterior::MapError::another);
    squares[i] = 0.5 * (region.u(draws.etas[i]) - other.minimum.u).squaredNorm();
  });
  double sum = 0.0;
  for (const double square : squares) sum += square / double(count);
  return std::min(sum / variance_in_u(draws), 1.0);
}

double unknown_error(const PilotDraws& draws, const PicturedPlaces& seen, std::size_t first) {
  const EmbeddingEmulator& emulator = draws.posterior.emulator();
  const Eigen::MatrixXd slopes = emulator.slopes_by_u(draws.posterior.best().u);
  const Eigen::MatrixXd to_u =
      (slopes.transpose() * slopes).ldlt().solve(Eigen::MatrixXd(slopes.transpose()));
  const double unit = (to_u * emulator.noise() * to_u.transpose()).trace();
  std::vector<double> beyond;  // squared errors, less those that are expected
  const auto& places = seen.pool().places();
  for (std::size_t j = first; j < places.size(); ++j) {
    if (places[j].failed) continue;
    const Eigen::VectorXd u = emulator.region().u(places[j].eta);
    const Eigen::VectorXd off =
        emulator.directions().transpose() * seen.picture_at(j) - emulator.at(u);
    beyond.push_back((to_u * off).squaredNorm() -
                     unit * (1.0 / places[j].count() + emulator.error_share(u)));
  }
  return std::sqrt(surely_above(beyond) / variance_in_u(draws));
}

}  // namespace surefoot
