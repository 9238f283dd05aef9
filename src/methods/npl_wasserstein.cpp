#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "bootstrap/common_settings.hpp"
#include "bootstrap/minima.hpp"
#include "methods/transport_objective.hpp"
#include "settings/setting_rows.hpp"

namespace surefoot {
namespace {

/// As the paper ran it, where the user has not said otherwise.
void apply_paper_preset(Run& run) {
  FitConfig& s = run.settings;
  unless_given(s.simulations, paper_settings(run.model).simulations);
  unless_given(s.noise, NoisePolicy::fresh);
  unless_given(s.optimiser, OptimiserName::powell);
  unless_given(s.order, 1);
  constexpr int most = 20000;
  unless_given(s.steps, most);
  apply_paper_start(s, run.model);
  run.space = bounded_space(run.model, s);
}

void check_transport(const FitConfig& s, const Model& model) {
  if (s.transport == Transport::hilbert)
    throw Error(Fault::usage,
                "transport hilbert pairs points of equal weight, and every draw weights its "
                "observations; exact and sinkhorn take weights");
  if (s.transport == Transport::sorted && model.dimension > 1)
    throw Error(Fault::usage, fmt::format("transport sorted needs observations of one column, but "
                                          "these have {}; exact takes any",
                                          model.dimension));
}

OptimiserName suited_optimiser(const FitConfig& s, const Model& model) {
  if (s.noise == NoisePolicy::fresh) return OptimiserName::powell;
  const bool gradient = s.transport != Transport::sinkhorn && model.simulator->differentiable();
  return gradient ? OptimiserName::bfgs : OptimiserName::sbplx;
}

void check_bfgs(const FitConfig& s) {
  if (s.optimiser != OptimiserName::bfgs) return;
  if (s.noise == NoisePolicy::fresh)
    throw Error(Fault::usage,
                "noise fresh needs an optimiser of values alone, such as powell: bfgs cannot "
                "follow an objective that changes at every evaluation");
  if (s.transport == Transport::sinkhorn)
    throw Error(Fault::usage,
                "optimiser bfgs needs the gradient of the exact cost; with transport sinkhorn "
                "sbplx will do");
}

void refuse_prior_of_fresh_noise(const FitConfig& s) {
  if (s.prior && s.noise == NoisePolicy::fresh)
    throw Error(
        Fault::usage,
        "a prior is weighed by the minima of some draws, which an objective that changes at "
        "every evaluation has not; noise per-draw or shared will do");
}

void settle_transport(Run& run) {
  FitConfig& s = run.settings;
  check_optimiser(s);
  if (s.preset == Preset::paper) apply_paper_preset(run);
  check_transport(s, run.model);
  if (!s.transport || *s.transport == Transport::automatic)
    s.transport = run.model.dimension == 1 ? Transport::sorted : Transport::exact;
  unless_given(s.order, default_of<&FitConfig::order>());
  unless_given(s.noise, default_of<&FitConfig::noise>());
  // As many as observations: fewer add to the posterior variance.  Beyond a thousand a draw of
  // several columns takes seconds.
  constexpr std::size_t least = 2, most = 1000;
  unless_given(s.simulations, static_cast<int>(std::clamp(run.observations.size(), least, most)));
  if (!s.optimiser || *s.optimiser == OptimiserName::automatic)
    s.optimiser = suited_optimiser(s, run.model);
  check_bfgs(s);
  refuse_prior_of_fresh_noise(s);
  unless_given(s.steps, default_steps(*s.optimiser));
  bound_by_prior(run);
}

/// The diagonal of S (S + I)^-1, with S the covariance of scores of draws.
std::vector<double> shares_of(const RandomisedPrior& prior,
                              const std::vector<std::vector<double>>& scores,
                              const ParameterSpace& space) {
  const auto terms = static_cast<Eigen::Index>(prior.terms().size());
  const auto count = static_cast<Eigen::Index>(scores.size());
  Eigen::MatrixXd table(count, terms);
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index k = 0; k < terms; ++k)
      table(i, k) = scores[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
  table.rowwise() -= table.colwise().mean().eval();
  const Eigen::MatrixXd spread =
      table.transpose() * table / static_cast<double>(std::max<Eigen::Index>(count - 1, 1));
  const Eigen::MatrixXd left =
      (spread + Eigen::MatrixXd::Identity(terms, terms)).ldlt().solve(spread);
  std::vector<double> shares(static_cast<std::size_t>(space.size()), 0.0);
  for (Eigen::Index k = 0; k < terms; ++k)
    shares[prior.terms()[static_cast<std::size_t>(k)].parameter] = left(k, k);
  return shares;
}

/// Finds the weight of the prior beside the cost, under which one observation counts as one, and
/// what the prior decides; `origin` is where draws start without it.
///
/// Some draws apart from those of the run are minimised.  The cost, as if it were minus a
/// log-likelihood, must fall by half a unit for each parameter from the minimum on the observations
/// to that of a draw.  The spread of these minima in the prior's scores, S, is that of draws
/// without it; beside it the variance (S^-1 + I)^-1 = S (S + I)^-1 is left.
void weigh_prior(WeightedProblem& problem, const MakeObjective& make, const Mode& origin,
                 const Accuracy& accuracy, Run& run) {
  constexpr int squares = 128, fewest = 32;  // each parameter of a draw has one
  const std::size_t p = origin.eta.size();
  const auto draws = static_cast<std::size_t>(std::max(squares / static_cast<int>(p), fewest));
  auto workers =
      workers_on_data<WeightedObjective>(run.settings.threads, run.continuation.crew, make);
  const auto places = [&](std::size_t count, const std::vector<double>& from, bool of_draws) {
    return run_on_data(workers, count, p + 2,
                       [&](std::size_t i, WeightedObjective& objective, auto values) {
                         if (of_draws)
                           objective.begin_draw(WeightedObjective::common_draw - 1 -
                                                static_cast<std::uint32_t>(i));
                         const double before = objective(from, {});
                         const Minimum found = descend(problem, objective, origin, from, accuracy);
                         if (found.ending == Ending::failed || !std::isfinite(before)) return;
                         std::copy(found.eta.begin(), found.eta.end(), values.begin());
                         values[p] = before - found.value;
                         values[p + 1] = 1.0;
                       });
  };
  // A start that is given need not be a minimum.
  std::vector<double> centre = places(1, origin.eta, false);
  if (centre[p + 1] != 1.0) centre = origin.eta;
  centre.resize(p);
  const std::vector<double> found = places(draws, centre, true);
  run.result.simulator_calls += workers.simulator_calls();
  const RandomisedPrior prior(run.space, *run.settings.prior, 1.0);
  std::vector<std::vector<double>> scores;
  double fall = 0.0;
  for (auto one = found.begin(); one != found.end(); one += static_cast<std::ptrdiff_t>(p + 2)) {
    const auto end = one + static_cast<std::ptrdiff_t>(p);
    if (end[1] != 1.0) continue;
    fall += end[0];
    scores.emplace_back();
    for (const RandomisedPrior::Term& term : prior.terms())
      scores.back().push_back(prior.score(term, std::vector<double>(one, end)).value);
  }
  if (2 * scores.size() < draws)
    throw Error(Fault::data,
                "a prior is weighed by draws without it, but most of those that were tried have no "
                "minimum; other bounds, another start or no prior will do");
  const auto count = static_cast<double>(scores.size());
  constexpr double least = 1e-300;  // of data that are all the same
  problem.take_prior(std::max(fall / (count * static_cast<double>(p)), least), run);
  run.result.prior_shares = shares_of(prior, scores, run.space);
}

}  // namespace

void npl_wasserstein(Run& run) {
  settle_transport(run);
  const FitConfig& s = run.settings;
  run.result.evaluator = to_word(*s.transport);
  run.result.simulations_per_draw = *s.simulations;
  const LatentDesign design(Design::iid, *s.simulations, run.model.latents);
  WeightedProblem problem(run);
  const MakeObjective make = [&] { return std::make_unique<TransportObjective>(problem, design); };
  // Distances have kinks wherever two points meet, over which their slope is measured; squares
  // only where the plan changes.
  const Accuracy accuracy{.tolerance = *s.order == 1 ? 1e-8 : 1e-13, .noise = 1e-11, .reach = 0.1};
  Modes modes = find_origin(problem, make, accuracy);
  run.result.simulator_calls = modes.simulator_calls;
  if (s.prior && !modes.list.empty()) {
    weigh_prior(problem, make, modes.list.front(), accuracy, run);
    modes = find_origin(problem, make, accuracy);
    run.result.simulator_calls += modes.simulator_calls;
  }
  if (modes.list.empty()) run.events.warning(no_start_warning);
  run.keep(make_draws(run.begin_draws(), make, [&](WeightedObjective& objective, std::uint32_t) {
    Minimum found;
    for (const Mode& origin : modes.list)
      found = descend(problem, objective, origin, origin.eta, accuracy);
    if (found.ending != Ending::failed) found.value -= objective.prior_part(found.eta);
    found.value = wasserstein(found.value, *s.order);
    return row_of(run.space, found);
  }));
}

}  // namespace surefoot
