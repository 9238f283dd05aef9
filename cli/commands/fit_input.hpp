#pragma once

#include <optional>

#include <surefoot/data/sample.hpp>
#include <surefoot/model.hpp>

#include "commands/fit_options.hpp"
#include "front/overwriting.hpp"

// What a fit is of: the model and the data that the command line names.
namespace surefoot::cli {

/// Throws Fault::usage unless both are named; first, models to choose from are printed where none
/// is named.
void require_model_and_data(const FitOptions& options, const char* verb);

/// The files that a fit reads, which its outputs must not replace.
std::vector<front::NamedFile> inputs_of(const FitOptions& options);

/// Throws Fault::data if every draw has failed, so that there is no posterior.
void require_some_draws(const Summary& summary);

/// The model that the command line names.  A header is compiled at once, since
/// only then is it known what it asks of the data.
class NamedModel {
 public:
  NamedModel(const FitOptions& options, front::Narrator& narrator);

  /// The columns that it asks of a file; 0: any number.
  int columns() const;

  /// The model for such observations, with what devices there are.
  Model with(const Sample& observations) const;

 private:
  const FitOptions& options_;
  std::optional<Model> compiled_;
};

Sample read_data(const FitOptions& options, int columns, front::Narrator& narrator);

}  // namespace surefoot::cli
