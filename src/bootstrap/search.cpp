#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/random/sobol.hpp>
#include <tbb/enumerable_thread_specific.h>

#include <surefoot/bootstrap/search.hpp>
#include <surefoot/optim/bfgs.hpp>
#include <surefoot/optim/pattern_search.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {
namespace {

/// Points of the search box, natural scale, spread by a shifted Sobol sequence; parameters that are
/// optimised in logarithms are spread in logarithms.
std::vector<std::vector<double>> screening_points(const Problem& problem, int count) {
  const auto p = static_cast<std::size_t>(problem.space.size());
  constexpr std::size_t most_sobol = 100;  // beyond, a few hundred points fill no space anyway
  std::optional<boost::random::sobol_engine<std::uint32_t, 32>> engine;
  if (p <= most_sobol) engine.emplace(p);
  Noise noise({problem.settings.seed, DrawObjective::common_draw, 0, 0, Purpose::start});
  std::vector<double> shift(p);
  for (double& s : shift) s = noise.uniform();
  std::vector<std::vector<double>> points(static_cast<std::size_t>(count), std::vector<double>(p));
  for (auto& point : points)
    for (std::size_t k = 0; k < p; ++k) {
      double u = engine ? (*engine)() * 0x1p-32 + shift[k] : noise.uniform();
      u -= std::floor(u);
      const auto [low, high] = problem.search_box[k];
      point[k] = problem.space[static_cast<int>(k)].transform == Transform::log
                     ? low * std::pow(high / low, u)
                     : low + u * (high - low);
    }
  return points;
}

std::vector<double> to_eta(const Problem& problem, const std::vector<double>& theta) {
  std::vector<double> eta(static_cast<std::size_t>(problem.space.free_size()));
  problem.space.to_optimiser(theta, eta);
  return eta;
}

/// The values of the settings' `start`, with the middle of the search box for what it leaves out.
std::vector<double> given_start(const Problem& problem) {
  std::vector<double> theta;
  for (const auto& [low, high] : problem.search_box) theta.push_back(0.5 * (low + high));
  for (const auto& [name, value] : problem.settings.start)
    theta[static_cast<std::size_t>(problem.space.index(name))] = value;
  return theta;
}

bool same_place(const Start& a, const Start& b, const Box& box) {
  for (std::size_t i = 0; i < a.eta.size(); ++i)
    if (std::abs(a.eta[i] - b.eta[i]) > 0.02 * box.scale[i]) return false;
  return true;
}

bool better(const Start& a, const Start& b) { return a.value < b.value; }

/// One objective for each worker, on the observations with equal weights.
class Workers {
 public:
  Workers(const Problem& problem, std::stop_token stop)
      : threads_(problem.settings.threads), objectives_([&problem, stop] {
          auto objective = make_draw_objective(problem, stop);
          objective->begin_data();
          return objective;
        }) {}

  /// Calls work(i, objective) for every i, on all threads.
  template <class Work>
  void run(std::size_t count, Work work) {
    for_each_index(threads_, count, [&](std::size_t i) { work(i, *objectives_.local()); });
  }

  std::int64_t simulator_calls() const {
    std::int64_t calls = 0;
    for (const auto& objective : objectives_) calls += objective->simulator_calls();
    return calls;
  }

