#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/bootstrap/solver.hpp>

#include "bootstrap/blindness.hpp"
#include "bootstrap/curvature.hpp"
#include "bootstrap/screening.hpp"
#include "data/some_rows.hpp"
#include "simulators/models.hpp"

namespace surefoot {
namespace {

constexpr std::size_t local_solves = 12;
constexpr std::size_t valley_solves = 4;
constexpr int search_steps = 60;

/// Places that are as near to each other are one, in scales of the box.
constexpr double one_place = 0.02;

/// Where differences lead, valleys are flat and rough: more places along them are kept.
int most_modes(const Problem& problem, OptimiserName optimiser) {
  constexpr int along_valleys = 8;
  const int starts = *problem.settings.starts;
  return optimiser == OptimiserName::gauss_newton ? std::max(starts, along_valleys) : starts;
}

/// Follows each start downhill; what fails is dropped.
std::vector<Mode> descend(const Problem& problem, OptimiserName optimiser,
                          const std::vector<Mode>& starts, SearchWorkers& workers) {
  auto minima = descents(starts, workers, [&](DrawObjective& objective, const Mode& start) {
    return optimiser == OptimiserName::gauss_newton
               ? solve_by_differences(problem, objective, start.eta)
               : solve(problem, OptimiserName::bfgs, objective, start, search_steps);
  });
  for (Mode& minimum : minima) minimum.tolerance = first_tolerance(problem);
  return minima;
}

/// Distinct minima, best first.
std::vector<Mode> distinct(const Problem& problem, std::vector<Mode> minima) {
  return surefoot::distinct(std::move(minima), problem.eta_scale, one_place);
}

/// Factors from a kernel as wide as the middle of the observations down to 1, exclusive; empty if
/// the kernel is as wide already.
std::vector<double> annealing_factors(const Problem& problem) {
  if (problem.lengthscales.empty()) return {};
  const Sample& x = *problem.observations;
  double wide = 0.0;
  for (int c = 0; c < x.dimension(); ++c)
    wide = std::max(wide, (column_quantile(x, c, 0.75) - column_quantile(x, c, 0.25)) / 1.35 /
                              problem.column_scale[static_cast<std::size_t>(c)]);
  const double longest =
      *std::max_element(problem.lengthscales.begin(), problem.lengthscales.end());
  std::vector<double> factors;
  for (double factor = std::min(wide / longest, 1e6); factor > 1.5; factor /= 3.0)
    factors.push_back(factor);
  return factors;
}

/// What a U-statistic leaves out of the squared distance between the points themselves and the
/// observations.  Without it a model that fits would seem to be no distance away at all.
double unbiased_part(const Problem& problem) {
  if (!problem.design || problem.design->statistic() != Statistic::u) return 0.0;
  return problem.kernel->at_zero() / problem.simulations();
}

/// Drops minima that no reweighting of the data could make the best.  Under Dirichlet weights the
/// difference between the values at P and Q has standard deviation at most
///
///     2 sqrt(k(x,x)/n) MMD(P, Q),   MMD(P, Q) <= MMD(P_n, P) + MMD(P_n, Q);
///
/// what is further behind than five of these is dropped.
void keep_contenders(const Problem& problem, std::vector<Mode>& modes, int most,
                     SearchWorkers& workers) {
  if (modes.empty()) return;
  if (problem.kernel->bounded()) {
    std::vector<double> distance(modes.size());
    workers.run(modes.size(), [&](std::size_t i, DrawObjective& objective) {
      objective.begin_data();  // or what it remembers would depend on who came here before
      const double squared = std::max(objective.report(modes[i].eta).mmd2, 0.0);
      distance[i] = std::sqrt(squared + unbiased_part(problem));
    });
    const double n = static_cast<double>(problem.observations->size());
    const double unit = 10.0 * std::sqrt(problem.kernel->at_zero() / n);
    std::vector<Mode> contenders;
    for (std::size_t i = 0; i < modes.size(); ++i)
      if (!(modes[i].value - modes[0].value > unit * (distance[0] + distance[i])))
        contenders.push_back(std::move(modes[i]));
    modes = std::move(contenders);
  }
  if (modes.size() > static_cast<std::size_t>(most)) modes.resize(static_cast<std::size_t>(most));
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

/// Drops modes that the pilots show to be out of reach: so far behind the best that a descent ten
/// times as deep as is typical there would not catch up.
void drop_hopeless(const Problem& problem, std::vector<Mode>& modes) {
  if (modes.empty() || !problem.kernel->bounded()) return;
  const Mode best = modes.front();
  std::erase_if(modes, [&](const Mode& mode) {
    return !mode.sd.empty() && least_lag(mode, best) > 10.0 * mode.fall;
  });
}

/// Some of the observations where all of them would be summed pair by pair.
Sample few_observations(const Problem& problem, std::size_t most) {
  const Sample& all = *problem.observations;
  const auto& parts = problem.evaluation.parts;
  const bool cheap = std::all_of(parts.begin(), parts.end(), [](const EvaluationPart& part) {
    return part.how == Evaluator::grid || part.how == Evaluator::sorted;
  });
  if (cheap || all.size() <= most) return all;
  std::vector<double> values;
  for (const std::size_t i : some_rows(all.size(), most, problem.settings.seed))
    values.insert(values.end(), all.row(i).begin(), all.row(i).end());
  return Sample(std::move(values), all.dimension());
}

/// Minima under the kernel of the problem, with few simulations and not too many observations:
/// enough to find where they are.
class CoarseSearch {
 public:
  CoarseSearch(const Problem& problem, std::stop_token stop)
      : observations_(few_observations(problem, coarse_observations)),
        coarse_(with_simulations(problem, std::min(problem.simulations(), coarse_simulations))),
        workers_(search_workers(coarse_, stop)),
        stop_(std::move(stop)) {
    coarse_.observations = &observations_;
  }

  /// Chooses the optimiser as well, if that is open.
  std::vector<Mode> search(Modes& modes) {
    const int points = *coarse_.settings.screening;
    std::vector<Mode> starts =
        screen_valleys(coarse_, points, local_solves, valley_solves, workers_);
    if (coarse_.model.data_start)
      starts.push_back({to_eta(coarse_.space, coarse_.model.data_start(*coarse_.observations))});
    for (Mode& start : starts) start.tolerance = first_tolerance(coarse_);
    starts_ = starts;
    if (!starts.empty()) look_for_blindness(starts.front(), modes);
    const auto annealed = anneal(points, modes.optimiser);
    starts.insert(starts.end(), annealed.begin(), annealed.end());
    auto minima = distinct(coarse_, descend(coarse_, modes.optimiser, starts, workers_));
    keep_contenders(coarse_, minima, most_modes(coarse_, modes.optimiser) + 1, workers_);
    return minima;
  }

  /// Where the descents under the problem's own kernel began.
  const std::vector<Mode>& starts() const { return starts_; }
  std::int64_t simulator_calls() const { return calls_ + workers_.simulator_calls(); }

 private:
  static constexpr int coarse_simulations = 256;
  static constexpr std::size_t coarse_observations = 4096;

  /// Minima of a wide kernel, which sees all observations at once, followed while it is narrowed.
  std::vector<Mode> anneal(int points, OptimiserName optimiser) {
    std::vector<Mode> starts;
    for (const double factor : annealing_factors(coarse_)) {
      const auto wide = with_lengthscales_times(coarse_, factor);
      if (!wide) return {};
      SearchWorkers workers = search_workers(*wide, stop_);
      if (starts.empty()) starts = screen(*wide, points, local_solves, workers);
      for (Mode& start : starts) start.tolerance = first_tolerance(*wide);
      starts = descend(*wide, optimiser, starts, workers);
      calls_ += workers.simulator_calls();
    }
    return starts;
  }

  /// A first look, so that the search itself does not go astray.
  void look_for_blindness(const Mode& at, Modes& modes) {
    if (coarse_.closed_form || modes.optimiser != OptimiserName::bfgs) return;
    workers_.run(1, [&](std::size_t, DrawObjective& objective) {
      modes.blind = blind_parameters(coarse_, at, objective);
    });
    if (!modes.blind.empty() && coarse_.optimiser_open)
      modes.optimiser = OptimiserName::gauss_newton;
  }

  Sample observations_;
  Problem coarse_;
  SearchWorkers workers_;
  std::stop_token stop_;
  std::vector<Mode> starts_;
  std::int64_t calls_ = 0;
};

/// Looks for effects that derivatives miss at some modes, which a look from afar can be wrong about
/// either way, and changes the optimiser if that is open; whether it did.
bool settle_optimiser(const Problem& problem, std::size_t first, std::size_t last, Modes& modes,
                      SearchWorkers& workers) {
  last = std::min(last, modes.list.size());
  if (problem.closed_form || last <= first) return false;
  std::vector<std::vector<std::string>> blind(last - first);
  workers.run(blind.size(), [&](std::size_t i, DrawObjective& objective) {
    blind[i] = blind_parameters(problem, modes.list[first + i], objective);
  });
  const auto found =
      std::find_if(blind.begin(), blind.end(), [](const auto& names) { return !names.empty(); });
  if (found != blind.end())
    modes.blind = *found;
  else if (first == 0)
    modes.blind.clear();
  if (!problem.optimiser_open) return false;
  const auto suited = modes.blind.empty() ? OptimiserName::bfgs : OptimiserName::gauss_newton;
  if (suited == modes.optimiser) return false;
  modes.optimiser = suited;
  auto minima = distinct(problem, descend(problem, suited, modes.list, workers));
  if (!minima.empty()) modes.list = std::move(minima);
  return true;
}

/// Gives the modes what draws need to start from them, and drops those that none would end at.
void complete(const Problem& problem, Modes& modes, SearchWorkers& workers,
              const std::stop_token& stop) {
  std::vector<std::int64_t> calls(modes.list.size(), 0);
  workers.run(modes.list.size(), [&](std::size_t i, DrawObjective& objective) {
    if (modes.optimiser == OptimiserName::gauss_newton)
      calls[i] = complete_by_differences(problem, modes.list[i], objective, stop);
    else
      complete_by_hessian(problem, modes.list[i], objective);
  });
  for (const std::int64_t more : calls) modes.simulator_calls += more;
  std::erase_if(modes.list, [&](const Mode& mode) {
    return modes.optimiser == OptimiserName::gauss_newton && !mode.linear.landmarks;
  });
  modes.list = distinct(problem, std::move(modes.list));
  drop_hopeless(problem, modes.list);
}

}  // namespace

Modes find_modes(const Problem& problem, std::stop_token stop) {
  const FitConfig& settings = problem.settings;
  Modes modes;
  modes.optimiser = *settings.optimiser;
  SearchWorkers workers = search_workers(problem, stop);
  if (settings.start.empty() && !follows_modes(modes.optimiser)) {
    modes.list =
        screen(problem, *settings.screening, static_cast<std::size_t>(*settings.starts), workers);
    modes.simulator_calls = workers.simulator_calls();
    return modes;
  }
  std::vector<Mode> starts;
  if (!settings.start.empty()) {
    starts.push_back(given_start(problem));
    starts.front().tolerance = first_tolerance(problem);
    modes.list = starts;
  } else {
    CoarseSearch coarse(problem, stop);
    modes.list = coarse.search(modes);
    starts = coarse.starts();
    modes.simulator_calls += coarse.simulator_calls();
  }
  if (follows_modes(modes.optimiser)) {
    modes.list = distinct(problem, descend(problem, modes.optimiser, modes.list, workers));
    keep_contenders(problem, modes.list, most_modes(problem, modes.optimiser), workers);
    // Where the simulator fails on the common latent points it may yet work on those of a draw.
    if (modes.list.empty()) modes.list = starts;
    settle_optimiser(problem, 0, 1, modes, workers);
    complete(problem, modes, workers, stop);
    // The best mode may lie where a parameter does nothing (an edge of the box), and others not.
    if (modes.optimiser == OptimiserName::bfgs &&
        settle_optimiser(problem, 1, modes.list.size(), modes, workers))
      complete(problem, modes, workers, stop);
    // The best point of the screening, and the one furthest from any better: another valley.
    if (!starts.empty()) modes.others.push_back(starts.front());
    if (starts.size() > local_solves) modes.others.push_back(starts[local_solves]);
  }
  modes.simulator_calls += workers.simulator_calls();
  return modes;
}

}  // namespace surefoot
