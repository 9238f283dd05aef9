#pragma once

#include <surefoot/data/sample.hpp>
#include <surefoot/model.hpp>

#include "commands/fit_options.hpp"

// What a fit is of: the model and the data that the command line names.
namespace surefoot::cli {

/// Throws Fault::usage unless both are named.
void require_model_and_data(const FitOptions& options, const char* verb);

/// The columns that the model asks of a file: 0, any number, if its dimension is
/// an option that is not given.
int wanted_columns(const FitOptions& options);

Sample read_data(const FitOptions& options, int columns, Narrator& narrator);

/// The model for such observations, with what devices there are.
Model model_for(const FitOptions& options, const Sample& observations);

}  // namespace surefoot::cli
