#include "bootstrap/lengthscale_search.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <bit>
#include <cmath>

#include <surefoot/bootstrap/search_steps.hpp>
#include <surefoot/parallel/threads.hpp>

#include "bootstrap/flat_paths.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

/// Simulated observations, with their weights.
struct Simulated {
  AlignedVector<double> coordinates, weights;
  int dimension = 1;

  Points<double> points(int count) const {
    return {count, static_cast<int>(weights.size()), dimension, coordinates.data(), weights.data()};
  }
};

double squared_distance(const Simulated& a, std::size_t i, const Simulated& b, std::size_t j) {
  double r2 = 0.0;
  for (std::size_t c = 0; c < static_cast<std::size_t>(a.dimension); ++c) {
    const double r =
        a.coordinates[c * a.weights.size() + i] - b.coordinates[c * b.weights.size() + j];
    r2 += r * r;
  }
  return r2;
}

/// The same model, simulated by few points even where a closed form would do.
Problem sketch_of(const Problem& problem) {
  Problem sketch = problem;
  const Model& model = problem.simulation->model;
  // Pairs of points are summed for all pairs of places.
  constexpr unsigned fewest = 256, most = 512;
  const auto parameters = static_cast<unsigned>(problem.space->eta_scale.size());
  const auto points = static_cast<int>(
      model.dimension == 1 ? fewest
                           : std::clamp(std::bit_floor(2048u / (parameters + 1)), fewest, most));
  SimulationPlan plan{model};
  plan.design.emplace(automatic_design(static_cast<int>(model.latents.size()), false), points,
                      model.latents, Mass::free);
  sketch.simulation = std::make_shared<const SimulationPlan>(std::move(plan));
  Comparison comparison = *problem.comparison;
  comparison.closed_form.reset();
  comparison.trim_kernel.reset();
  comparison.evaluation = {.parts = {{Evaluator::pairs, comparison.kernel.terms()}},
                           .window = {},
                           .dimension = model.dimension};
  sketch.comparison = std::make_shared<const Comparison>(std::move(comparison));
  FitConfig settings = *problem.settings;
  settings.precision = Precision::full;
  sketch.settings = std::make_shared<const FitConfig>(std::move(settings));
  return with_shares(sketch, {});
}

/// The model at a mode and some standard deviations to either side of it, by common latent points.
class Neighbourhood {
 public:
  Neighbourhood(const Problem& sketch, const Mode& mode, const std::vector<std::size_t>& moved,
                double sds, std::stop_token stop)
      : count_(sketch.simulations()),
        parameters_(moved.size()),
        statistic_(sketch.simulation->design->statistic()) {
    const auto objective = make_draw_objective(sketch, std::move(stop));
    objective->begin_data();
    const Box box = sketch.box();
    add(*objective, mode.eta, sketch.simulation->model.dimension);
    for (const std::size_t k : moved) {
      std::vector<double> up = mode.eta, down = mode.eta;
      up[k] = std::min(up[k] + sds * mode.sd[k], box.upper[k]);
      down[k] = std::max(down[k] - sds * mode.sd[k], box.lower[k]);
      add(*objective, up, sketch.simulation->model.dimension);
      add(*objective, down, sketch.simulation->model.dimension);
    }
    simulator_calls_ = objective->simulator_calls();
  }

  bool complete() const { return complete_; }
  std::int64_t simulator_calls() const { return simulator_calls_; }

