#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <surefoot/prior/marginal.hpp>

namespace surefoot {

/// A prior on some of the parameters as a part of what a draw of the bootstrap minimises,
///
///     weight * sum_k (z_k(theta_k) - z0_k)^2,   z_k = Phi^-1(F_k),
///
/// with F_k the distribution function of the prior of parameter k and z0 ~ N(0, I), which each draw
/// has its own of.  Where data say nothing the minima are draws from the prior; beside a quadratic
/// whose minimum has precision P, and with normal marginals of precision Q, their precision is
/// P + Q if the weight is right.  With z0 = 0, the density itself, it would be (P + Q)^2 / P: the
/// data alone would be random.
class RandomisedPrior {
 public:
  /// `text` is the setting; parameters that it does not name, and those that are fixed, have no
  /// prior.  Throws Fault::usage for what is not understood, for a marginal that has no mass in its
  /// box, and if no parameter is left.
  RandomisedPrior(const ParameterSpace& space, const std::string& text, double weight);

  /// The prior of one parameter.
  struct Term {
    std::size_t parameter;   // of theta
    std::size_t coordinate;  // of eta
    std::string name;
    Axis axis;
    CutMarginal marginal;
  };
  std::span<const Term> terms() const { return terms_; }
  double weight() const { return weight_; }

  /// All marginals in force, as the setting is written.
  std::string text() const;

  /// z_k at eta, and its slope in eta_k, of one term.
  CutMarginal::Score score(const Term& term, std::span<const double> eta) const;

  /// z0 of a draw, one number for each term.
  std::vector<double> centre_of_draw(std::uint64_t seed, std::uint32_t draw) const;

  /// Moves theta to where the scores are these; parameters without a prior stay.
  void place(std::span<const double> scores, std::span<double> theta) const;

 private:
  std::vector<Term> terms_;
  double weight_;
};

}  // namespace surefoot
