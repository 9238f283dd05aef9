#include "bootstrap/contenders.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot {
namespace {

/// What a U-statistic leaves out of the squared distance between the points themselves and the
/// observations.  Without it a model that fits would seem to be no distance away at all.
double unbiased_part(const Problem& problem) {
  if (!problem.simulation->design || problem.simulation->design->statistic() != Statistic::u)
    return 0.0;
  return problem.comparison->kernel.at_zero() / problem.simulations();
}

/// How far the value at a mode stays behind that at another in all but impossible draws: the mean
/// over the pilots less six standard deviations.  Minus infinity if that is not known.
double least_lag(const Mode& mode, const Mode& other) {
  const std::size_t count = mode.pilots.size();
  if (count < 2 || other.pilots.size() != count) return -std::numeric_limits<double>::infinity();
  double mean = 0.0, square = 0.0;
  for (std::size_t k = 0; k < count; ++k)
    mean += (mode.pilots[k] - other.pilots[k]) / static_cast<double>(count);
  for (std::size_t k = 0; k < count; ++k)
    square += std::pow(mode.pilots[k] - other.pilots[k] - mean, 2) / static_cast<double>(count - 1);
  const double lag = mean - 6.0 * std::sqrt(square);
  return std::isfinite(lag) ? lag : -std::numeric_limits<double>::infinity();
}

}  // namespace

/// Under Dirichlet weights the difference between the values at P and Q has standard deviation at
/// most
///
///     2 sqrt(k(x,x)/n) MMD(P, Q),   MMD(P, Q) <= MMD(P_n, P) + MMD(P_n, Q);
///
/// what is further behind than five of these is dropped.
void keep_contenders(const Problem& problem, std::vector<Mode>& modes, int most,
                     SearchWorkers& workers) {
  if (modes.empty()) return;
  if (problem.comparison->kernel.bounded()) {
    std::vector<double> distance(modes.size());
    workers.run(modes.size(), [&](std::size_t i, DrawObjective& objective) {
      objective.begin_data();  // or what it remembers would depend on who came here before
      const double squared = std::max(objective.report(modes[i].eta).mmd2, 0.0);
      distance[i] = std::sqrt(squared + unbiased_part(problem));
    });
    const double n = static_cast<double>(problem.data->observations->size());
    const double unit = 10.0 * std::sqrt(problem.comparison->kernel.at_zero() / n);
    std::vector<Mode> contenders;
    for (std::size_t i = 0; i < modes.size(); ++i)
      if (!(modes[i].value - modes[0].value > unit * (distance[0] + distance[i])))
        contenders.push_back(std::move(modes[i]));
    modes = std::move(contenders);
  }
  if (modes.size() > static_cast<std::size_t>(most)) modes.resize(static_cast<std::size_t>(most));
}

void drop_hopeless(const Problem& problem, std::vector<Mode>& modes) {
  if (modes.empty() || !problem.comparison->kernel.bounded()) return;
  const Mode best = modes.front();
  std::erase_if(modes, [&](const Mode& mode) {
    return !mode.sd.empty() && least_lag(mode, best) > 10.0 * mode.fall;
  });
}

}  // namespace surefoot
