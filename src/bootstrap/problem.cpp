#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>
#include <surefoot/prior/randomised_prior.hpp>

#include "bootstrap/column_scales.hpp"
#include "bootstrap/common_settings.hpp"
#include "bootstrap/float_limits.hpp"
#include "bootstrap/mmd_settings.hpp"
#include "bootstrap/search_box.hpp"

namespace surefoot {
namespace {

/// What a problem is made of while its parts are decided, one after the other.
struct Draft {
  FitConfig settings;
  ObservedData data;
  std::optional<Comparison> comparison;
  SimulationPlan simulation;
  const Events& events;

  void note(const std::string& text) const {
    if (events.note) events.note(text);
  }
};

void choose_columns(Draft& draft) {
  const Sample& x = *draft.data.observations;
  draft.data.column_scale = column_scales(x, draft.settings.scale);
  if (draft.settings.scale != Scale::none || x.dimension() < 2) return;
  const auto factor = uneven_spreads(x);
  if (factor && draft.events.warning)
    draft.events.warning(fmt::format(
        "the columns' spreads differ by a factor of {:.3g}, so the kernel hardly sees the narrow "
        "ones; scale mad divides each by its own",
        *factor));
}

void choose_kernel(Draft& draft, const std::optional<Kernel>& own) {
  FitConfig& s = draft.settings;
  const Sample& x = *draft.data.observations;
  const auto lengthscale_of = [&](const std::string& rule) {
    if (s.scale == Scale::none) return choose_lengthscale(rule, x, s.seed);
    return choose_lengthscale(rule, scaled_sample(x, draft.data.column_scale), s.seed);
  };
  std::vector<double> lengthscales;
  const bool pilot = !own && s.lengthscale == auto_lengthscale;
  Kernel kernel = settle_kernel(s, own, lengthscale_of, lengthscales);
  settle_robustness(s, kernel.bounded());
  draft.comparison.emplace(Comparison{std::move(kernel), std::move(lengthscales),
                                      pilot && s.lengthscale != auto_lengthscale});
}

SearchSpace choose_space(const Draft& draft) {
  const auto& lengthscales = draft.comparison->lengthscales;
  const Model& model = draft.simulation.model;
  return make_search_space(model, bounded_space(model, draft.settings), *draft.data.observations,
                           draft.settings.start, lengthscales.empty() ? 1.0 : lengthscales.front());
}

void choose_design(Draft& draft) {
  FitConfig& s = draft.settings;
  const Model& model = draft.simulation.model;
  auto& closed_form = draft.comparison->closed_form;
  const bool plain = s.scale == Scale::none && !s.resample;
  if (model.closed_form && plain) closed_form = model.closed_form(draft.comparison->kernel);
  if (*s.design == Design::automatic)
    s.design = automatic_design(static_cast<int>(model.latents.size()),
                                closed_form && *s.noise != NoisePolicy::fresh);
  if (*s.design == Design::closed_form) {
    if (!closed_form)
      throw Error(Fault::usage, fmt::format("design closed-form: model {} has none for kernel {}{}",
                                            model.name, draft.comparison->kernel.text(),
                                            plain ? "" : " with scaled columns or resampling"));
    s.simulations.reset();
    s.precision = Precision::full;
    return;
  }
  closed_form.reset();
  const std::size_t n = draft.data.observations->size();
  if (!s.simulations) s.simulations = default_simulations(*s.design, n, model.latents.size());
  draft.simulation.design.emplace(*s.design, *s.simulations, model.latents, *s.mass);
  if (*s.design == Design::iid && s.preset == Preset::standard &&
      s.embedding != EmbeddingWay::emulated && static_cast<double>(n) > 0.5 * *s.simulations)
    draft.note(inflation_note(*s.simulations, n));
}

void choose_precision(Draft& draft) {
  FitConfig& s = draft.settings;
  Comparison& comparison = *draft.comparison;
  if (!comparison.closed_form && !draft.simulation.model.simulator->differentiable())
    s.precision = Precision::full;  // differences of floats are no derivatives
  const auto columns =
      column_extents(*draft.data.observations, comparison.lengthscales, draft.data.column_scale);
  const auto blurred = blurred_column(columns, objective_limits);
  if (blurred && s.precision != Precision::full) {
    const auto [size, length] = columns[*blurred];
    s.precision = Precision::full;
    draft.note(
        size > objective_limits.most_lengths * length
            ? fmt::format("column {} lies {:.3g} lengthscales from 0, so double precision is used",
                          *blurred + 1, size / length)
            : fmt::format("column {} is of the size {:.3g}, so double precision is used",
                          *blurred + 1, size));
  }
  double farthest = 0.0;
  for (const auto& [size, length] : columns)
    if (length > 0.0) farthest = std::max(farthest, size / length);
  if (s.precision == Precision::full)
    comparison.noise = std::max(1e-13, 4.0 * std::numeric_limits<double>::epsilon() * farthest);
}

Evaluation evaluation_of(Evaluator wanted, const FitConfig& settings, const ObservedData& data,
                         const Comparison& comparison, int simulations) {
  return choose_evaluation(wanted, comparison.kernel,
                           {.observations = data.observations,
                            .scale = data.column_scale.front(),
                            .simulations = simulations,
                            .exact = comparison.exact_sums && !comparison.closed_form,
                            .places_stay = settings.concentration == 0.0 && !settings.resample,
                            .seed = settings.seed});
}

/// A shorter kernel than that of the objective sees a cluster that is narrower than the model.
void choose_trimming(const FitConfig& settings, const ObservedData& data, int simulations,
                     Comparison& comparison) {
  comparison.trim_kernel.reset();
  if (!settings.trim->on()) return;
  constexpr double shorter = 0.4;
  auto terms = comparison.kernel.terms();
  for (KernelTerm& term : terms)
    if (term.lengthscale) *term.lengthscale *= shorter;
  comparison.trim_kernel = terms.empty() ? comparison.kernel : Kernel(terms);
  Comparison with_it = comparison;
  with_it.kernel = *comparison.trim_kernel;
  comparison.trim_evaluation =
      evaluation_of(Evaluator::automatic, settings, data, with_it, simulations);
}

void choose_evaluator(Draft& draft) {
  FitConfig& s = draft.settings;
  const auto& design = draft.simulation.design;
  Evaluation& evaluation = draft.comparison->evaluation;
  evaluation = evaluation_of(s.evaluator, s, draft.data, *draft.comparison,
                             design ? design->simulations() : 0);
  for (const EvaluationPart& part : evaluation.parts)
    if (part.how == Evaluator::features && s.evaluator == Evaluator::automatic)
      draft.note(fmt::format(
          "the kernel is replaced by {} random Fourier features, which are off by about "
          "{:.2g} at any distance; evaluator pairs is exact",
          feature_frequencies, 1.0 / std::sqrt(double(feature_frequencies))));
  if (evaluation.parts.size() == 1) s.evaluator = evaluation.parts.front().how;
  choose_trimming(s, draft.data, design ? design->simulations() : 0, *draft.comparison);
}

}  // namespace

std::optional<Problem> with_lengthscales_times(const Problem& problem, double factor) {
  auto terms = problem.comparison->kernel.terms();
  if (terms.empty() || problem.comparison->lengthscales.empty()) return std::nullopt;
  for (KernelTerm& term : terms)
    if (term.lengthscale) *term.lengthscale *= factor;
  return with_kernel(problem, Kernel(terms));
}

Problem with_kernel(const Problem& problem, const Kernel& kernel) {
  Comparison comparison = *problem.comparison;
  comparison.kernel = kernel;
  comparison.lengthscales.clear();
  for (const KernelTerm& term : kernel.terms())
    if (term.lengthscale) comparison.lengthscales.push_back(*term.lengthscale);
  if (comparison.closed_form)
    comparison.closed_form = problem.simulation->model.closed_form(kernel);
  comparison.evaluation = evaluation_of(Evaluator::automatic, *problem.settings, *problem.data,
                                        comparison, problem.simulations());
  choose_trimming(*problem.settings, *problem.data, problem.simulations(), comparison);
  Problem other = problem;
  other.comparison = std::make_shared<const Comparison>(std::move(comparison));
  return other;
}

Problem with_robustness(const Problem& problem, Mass mass, Trim trim) {
  FitConfig settings = *problem.settings;
  settings.mass = mass;
  settings.trim = trim;
  Comparison comparison = *problem.comparison;
  choose_trimming(settings, *problem.data, problem.simulations(), comparison);
  Problem other = problem;
  other.settings = std::make_shared<const FitConfig>(std::move(settings));
  other.comparison = std::make_shared<const Comparison>(std::move(comparison));
  return other;
}

Problem with_simulations(const Problem& problem, int simulations) {
  Problem other = problem;
  if (!problem.simulation->design) return other;
  SimulationPlan plan{problem.simulation->model};
  plan.design.emplace(*problem.settings->design, simulations, plan.model.latents,
                      *problem.settings->mass);
  other.simulation = std::make_shared<const SimulationPlan>(std::move(plan));
  return other;
}

Problem with_shares(const Problem& problem, std::vector<double> shares) {
  ObservedData data = *problem.data;
  data.shares = std::move(shares);
  Problem other = problem;
  other.data = std::make_shared<const ObservedData>(std::move(data));
  return other;
}

Problem with_prior(const Problem& problem, double weight) {
  Problem other = problem;
  other.parameter_prior = std::make_shared<const RandomisedPrior>(problem.space->parameters,
                                                                  *problem.settings->prior, weight);
  return other;
}

Problem with_observations(const Problem& problem, const Sample& observations) {
  ObservedData data = *problem.data;
  data.observations = &observations;
  data.shares.clear();
  Problem other = problem;
  other.data = std::make_shared<const ObservedData>(std::move(data));
  return other;
}

Problem make_problem(const Model& model, const Sample& observations, const FitConfig& config,
                     const std::optional<Kernel>& own_kernel, const Events& events) {
  validate(config);
  check_observations(model, observations);
  Draft draft{config, {&observations, {}}, std::nullopt, {model}, events};
  FitConfig& s = draft.settings;
  settle_mmd_settings(s, model);
  choose_columns(draft);
  choose_kernel(draft, own_kernel);
  // Doubles that are only needed for differences leave grids their error, which is smooth.
  draft.comparison->exact_sums =
      config.precision == Precision::full && config.evaluator != Evaluator::grid;
  const auto space = std::make_shared<const SearchSpace>(choose_space(draft));
  choose_design(draft);
  choose_precision(draft);
  choose_evaluator(draft);
  draft.data.prior = make_prior(s, model, space->parameters, observations);
  return {std::make_shared<const ObservedData>(std::move(draft.data)),
          std::make_shared<const Comparison>(std::move(*draft.comparison)),
          std::make_shared<const SimulationPlan>(std::move(draft.simulation)), space,
          std::make_shared<const FitConfig>(std::move(s))};
}

}  // namespace surefoot