  /// What the median rule makes of the model itself, whose points have weights; 0 if they coincide.
  double median_rule() const {
    const Simulated& y = clouds_[0];
    std::vector<std::pair<double, double>> pairs;  // squared distances and weights
    double total = 0.0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(count_); ++j)
      for (std::size_t i = 0; i < j; ++i) {
        pairs.emplace_back(squared_distance(y, i, y, j), y.weights[i] * y.weights[j]);
        total += pairs.back().second;
      }
    std::sort(pairs.begin(), pairs.end());
    double below = 0.0;
    for (const auto& [square, weight] : pairs)
      if ((below += weight) >= 0.5 * total) return std::sqrt(0.5 * square);
    return 0.0;
  }

  /// The logarithm of the generalised variance for a kernel; none if it is not known.
  std::optional<double> variance(const KernelSums& kernel, bool mass) const {
    const auto p = static_cast<Eigen::Index>(parameters_), all = mass ? p + 1 : p;
    const Eigen::Map<const Eigen::VectorXd> w(clouds_[0].weights.data(), count_);
    auto embedding = field(kernel, clouds_[0]);
    // Where hardly any two points are near each other, chance decides.  Points count alike,
    // whatever their weights: tails that are not resolved are enough to be misled.
    constexpr double least_neighbours = 16.0;
    if (embedding[0].mean() * count_ < least_neighbours * kernel.value(0.0)) return std::nullopt;
    // How the embedding moves with each parameter (and with the mass), at all points.
    std::vector<std::vector<Eigen::VectorXd>> slope;
    for (Eigen::Index a = 0; a < p; ++a)
      slope.push_back(difference(kernel, clouds_[at(2 * a + 1)], clouds_[at(2 * a + 2)]));
    if (mass) slope.push_back(std::move(embedding));
    Eigen::MatrixXd gram(all, all), covariance(all, all);
    for (Eigen::Index a = 0; a < all; ++a)
      for (Eigen::Index b = 0; b < all; ++b) {
        const auto& s = slope[at(a)];
        gram(a, b) =
            b < p ? 0.5 * (w.dot(s[at(2 * b + 1)]) - w.dot(s[at(2 * b + 2)])) : w.dot(s[0]);
        const Eigen::VectorXd &one = s[0], &other = slope[at(b)][0];
        covariance(a, b) = w.dot(one.cwiseProduct(other)) - w.dot(one) * w.dot(other);
      }
    gram = 0.5 * (gram + gram.transpose()).eval();
    const Eigen::LDLT<Eigen::MatrixXd> solver(gram);
    if (solver.info() != Eigen::Success || !solver.isPositive()) return std::nullopt;
    const Eigen::MatrixXd half = solver.solve(covariance);
    const Eigen::MatrixXd v = solver.solve(half.transpose()).topLeftCorner(p, p);
    const double det = v.determinant();
    return det > 0.0 && std::isfinite(det) ? std::optional<double>(std::log(det)) : std::nullopt;
  }

 private:
  static std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

  void add(DrawObjective& objective, const std::vector<double>& eta, int dimension) {
    const auto model = objective.model_at(eta);
    complete_ = complete_ && model;
    if (!model) return;
    const auto y = model->coordinates(), w = model->weights();
    clouds_.push_back({{y.begin(), y.end()}, {w.begin(), w.end()}, dimension});
  }

  /// The embedding of a cloud at the points of each; where they are independent, without those
  /// from the same latent point.
  std::vector<Eigen::VectorXd> field(const KernelSums& kernel, const Simulated& from) const {
    std::vector<Eigen::VectorXd> fields;
    for (const Simulated& to : clouds_) {
      Eigen::VectorXd one(count_);
      kernel.fields(from.points(count_), to.points(count_), one.data(), nullptr);
      for (Eigen::Index j = 0; j < count_ && statistic_ == Statistic::u; ++j) {
        const double w = from.weights[at(j)];
        const double own = w * kernel.value(squared_distance(from, at(j), to, at(j)));
        one[j] = (one[j] - own) / (1.0 - w);
      }
      fields.push_back(std::move(one));
    }
    return fields;
  }

  std::vector<Eigen::VectorXd> difference(const KernelSums& kernel, const Simulated& up,
                                          const Simulated& down) const {
    auto fields = field(kernel, up);
    const auto other = field(kernel, down);
    for (std::size_t r = 0; r < fields.size(); ++r) fields[r] = 0.5 * (fields[r] - other[r]);
    return fields;
  }

  int count_;
  std::size_t parameters_;
  Statistic statistic_;
  bool complete_ = true;
  std::int64_t simulator_calls_ = 0;
  std::vector<Simulated> clouds_;  // at the mode; up and down by each parameter
};

}  // namespace

