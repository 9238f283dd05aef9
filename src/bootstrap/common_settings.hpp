#pragma once

#include <surefoot/bootstrap/config.hpp>
#include <surefoot/model.hpp>

// What every method does with its settings and observations before it begins.
namespace surefoot {

/// Throws Fault::data unless the model can be fitted to such observations.
void check_observations(const Model& model, const Sample& observations);

/// Fills in the model's options and the number of threads.
void settle_common(FitConfig& settings, const Model& model);

/// The model's parameters with the bounds and fixed values of the run.  Throws
/// Fault::usage for those that cannot be, and for starts outside of the bounds.
ParameterSpace bounded_space(const Model& model, const FitConfig& settings);

}  // namespace surefoot