 private:
  int threads_;
  tbb::enumerable_thread_specific<std::unique_ptr<DrawObjective>> objectives_;
};

/// The points at which the simulator works, best first.
std::vector<Start> screen(const Problem& problem, const std::vector<std::vector<double>>& points,
                          Workers& workers) {
  std::vector<Start> starts(points.size());
  workers.run(points.size(), [&](std::size_t i, DrawObjective& objective) {
    starts[i].eta = to_eta(problem, points[i]);
    starts[i].value = objective(starts[i].eta, {});
  });
  std::erase_if(starts, [](const Start& start) { return !std::isfinite(start.value); });
  std::stable_sort(starts.begin(), starts.end(), better);
  return starts;
}

/// Before anything is known of the curvature: a ten-millionth of k(x,x)/n, the size by which the
/// objectives of the draws differ.
double first_tolerance(const Problem& problem) {
  const double n = static_cast<double>(problem.observations->size());
  return 1e-7 * (problem.kernel->bounded() ? problem.kernel->at_zero() : 1.0) / (n + 1.0);
}

/// Follows each start downhill and keeps distinct minima, best first.
std::vector<Start> descend_from(const Problem& problem, const std::vector<Start>& starts, int steps,
                                double first, Workers& workers) {
  const Box box = problem.box();
  const double tolerance = first_tolerance(problem);
  std::vector<Minimum> found(starts.size());
  workers.run(starts.size(), [&](std::size_t i, DrawObjective& objective) {
    found[i] = descend(problem, objective, starts[i], steps, first);
  });
  std::vector<Start> minima;
  for (const Minimum& end : found)
    if (end.ending != Ending::failed) minima.push_back({end.eta, end.value, {}, tolerance});
  std::stable_sort(minima.begin(), minima.end(), better);
  std::vector<Start> distinct;
  for (Start& minimum : minima)
    if (std::none_of(distinct.begin(), distinct.end(),
                     [&](const Start& other) { return same_place(minimum, other, box); }))
      distinct.push_back(std::move(minimum));
  return distinct;
}

/// What reweighting typically gains from a start: the mean over a few draws, apart from those of
/// the run, of the decrease g' H^-1 g / 2 that the quadratic model predicts there.  A
/// hundred-millionth of it left is a ten-thousandth of a posterior standard deviation, and still a
/// small fraction of one along directions that the data hardly determine.
void set_tolerance(const Problem& problem, Start& start, DrawObjective& objective) {
  constexpr std::uint32_t pilots = 8;
  if (start.hessian.empty()) return;
  const auto p = static_cast<Eigen::Index>(start.eta.size());
  const Eigen::Map<const Eigen::MatrixXd> hessian(start.hessian.data(), p, p);
  const Eigen::LDLT<Eigen::MatrixXd> solver(hessian);
  const auto gradient_at = [&] {
    Eigen::VectorXd gradient(p);
    const double value = objective(start.eta, {gradient.data(), static_cast<std::size_t>(p)});
    if (!std::isfinite(value)) gradient.setConstant(std::numeric_limits<double>::quiet_NaN());
    return gradient;
  };
  // On an edge of the box, and short of the minimum, the data's own gradient is not 0.
  objective.begin_data();
  const Eigen::VectorXd centre = gradient_at();
  double total = 0.0;
  int counted = 0;
  for (std::uint32_t k = 0; k < pilots; ++k) {
    objective.begin_draw(DrawObjective::common_draw - 1 - k);
    const Eigen::VectorXd change = gradient_at() - centre;
    const double gain = 0.5 * change.dot(solver.solve(change));
    if (!std::isfinite(gain) || gain <= 0.0) continue;
    total += gain;
    ++counted;
  }
  // What rounding alone makes the model predict.
  const double rounding = problem.settings.precision == Precision::mixed ? 1e-13 : 0.0;
  if (counted > 0) start.tolerance = std::max(1e-8 * total / counted, rounding);
}

/// The curvature and the tolerance at a start; once more from there if the first descent turns out
/// to have been too loose.
void refine(const Problem& problem, Start& start, DrawObjective& objective) {
  for (int round = 0; round < 2; ++round) {
    const double before = start.tolerance;
    objective.begin_data();
    start.hessian = difference_hessian(objective, start.eta, problem.box());
    set_tolerance(problem, start, objective);
    if (start.tolerance >= before || round > 0) return;
    objective.begin_data();
    const Minimum found = descend(problem, objective, start, *problem.settings.steps, 0.1);
    if (found.ending == Ending::failed) return;
    start.eta = found.eta;
    start.value = found.value;
  }
}

/// Drops minima that no reweighting of the data could make the best.  Under Dirichlet weights the
/// difference between the values at P and Q has standard deviation at most
///
///     2 sqrt(k(x,x)/n) MMD(P, Q),   MMD(P, Q) <= MMD(P_n, P) + MMD(P_n, Q);
///
/// what is further behind than five of these is dropped.
void keep_contenders(const Problem& problem, std::vector<Start>& starts, int most,
                     Workers& workers) {
  if (starts.empty()) return;
  if (problem.kernel->bounded()) {
    std::vector<double> distance(starts.size());
    workers.run(starts.size(), [&](std::size_t i, DrawObjective& objective) {
      distance[i] = std::sqrt(std::max(objective.report(starts[i].eta).mmd2, 0.0));
    });
    const double n = static_cast<double>(problem.observations->size());
    const double unit = 10.0 * std::sqrt(problem.kernel->at_zero() / n);
    std::vector<Start> contenders;
    for (std::size_t i = 0; i < starts.size(); ++i)
      if (!(starts[i].value - starts[0].value > unit * (distance[0] + distance[i])))
        contenders.push_back(std::move(starts[i]));
    starts = std::move(contenders);
  }
  if (starts.size() > static_cast<std::size_t>(most)) starts.resize(static_cast<std::size_t>(most));
}

}  // namespace

