#include "bootstrap/common_settings.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/lengthscale.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/prior/randomised_prior.hpp>

#include "text.hpp"

namespace surefoot {

void check_observations(const Model& model, const Sample& x) {
  if (x.size() == 0) throw Error(Fault::data, "there are no observations");
  if (x.dimension() != model.dimension)
    throw Error(Fault::data,
                fmt::format("model {} takes observations of {} columns, but these have {}",
                            model.name, model.dimension, x.dimension()));
  constexpr double most = 1e100;  // squares of differences must not overflow
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int c = 0; c < x.dimension(); ++c)
      if (std::abs(x(i, c)) > most)
        throw Error(Fault::data, fmt::format("observation {}, column {} must be between -1e100 and "
                                             "1e100, but is {}; choose other units",
                                             i + 1, c + 1, x(i, c)));
}

void settle_common(FitConfig& settings, const Model& model) {
  for (const auto& option : model.options) settings.model_option[option.name] = option.value;
  settings.threads = settings.threads == 0 ? hardware_threads() : useful_threads(settings.threads);
}

ParameterSpace bounded_space(const Model& model, const FitConfig& settings) {
  ParameterSpace space = model.parameters;
  for (const auto& [name, interval] : settings.bounds)
    space.bound(name, interval.lower, interval.upper);
  for (const auto& [name, value] : settings.fixed) space.fix(name, value);
  for (const auto& [name, value] : settings.start) {
    const Parameter& p = space[space.index(name)];
    if (!(value >= p.lower && value <= p.upper))
      throw Error(Fault::usage, fmt::format("the start of {} must lie in its box [{}, {}], but is "
                                            "{}",
                                            name, p.lower, p.upper, value));
  }
  return space;
}

void refuse_auto_lengthscale(const std::string& rule) {
  if (rule == auto_lengthscale)
    throw Error(Fault::usage,
                "lengthscale auto is a rule of method npl-mmd alone, because it looks at the "
                "minima that are found there; median will do");
}

Kernel settle_kernel(FitConfig& settings, const std::optional<Kernel>& own,
                     const std::function<double(const std::string& rule)>& lengthscale_of,
                     std::vector<double>& lengthscales) {
  if (own) {
    settings.kernel = own->text();
    settings.lengthscale.reset();
    return *own;
  }
  auto terms = parse_kernel(*settings.kernel);
  const bool wanted = std::any_of(terms.begin(), terms.end(), needs_lengthscale);
  // A rule that nothing needs is still checked for sense, and then forgotten.
  if (wanted || !is_lengthscale_rule(*settings.lengthscale)) {
    const double rule = lengthscale_of(*settings.lengthscale);
    for (KernelTerm& term : terms)
      if (needs_lengthscale(term)) term.lengthscale = rule;
    if (wanted) settings.lengthscale = shortest(rule);
  }
  for (const KernelTerm& term : terms)
    if (term.lengthscale) lengthscales.push_back(*term.lengthscale);
  Kernel kernel(terms);
  settings.kernel = kernel.text();
  return kernel;
}

std::string inflation_note(int simulations, std::size_t observations) {
  return fmt::format(
      "{} independent simulations for {} observations add about {:.0f} % to the posterior variance",
      simulations, observations, 100.0 * static_cast<double>(observations) / simulations);
}

const PaperSettings& paper_settings(const Model& model) {
  if (!model.paper)
    throw Error(Fault::usage, fmt::format("the paper has no settings for model {}", model.name));
  return *model.paper;
}

void apply_paper_start(FitConfig& settings, const Model& model) {
  const std::vector<double>& start = paper_settings(model).start;
  if (!settings.start.empty() || start.empty()) return;
  for (int k = 0; k < model.parameters.size(); ++k) {
    const Parameter& p = model.parameters[k];
    const double value = start[std::min(static_cast<std::size_t>(k), start.size() - 1)];
    settings.start[p.name] = value;
    // The paper has no boxes, and starts outside of some.
    if ((value < p.lower || value > p.upper) && !settings.bounds.contains(p.name))
      settings.bounds[p.name] = {std::min(p.lower, value), std::max(p.upper, value)};
  }
}

void settle_randomised_prior(FitConfig& settings, const Model& model) {
  if (!settings.prior) return;
  const RandomisedPrior prior(bounded_space(model, settings), *settings.prior, 1.0);
  settings.prior = prior.text();
  for (const RandomisedPrior::Term& term : prior.terms()) {
    const Interval box{term.axis.lower, term.axis.upper};
    if (term.marginal.support() != box) settings.bounds[term.name] = term.marginal.support();
  }
}

DirichletProcess make_prior(const FitConfig& settings, const Model& model,
                            const ParameterSpace& space, const Sample& observations) {
  Model bounded = model;
  bounded.parameters = space;
  return {settings.concentration, settings.truncation,
          make_base_measure(settings.base_measure, bounded, observations)};
}

}  // namespace surefoot
