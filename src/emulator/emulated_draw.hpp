#pragma once

#include <Eigen/Dense>
#include <memory>
#include <vector>

#include <surefoot/optim/objective.hpp>
#include <surefoot/prior/randomised_prior.hpp>
#include <surefoot/settings/words.hpp>

#include "emulator/embedding_emulator.hpp"

namespace surefoot {

/// What a draw compares the emulated model with.
struct EmulatedTarget {
  Eigen::VectorXd picture;  // of the weighted data, in the outputs of the emulator
  Mass mass = Mass::fixed;
  std::vector<double> lower, upper;  // the box of eta
  double reach = 0.0;  // draws stay within so much of the middle of a part of the map, in its u
  std::shared_ptr<const RandomisedPrior> prior = {};  // null: none
  std::vector<double> prior_centre = {};              // one number for each of its terms
};

/// Where a draw's minimum over the emulated model is.
struct EmulatedMinimum {
  Eigen::VectorXd u, eta;
  double value = 0.0;  // s^2 |Phi|^2 - 2 s <Phi, picture>, and the prior's part
  double prior_part = 0.0;
  double error_part = 0.0;  // that of the map's error, if it counts
  double mass = 1.0;
  double gradient_norm = 0.0;
  double remaining = 0.0;  // length of the step that was not made, in u
  int evaluations = 0;
  bool at_reach = false;  // it would leave the region

  /// Whether it is a minimum, to a hundredth of a posterior standard deviation.
  bool is_settled() const { return !at_reach && remaining <= 0.01; }
};

/// The map that a draw takes for the true one: one from the sampling distribution, or the fitted
/// one with an error around a place; without either, the fitted one.  Where its minimum would lie
/// beyond what is known, the expected distance has one nearer by: there the mean square of the
/// map's error counts, too, which grows where little was simulated.
struct DrawnMap {
  const EmbeddingEmulator::Coefficients* coefficients = nullptr;
  const EmbeddingEmulator::Error* error = nullptr;
  bool expected = false;

  bool is_fitted() const { return !coefficients && !error; }
};

/// Where a minimisation begins, and the mean square of the fitted map's error there.
struct EmulatedStart {
  Eigen::VectorXd u;
  double squared_error;
};

inline EmulatedStart start_at(const EmbeddingEmulator& emulator, const Eigen::VectorXd& u) {
  return {u, emulator.squared_error(u)};
}

/// Minimises |s Phi(u) - picture|^2, and the prior's part if there is one, over u, and over s in
/// [0, 1] if the mass is free, by Levenberg and Marquardt's method.  What errors of the map add to
/// |Phi|^2 in the mean at the start is taken off again.  Steps end once they are shorter than
/// `settled`, in u.
EmulatedMinimum minimise_emulated(const EmbeddingEmulator& emulator, const EmulatedTarget& target,
                                  const DrawnMap& map, const EmulatedStart& start,
                                  double settled = 1e-4);

}  // namespace surefoot
