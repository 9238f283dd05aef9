#include "methods/score_weight.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/optim/derivative_free.hpp>
#include <surefoot/parallel/threads.hpp>

#include "data/quantiles.hpp"
#include "methods/chains.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

constexpr std::uint32_t stream = ~0U;  // of random numbers; chains count from 0
constexpr int many = 1000;             // simulated observations, whose noise is 3 % of w

/// The mean log density of data under the model at theta, up to a constant.
class Reference {
 public:
  virtual ~Reference() = default;
  virtual double operator()(std::span<const double> theta) = 0;
};

class LikelihoodReference final : public Reference {
 public:
  LikelihoodReference(const Likelihood& likelihood, const Sample& x)
      : likelihood_(likelihood), x_(x), values_(x.size()) {}

  double operator()(std::span<const double> theta) override {
    likelihood_.log_densities(theta, x_, values_);
    double sum = 0.0;
    for (const double v : values_) sum += v;
    return sum / static_cast<double>(x_.size());
  }

 private:
  const Likelihood& likelihood_;
  const Sample& x_;
  std::vector<double> values_;
};

struct Moments {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};

/// `value(j, c)` is coordinate c of point j.
template <class Value>
Moments moments(std::size_t count, int dimension, Value&& value) {
  Eigen::MatrixXd points(static_cast<Eigen::Index>(count), dimension);
  for (std::size_t j = 0; j < count; ++j)
    for (int c = 0; c < dimension; ++c) points(static_cast<Eigen::Index>(j), c) = value(j, c);
  Moments m;
  m.mean = points.colwise().mean();
  points.rowwise() -= m.mean.transpose();
  m.covariance = points.transpose() * points / static_cast<double>(count);
  return m;
}

/// A normal distribution with the moments of simulations from the same latent points.
class SyntheticReference final : public Reference {
 public:
  SyntheticReference(const Model& model, const Sample& x, std::uint64_t seed)
      : model_(model),
        data_(moments(x.size(), x.dimension(), [&](std::size_t j, int c) { return x(j, c); })) {
    LatentDesign(Design::iid, many, model.latents)
        .fill({seed, stream, 2, 0, Purpose::simulation}, latents_);
    simulation_.resize(many, model.dimension, model.parameters.size(), Derivatives::no);
  }

  double operator()(std::span<const double> theta) override {
    if (!model_.simulator->simulate(theta, latents_, Derivatives::no, simulation_))
      return -infinite;
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    const Moments y = moments(many, model_.dimension, [&](std::size_t j, int c) {
      return simulation_.y[static_cast<std::size_t>(c) * stride + j];
    });
    const Eigen::LLT<Eigen::MatrixXd> factors(y.covariance);
    if (factors.info() != Eigen::Success) return -infinite;
    const Eigen::VectorXd away = data_.mean - y.mean;
    const Eigen::MatrixXd about = data_.covariance + away * away.transpose();
    const double log_det = 2.0 * Eigen::MatrixXd(factors.matrixL()).diagonal().array().log().sum();
    return -0.5 * (log_det + factors.solve(about).trace());
  }

 private:
  const Model& model_;
  Moments data_;
  LatentTable<double> latents_;
  Simulation<double> simulation_;
};

/// The score of the observations where the prior has mass, for an optimiser.
class ScoreObjective final : public Objective {
 public:
  ScoreObjective(const ParameterPrior& prior, KernelScore& score)
      : prior_(prior), score_(score), theta_(static_cast<std::size_t>(prior.space().size())) {}

  double operator()(std::span<const double> eta, std::span<double>) override {
    if (prior_.log_density(eta) == -infinite) return infinite;
    ++evaluations;
    prior_.space().to_natural(eta, theta_);
    return score_(theta_);
  }

  std::int64_t evaluations = 0;

 private:
  const ParameterPrior& prior_;
  KernelScore& score_;
  std::vector<double> theta_;
};

