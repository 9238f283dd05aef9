#pragma once

#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include <surefoot/objective/embedder.hpp>
#include <surefoot/objective/target.hpp>

#include "bootstrap/trimming.hpp"

namespace surefoot {

/// What trimming looks at: data and model around each atom of a draw, under a kernel of its own.
template <class Real>
class TrimFields {
 public:
  /// For a problem that has such a kernel.
  explicit TrimFields(const Problem& problem)
      : kernel_(*problem.comparison->trim_kernel),
        embedder_(make_embedder<Real>(problem.comparison->trim_evaluation, kernel_)) {
    if (problem.comparison->closed_form)
      closed_.emplace(problem.simulation->model, kernel_.terms());
  }

  /// To be called for each draw.
  void begin() { fields_.data.clear(); }

  /// At theta, where the model has been simulated; every atom of the target counts in full.
  const AtomFields& at(const Target<Real>& target, const Points<Real>& simulated,
                       std::span<const double> theta) {
    if (fields_.data.empty()) fill_data(target);
    fill_model(target.points(), simulated, theta);
    return fields_;
  }

  /// The same, each atom included in the data around it.
  const AtomFields& with_own(const Points<Real>& atoms) {
    whole_fields_ = fields_;
    for (std::size_t a = 0; a < whole_fields_.data.size(); ++a)
      whole_fields_.data[a] += double(atoms.weights[a]) * kernel_.at_zero();
    return whole_fields_;
  }

 private:
  /// Of the data around each atom, whatever is left out.  Alone, an atom is no excess.
  void fill_data(const Target<Real>& target) {
    const Points<Real> atoms = target.points();
    embedder_->take(atoms, target.places());
    if (!embedder_->data_field(fields_.data)) {
      fields_.data.resize(static_cast<std::size_t>(atoms.count));
      kernel_.sums().fields(atoms, atoms, fields_.data.data(), nullptr);
    }
    for (std::size_t a = 0; a < fields_.data.size(); ++a) {
      constexpr double rounding = 1e-5;
      const double own = double(atoms.weights[a]) * kernel_.at_zero();
      fields_.data[a] = fields_.data[a] > (1.0 + rounding) * own ? fields_.data[a] - own : 0.0;
    }
  }

  void fill_model(const Points<Real>& atoms, const Points<Real>& simulated,
                  std::span<const double> theta) {
    if constexpr (std::is_same_v<Real, double>)
      if (closed_) return closed_->at(atoms, theta, fields_);
    if (embedder_->model_fields(simulated, fields_.mean, fields_.square)) return;
    fields_.mean.resize(static_cast<std::size_t>(atoms.count));
    fields_.square.resize(fields_.mean.size());
    kernel_.sums().fields(simulated, atoms, fields_.mean.data(), fields_.square.data());
  }

  const Kernel& kernel_;
  std::unique_ptr<Embedder<Real>> embedder_;
  std::optional<ClosedFields> closed_;
  AtomFields fields_, whole_fields_;
};

}  // namespace surefoot