Minimum descend(const Problem& problem, Objective& objective, const Start& start, int steps,
                double first) {
  const double noise = problem.noise;
  const Bfgs bfgs{.steps = steps, .tolerance = start.tolerance, .noise = noise};
  std::vector<double> hessian = start.hessian;
  const Minimum found = minimise(bfgs, objective, start.eta, problem.box(), hessian);
  if (found.ending != Ending::step_limit || found.steps >= steps) return found;
  return minimise(PatternSearch{.first = first, .noise = noise}, objective, found.eta,
                  problem.box());
}

Starts find_starts(const Problem& problem, std::stop_token stop) {
  const FitConfig& settings = problem.settings;
  const bool descends = *settings.optimiser == OptimiserName::bfgs;
  // A coarse objective suffices to find where the minima are; what is not descended from is
  // compared as it will be used.
  constexpr int coarse_simulations = 256, search_steps = 60;
  Problem coarse = problem;
  if (descends && problem.simulations() > coarse_simulations)
    coarse.design.emplace(*settings.design, coarse_simulations, problem.model.latents);
  Workers screeners(coarse, stop), solvers(problem, stop);

  Starts starts;
  if (!settings.start.empty()) {
    starts.list.push_back({to_eta(problem, given_start(problem))});
  } else {
    starts.list = screen(coarse, screening_points(problem, *settings.screening), screeners);
    // Of a screening that is followed downhill more points are kept than will start the draws.
    constexpr std::size_t local_solves = 12;
    const auto most = descends ? local_solves : static_cast<std::size_t>(*settings.starts);
    if (starts.list.size() > most) starts.list.resize(most);
    if (descends && problem.model.data_start)
      starts.list.push_back({to_eta(problem, problem.model.data_start(*problem.observations))});
  }
  for (Start& start : starts.list) start.tolerance = first_tolerance(problem);
  if (descends) {
    const std::vector<Start> before = starts.list;
    if (starts.list.size() > 1) {
      starts.list = descend_from(coarse, starts.list, search_steps, 0.5, screeners);
      keep_contenders(coarse, starts.list, *settings.starts + 1, screeners);
    }
    starts.list = descend_from(problem, starts.list, search_steps, 0.1, solvers);
    keep_contenders(problem, starts.list, *settings.starts, solvers);
    // Where the simulator fails on the common latent points it may yet work on those of a draw.
    if (starts.list.empty()) starts.list = before;
    solvers.run(starts.list.size(), [&](std::size_t i, DrawObjective& objective) {
      refine(problem, starts.list[i], objective);
    });
  }
  starts.simulator_calls = screeners.simulator_calls() + solvers.simulator_calls();
  return starts;
}

}  // namespace surefoot