namespace {

/// Those of eta that are not free to move by themselves.
std::vector<std::size_t> coordinates_that_matter(const Modes& modes) {
  std::vector<std::size_t> list;
  for (std::size_t k = 0; k < modes.list.front().eta.size(); ++k)
    if (std::none_of(modes.flat.begin(), modes.flat.end(),
                     [&](const FlatPath& path) { return path.coordinate == k && path.alone; }))
      list.push_back(k);
  return list;
}

LengthscaleChoice best_factor_at_distance(const Problem& problem, const Mode& mode,
                                          const std::vector<std::size_t>& moved, double sds,
                                          std::stop_token stop) {
  const Neighbourhood around(sketch_of(problem), mode, moved, sds, std::move(stop));
  LengthscaleChoice choice{.factor = {}, .simulator_calls = around.simulator_calls()};
  if (!around.complete()) return choice;
  choice.factor =
      factor_of_least_variance(problem, around.median_rule(), [&](const Kernel& kernel) {
        return around.variance(kernel.sums(), problem.settings->mass == Mass::free);
      });
  return choice;
}

}  // namespace

std::optional<double> factor_of_least_variance(
    const Problem& problem, double longest,
    const std::function<std::optional<double>(const Kernel&)>& variance_of) {
  constexpr int least = -4, most = 5;  // powers of the square root of 2
  const double rule = *parse_number(*problem.settings->lengthscale);
  if (!(longest > 0.0)) return std::nullopt;
  std::vector<double> factors = {longest / rule};
  for (int step = least; step <= most; ++step)
    if (std::pow(2.0, 0.5 * step) < factors.front()) factors.push_back(std::pow(2.0, 0.5 * step));
  std::vector<std::optional<double>> variance(factors.size());
  for_each_index(problem.settings->threads, factors.size(), [&](std::size_t i) {
    auto terms = problem.comparison->kernel.terms();
    for (KernelTerm& term : terms)
      if (term.lengthscale == rule) *term.lengthscale *= factors[i];
    variance[i] = variance_of(Kernel(terms));
  });
  std::optional<double> best, factor;
  for (std::size_t i = 0; i < factors.size(); ++i)
    if (variance[i] && (!best || *variance[i] < *best)) {
      best = variance[i];
      factor = factors[i];
    }
  return factor;
}

LengthscaleChoice best_lengthscale_factor(const Problem& problem, const Modes& modes,
                                          std::stop_token stop) {
  LengthscaleChoice choice;
  if (modes.list.empty() || modes.list.front().sd.empty()) return choice;
  const Mode& mode = modes.list.front();
  const std::vector<std::size_t> moved = coordinates_that_matter(modes);
  if (moved.empty()) return choice;
  // Where the model degenerates, as on an edge of the box, only distant places tell parameters
  // apart.
  for (const double sds : {1.0, 4.0, 16.0}) {
    const std::int64_t before = choice.simulator_calls;
    choice = best_factor_at_distance(problem, mode, moved, sds, stop);
    choice.simulator_calls += before;
    if (choice.factor) break;
  }
  return choice;
}

double lengthscale_of_choice(const Problem& pilot, std::optional<double> factor,
                             const Events& events) {
  constexpr double otherwise = 2.5;  // with normal data, near the median rule
  if (!factor && events.note)
    events.note(
        "which lengthscale shows the parameters best is not known before the draws, so a multiple "
        "of the 25 % quantile of distances is taken; lengthscale median or a number is an "
        "alternative");
  return factor.value_or(otherwise) * *parse_number(*pilot.settings->lengthscale);
}

PilotedProblem make_problem_with_best_lengthscale(const Model& model, const Sample& observations,
                                                  const FitConfig& config,
                                                  const std::optional<Kernel>& own_kernel,
                                                  const Events& events, Crew* crew,
                                                  std::stop_token stop) {
  Problem problem = make_problem(model, observations, config, own_kernel, events);
  problem.crew = crew;
  if (!problem.comparison->pilot) return {std::move(problem), 0};
  SearchSteps steps(events, "steps of the search for a lengthscale");
  Modes modes = find_modes(problem, stop, &steps);
  if (follows_modes(modes.optimiser)) {
    Modes flat = modes;  // whose spread along its paths is none
    find_flat_paths(problem, flat, stop);
    modes.flat = std::move(flat.flat);
    modes.simulator_calls = flat.simulator_calls;
  }
  const LengthscaleChoice choice = best_lengthscale_factor(problem, modes, std::move(stop));
  FitConfig chosen = config;
  chosen.lengthscale = shortest(lengthscale_of_choice(problem, choice.factor, events));
  problem = make_problem(model, observations, chosen, own_kernel);
  problem.crew = crew;
  return {std::move(problem), modes.simulator_calls + choice.simulator_calls};
}

}  // namespace surefoot
