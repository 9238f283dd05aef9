#include "emulator/failing_places.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {
namespace {

/// Mean and standard deviation of each coordinate over some columns.
struct Spread {
  Eigen::VectorXd mean, sd;
};
Spread spread_of(const std::vector<Eigen::VectorXd>& points) {
  const auto count = double(points.size());
  Spread spread{Eigen::VectorXd::Zero(points.front().size()),
                Eigen::VectorXd::Zero(points.front().size())};
  for (const Eigen::VectorXd& point : points) spread.mean += point / count;
  for (const Eigen::VectorXd& point : points)
    spread.sd += (point - spread.mean).cwiseAbs2() / std::max(count - 1.0, 1.0);
  spread.sd = spread.sd.cwiseSqrt();
  return spread;
}

/// Those in which the means are a standard deviation of the draws apart, or the most that they are.
std::vector<std::string> parameters_apart(const Problem& problem, const Spread& draws,
                                          const std::vector<Eigen::VectorXd>& failing) {
  const Eigen::VectorXd apart =
      (spread_of(failing).mean - draws.mean).cwiseAbs().cwiseQuotient(draws.sd);
  const double least = std::min(1.0, apart.maxCoeff());
  const ParameterSpace& space = problem.space->parameters;
  std::vector<std::string> names;
  for (Eigen::Index k = 0; k < apart.size(); ++k)
    if (apart[k] >= least) names.push_back(space[space.free()[static_cast<std::size_t>(k)]].name);
  return names;
}

}  // namespace

FailingPlaces failing_beside(const PilotDraws& draws, const SimulationPool& pool) {
  const auto& places = pool.places();
  const auto fails = [](const SimulatedPlace& place) { return place.failed; };
  if (std::none_of(places.begin(), places.end(), fails)) return {};
  const Region& region = draws.posterior.emulator().region();
  Eigen::MatrixXd u(region.size(), static_cast<Eigen::Index>(places.size()));
  for (std::size_t j = 0; j < places.size(); ++j)
    u.col(static_cast<Eigen::Index>(j)) = region.u(places[j].eta);
  std::vector<Eigen::VectorXd> failing;
  for (const Eigen::VectorXd& eta : draws.etas) {
    Eigen::Index nearest = 0;
    (u.colwise() - region.u(eta)).colwise().squaredNorm().minCoeff(&nearest);
    const SimulatedPlace& place = places[static_cast<std::size_t>(nearest)];
    if (place.failed) failing.push_back(place.eta);
  }
  if (failing.empty()) return {};
  const Spread spread = spread_of({draws.etas.begin(), draws.etas.end()});
  return {double(failing.size()) / double(draws.etas.size()),
          parameters_apart(draws.posterior.problem(), spread, failing)};
}

}  // namespace surefoot