/// Where the score of the observations is smallest, as far as subplex finds out.
std::vector<double> best_point(Run& run, const ParameterPrior& prior, const ScoreProblem& problem,
                               const std::vector<double>& spread) {
  const auto score = make_kernel_score(problem, run.observations, stream);
  ScoreObjective objective(prior, *score);
  std::vector<double> best;
  double least = infinite;
  for (std::uint32_t chain = 0; chain < 20; ++chain)  // as many starts as the chains of one run
    for (auto& eta : chain_starts(run, prior, stream - chain))
      if (const double value = objective(eta, {}); value < least) {
        least = value;
        best = std::move(eta);
      }
  if (best.empty())
    throw Error(Fault::usage,
                "the simulator failed at every draw of the prior that was tried, so score-weight "
                "cannot be calibrated; it must be given");
  const Box box{run.space.lower(), run.space.upper(), spread};
  const Minimum found = minimise(
      DerivativeFreeSearch{
          .algorithm = DerivativeFree::sbplx, .evaluations = 500, .tolerance = 1e-5},
      objective, best, box);
  run.result.simulator_calls += objective.evaluations * problem.simulations;
  return found.ending == Ending::failed ? best : found.eta;
}

/// Both sides of theta0 along one direction.
class Direction {
 public:
  Direction(const ParameterSpace& space, std::span<const double> centre, std::vector<double> step)
      : space_(space),
        centre_(centre.begin(), centre.end()),
        step_(std::move(step)),
        theta_(static_cast<std::size_t>(space.size())) {}

  /// The mean of f a multiple of the step away, less f in the middle.
  template <class Function>
  double bend(double multiple, double in_the_middle, Function& f) {
    double sum = 0.0;
    for (const double sign : {-1.0, 1.0}) {
      std::vector<double> eta = centre_;
      for (std::size_t k = 0; k < eta.size(); ++k)
        eta[k] =
            std::clamp(eta[k] + sign * multiple * step_[k], space_.lower()[k], space_.upper()[k]);
      space_.to_natural(eta, theta_);
      sum += f(theta_);
    }
    return 0.5 * sum - in_the_middle;
  }

 private:
  const ParameterSpace& space_;
  std::vector<double> centre_, step_, theta_;
};

}  // namespace

double calibrate_score_weight(Run& run, const ParameterPrior& prior, const ScoreProblem& problem) {
  const std::uint64_t seed = run.settings.seed;
  const Model& model = run.model;
  const auto n = static_cast<double>(run.observations.size());
  const auto spread = prior_spread(prior, seed);
  const auto centre = best_point(run, prior, problem, spread);
  std::vector<double> theta0(static_cast<std::size_t>(run.space.size()));
  run.space.to_natural(centre, theta0);
  const Sample x = simulate_iid(model, theta0, many, {seed, stream, 1, 0, Purpose::simulation});
  ScoreProblem finer = problem;
  finer.floats = false;  // differences are small
  if (!finer.closed_form) finer.simulations = many;

  constexpr std::size_t directions = 20;
  std::vector<double> ratios(directions, 0.0);
  std::vector<std::int64_t> evaluations(directions, 0);
  for_each_index(run.settings.threads, directions, [&](std::size_t i) {
    std::unique_ptr<Reference> reference;
    if (model.likelihood)
      reference = std::make_unique<LikelihoodReference>(*model.likelihood, x);
    else
      reference = std::make_unique<SyntheticReference>(model, x, seed);
    const auto score = make_kernel_score(finer, x, stream);
    Noise noise({seed, stream, static_cast<std::uint32_t>(i), 0, Purpose::proposal});
    std::vector<double> step;
    for (const double s : spread) step.push_back(s * noise.normal());
    Direction direction(run.space, centre, std::move(step));

    const double reference0 = (*reference)(theta0);
    const auto fall = [&](double multiple) {
      evaluations[i] += model.likelihood ? 0 : 2;
      return -n * direction.bend(multiple, reference0, *reference);
    };
    // The first place, to a factor of two, where the likelihood has fallen by a half.  From
    // nearby, because far away it may rise again.
    double multiple = 0x1p-10;
    for (int k = 0; k < 60 && !(fall(multiple) < 0.5); ++k) multiple *= 0.5;
    while (multiple < 1.0 && fall(2.0 * multiple) < 0.5) multiple *= 2.0;
    const double score0 = (*score)(theta0);
    const double rise = n * direction.bend(multiple, score0, *score) / many;
    const double ratio = fall(multiple) / rise;
    if (rise > 0.0 && ratio > 0.0 && std::isfinite(ratio)) ratios[i] = ratio;
    evaluations[i] += finer.closed_form ? 0 : 3;
  });
  for (const std::int64_t e : evaluations) run.result.simulator_calls += e * many;
  std::erase(ratios, 0.0);
  if (ratios.size() < directions / 2)
    throw Error(Fault::usage,
                "the kernel score hardly depends on the parameters where it is smallest, so "
                "score-weight cannot be calibrated; it, or another lengthscale, must be given");
  return median(ratios);
}

}  // namespace surefoot
