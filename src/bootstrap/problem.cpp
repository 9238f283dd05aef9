#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>

#include "bootstrap/common_settings.hpp"
#include "bootstrap/float_limits.hpp"
#include "bootstrap/search_box.hpp"
#include "bootstrap/setting_rows.hpp"
#include "simulators/models.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

/// The settings of the paper's experiment with this model, where the user has not said otherwise.
void apply_paper_preset(FitConfig& s, const Model& model) {
  const PaperSettings& paper = paper_settings(model);
  const auto unless_given = [](auto& setting, auto value) {
    if (!setting) setting = value;
  };
  unless_given(s.kernel, paper.kernel);
  unless_given(s.lengthscale, paper.lengthscale);
  unless_given(s.simulations, paper.simulations);
  unless_given(s.design, Design::iid);
  unless_given(s.noise, NoisePolicy::fresh);
  unless_given(s.optimiser, OptimiserName::adam);
  unless_given(s.steps, paper.steps);
  unless_given(s.step_size, paper.step_size);
  unless_given(s.starts, paper.starts);
  unless_given(s.screening, std::max(paper.screening, 1));
  apply_paper_start(s, model);
}

/// What the model and the library choose for settings that are still open.
void apply_defaults(Problem& problem) {
  FitConfig& s = problem.settings;
  const Model& model = problem.model;
  if (!s.kernel) s.kernel = model.kernel.value_or(default_of<&FitConfig::kernel>());
  if (!s.lengthscale)
    s.lengthscale = model.lengthscale.value_or(default_of<&FitConfig::lengthscale>());
  if (!s.noise) s.noise = default_of<&FitConfig::noise>();
  problem.optimiser_open = !s.optimiser || *s.optimiser == OptimiserName::automatic;
  if (problem.optimiser_open)
    s.optimiser = *s.noise == NoisePolicy::fresh ? OptimiserName::adam : OptimiserName::bfgs;
  if (!s.design) s.design = default_of<&FitConfig::design>();
  const bool downhill = follows_modes(*s.optimiser);
  if (!s.steps) s.steps = default_steps(*s.optimiser);
  if (!s.step_size) s.step_size = default_of<&FitConfig::step_size>();
  if (!s.starts) s.starts = downhill ? 3 : 1;
  if (!s.screening) s.screening = default_of<&FitConfig::screening>();
}

void check_combinations(const FitConfig& s) {
  if (*s.noise == NoisePolicy::fresh && !takes_fresh_noise(*s.optimiser))
    throw Error(Fault::usage, "noise fresh needs optimiser " + optimisers_for_fresh_noise() +
                                  ": a line search cannot follow an objective that changes at "
                                  "every step");
}

std::vector<double> column_scales(const Sample& x, Scale scale) {
  std::vector<double> scales(static_cast<std::size_t>(x.dimension()), 1.0);
  if (scale == Scale::none) return scales;
  for (int c = 0; c < x.dimension(); ++c) {
    double& s = scales[static_cast<std::size_t>(c)];
    if (scale == Scale::mad) {
      const double median = column_quantile(x, c, 0.5);
      std::vector<double> distances(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) distances[i] = std::abs(x(i, c) - median);
      s = 1.4826 * column_quantile(Sample(distances, 1), 0, 0.5);  // the sd, for normal data
    } else {
      const auto n = static_cast<double>(x.size());
      double mean = 0.0, square = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) mean += x(i, c) / n;
      for (std::size_t i = 0; i < x.size(); ++i) square += (x(i, c) - mean) * (x(i, c) - mean);
      s = std::sqrt(square / std::max(n - 1.0, 1.0));
    }
    if (!(s > 0.0) || !std::isfinite(s))
      throw Error(Fault::data, fmt::format("scale {} must be positive in every column, but is {} "
                                           "in column {}",
                                           to_word(scale), s, c + 1));
  }
  return scales;
}

Sample scaled_sample(const Sample& x, const std::vector<double>& scales) {
  std::vector<double> values(x.values().begin(), x.values().end());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] /= scales[i % scales.size()];
  return Sample(std::move(values), x.dimension());
}

/// The spread of the middle half of a column.
double interquartile_range(const Sample& x, int c) {
  return column_quantile(x, c, 0.75) - column_quantile(x, c, 0.25);
}

void warn_about_columns(Problem& problem) {
  const Sample& x = *problem.observations;
  if (problem.settings.scale != Scale::none || x.dimension() < 2) return;
  double smallest = INFINITY, largest = 0.0;
  for (int c = 0; c < x.dimension(); ++c) {
    const double spread = interquartile_range(x, c);
    smallest = std::min(smallest, spread);
    largest = std::max(largest, spread);
  }
  if (largest > 10.0 * smallest)
    problem.warnings.push_back(fmt::format(
        "the columns' spreads differ by a factor of {:.3g}, so the kernel hardly sees the narrow "
        "ones; scale mad divides each by its own",
        largest / smallest));
}

Kernel choose_kernel(Problem& problem, const std::optional<Kernel>& own) {
  FitConfig& s = problem.settings;
  const auto lengthscale_of = [&](const std::string& rule) {
    if (s.scale == Scale::none) return choose_lengthscale(rule, *problem.observations, s.seed);
    return choose_lengthscale(rule, scaled_sample(*problem.observations, problem.column_scale),
                              s.seed);
  };
  return settle_kernel(s, own, lengthscale_of, problem.lengthscales);
}

void choose_search_box(Problem& problem) {
  const double reach = problem.lengthscales.empty() ? 1.0 : problem.lengthscales.front();
  SearchBox search = make_search_box(problem.model, problem.space, *problem.observations,
                                     problem.settings.start, reach);
  problem.search_box = std::move(search.box);
  problem.eta_scale = std::move(search.eta_scale);
}

