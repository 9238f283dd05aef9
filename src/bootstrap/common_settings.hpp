#pragma once

#include <functional>
#include <optional>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/model.hpp>
#include <surefoot/prior/dirichlet_process.hpp>
#include <surefoot/settings/config.hpp>

// What every method does with its settings and observations before it begins.
namespace surefoot {

/// Throws Fault::data unless the model can be fitted to such observations.
void check_observations(const Model& model, const Sample& observations);

/// Fills in the model's options and the number of threads.
void settle_common(FitConfig& settings, const Model& model);

/// Decides a setting that is open.
template <class T, class Value>
void unless_given(std::optional<T>& setting, const Value& value) {
  if (!setting) setting = value;
}

/// The model's parameters with the bounds and fixed values of the run.  Throws
/// Fault::usage for those that cannot be, and for starts outside of the bounds.
ParameterSpace bounded_space(const Model& model, const FitConfig& settings);

/// Throws Fault::usage for the rule that looks at the minima of method npl-mmd.
void refuse_auto_lengthscale(const std::string& rule);

/// The kernel of a run: the user's own if there is one, else that of the
/// settings, with what `lengthscale_of` makes of the lengthscale's rule where a
/// term has none.  Settings and `lengthscales` say afterwards what is in force.
Kernel settle_kernel(FitConfig& settings, const std::optional<Kernel>& own,
                     const std::function<double(const std::string& rule)>& lengthscale_of,
                     std::vector<double>& lengthscales);

/// What is said of a run that has few independent simulations for its observations.
std::string inflation_note(int simulations, std::size_t observations);

/// The paper's settings for a model.  Throws Fault::usage if it has none.
const PaperSettings& paper_settings(const Model& model);

/// Starts where the paper does unless a start is given, with bounds that allow for it.
void apply_paper_start(FitConfig& settings, const Model& model);

/// Puts the prior on the parameters in full, if there is one, and bounds them to where theirs has
/// mass.
void settle_randomised_prior(FitConfig& settings, const Model& model);

/// The prior on the distribution of the data that the settings describe.
DirichletProcess make_prior(const FitConfig& settings, const Model& model,
                            const ParameterSpace& space, const Sample& observations);

}  // namespace surefoot
