#pragma once

#include <span>
#include <string>
#include <vector>

#include <surefoot/data/sample.hpp>
#include <surefoot/prior/marginal.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {

class Model;

/// A prior on the parameters themselves, independent in each, for the methods
/// that need one (the bootstrap has RandomisedPrior).  Works on the optimiser's scale, on
/// free parameters only.
class ParameterPrior {
 public:
  /// One marginal for each free parameter of the space, in order.  Throws
  /// Fault::usage for one that has no mass in the parameter's box.
  ParameterPrior(const ParameterSpace& space, std::vector<Marginal> marginals);

  const ParameterSpace& space() const { return space_; }
  int size() const { return static_cast<int>(marginals_.size()); }
  std::span<const Marginal> marginals() const { return marginals_; }

  /// Whether no box cuts into it, so that normal marginals are normal.
  bool uncut() const { return uncut_; }

  void draw(Noise& noise, std::span<double> eta) const;

  /// Up to a constant, Jacobian of the transform included; -infinity outside.
  double log_density(std::span<const double> eta) const;

 private:
  ParameterSpace space_;
  std::vector<Marginal> marginals_;
  std::vector<CutMarginal> cut_;
  bool uncut_ = true;
};

/// Reads the prior of a run: MARGINAL for all parameters or NAME=MARGINAL,...;
/// the model's own, or uniform on a finite box, where nothing is said.  `text`
/// is the setting, and holds all marginals afterwards.
ParameterPrior make_parameter_prior(std::string& text, const Model& model,
                                    const ParameterSpace& space, const Sample& observations);

}  // namespace surefoot