void choose_design(Problem& problem) {
  FitConfig& s = problem.settings;
  const Model& model = problem.model;
  const bool plain = s.scale == Scale::none && !s.resample;
  if (model.closed_form && plain) problem.closed_form = model.closed_form(*problem.kernel);
  if (*s.design == Design::automatic)
    s.design = automatic_design(static_cast<int>(model.latents.size()),
                                problem.closed_form && *s.noise != NoisePolicy::fresh);
  if (*s.design == Design::closed_form) {
    if (!problem.closed_form)
      throw Error(Fault::usage, fmt::format("design closed-form: model {} has none for kernel {}{}",
                                            model.name, problem.kernel->text(),
                                            plain ? "" : " with scaled columns or resampling"));
    s.simulations.reset();
    s.precision = Precision::full;
    return;
  }
  problem.closed_form.reset();
  const std::size_t n = problem.observations->size();
  if (!s.simulations) s.simulations = default_simulations(*s.design, n, model.latents.size());
  problem.design.emplace(*s.design, *s.simulations, model.latents);
  if (*s.design == Design::iid && s.preset == Preset::standard &&
      static_cast<double>(n) > 0.5 * *s.simulations)
    problem.notes.push_back(inflation_note(*s.simulations, n));
}

void choose_precision(Problem& problem) {
  constexpr FloatLimits limits{.most_lengths = 3000.0, .least_length = 1e-10};
  FitConfig& s = problem.settings;
  if (!problem.closed_form && !problem.model.simulator->differentiable())
    s.precision = Precision::full;  // differences of floats are no derivatives
  const auto columns =
      column_extents(*problem.observations, problem.lengthscales, problem.column_scale);
  const auto blurred = blurred_column(columns, limits);
  if (blurred && s.precision != Precision::full) {
    const auto [size, length] = columns[*blurred];
    s.precision = Precision::full;
    problem.notes.push_back(
        size > limits.most_lengths * length
            ? fmt::format("column {} lies {:.3g} lengthscales from 0, so double precision is used",
                          *blurred + 1, size / length)
            : fmt::format("column {} is of the size {:.3g}, so double precision is used",
                          *blurred + 1, size));
  }
  double farthest = 0.0;
  for (const auto& [size, length] : columns)
    if (length > 0.0) farthest = std::max(farthest, size / length);
  if (s.precision == Precision::full)
    problem.noise = std::max(1e-13, 4.0 * std::numeric_limits<double>::epsilon() * farthest);
}

void choose_evaluator(Problem& problem, Evaluator wanted) {
  FitConfig& s = problem.settings;
  problem.evaluation = choose_evaluation(wanted, *problem.kernel,
                                         {.observations = problem.observations,
                                          .scale = problem.column_scale.front(),
                                          .simulations = problem.simulations(),
                                          .exact = problem.exact_sums && !problem.closed_form,
                                          .places_stay = s.concentration == 0.0 && !s.resample,
                                          .seed = s.seed});
  for (const EvaluationPart& part : problem.evaluation.parts)
    if (part.how == Evaluator::features && wanted == Evaluator::automatic)
      problem.notes.push_back(fmt::format(
          "the kernel is replaced by {} random Fourier features, which are off by about "
          "{:.2g} at any distance; evaluator pairs is exact",
          feature_frequencies, 1.0 / std::sqrt(double(feature_frequencies))));
  if (problem.evaluation.parts.size() == 1) s.evaluator = problem.evaluation.parts.front().how;
}

}  // namespace

std::optional<Problem> with_lengthscales_times(const Problem& problem, double factor) {
  auto terms = problem.kernel->terms();
  if (terms.empty() || problem.lengthscales.empty()) return std::nullopt;
  for (KernelTerm& term : terms)
    if (term.lengthscale) *term.lengthscale *= factor;
  Problem other = problem;
  other.kernel.emplace(terms);
  for (double& l : other.lengthscales) l *= factor;
  if (problem.closed_form) other.closed_form = problem.model.closed_form(*other.kernel);
  choose_evaluator(other, Evaluator::automatic);
  return other;
}

Problem with_simulations(const Problem& problem, int simulations) {
  Problem other = problem;
  if (problem.design)
    other.design.emplace(*problem.settings.design, simulations, problem.model.latents);
  return other;
}

Problem make_problem(const Model& model, const Sample& observations, const FitConfig& config,
                     const std::optional<Kernel>& own_kernel) {
  validate(config);
  check_observations(model, observations);
  Problem problem;
  problem.observations = &observations;
  problem.model = model;
  problem.settings = config;
  FitConfig& s = problem.settings;
  // Doubles that are only needed for differences leave grids their error, which is smooth.
  problem.exact_sums = s.precision == Precision::full && s.evaluator != Evaluator::grid;
  settle_common(s, model);
  if (s.preset == Preset::paper) apply_paper_preset(s, model);
  apply_defaults(problem);
  check_combinations(s);
  problem.column_scale = column_scales(observations, s.scale);
  warn_about_columns(problem);
  problem.kernel = choose_kernel(problem, own_kernel);
  if (s.mass == Mass::free && !problem.kernel->bounded())
    throw Error(Fault::usage, "mass free needs a bounded kernel, and the energy kernel is not");
  problem.space = bounded_space(model, s);
  choose_search_box(problem);
  choose_design(problem);
  choose_precision(problem);
  choose_evaluator(problem, s.evaluator);
  problem.prior = make_prior(s, model, problem.space, observations);
  return problem;
}

}  // namespace surefoot
