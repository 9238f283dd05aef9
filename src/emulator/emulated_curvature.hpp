#pragma once

#include <optional>

#include "emulator/emulated_posterior.hpp"

namespace surefoot {

/// The objective on the observations around the best fit of an emulated model, as Gauss and Newton
/// see it, in eta.
struct EmulatedCurvature {
  Eigen::VectorXd level;    // Phi there
  Eigen::MatrixXd slopes;   // of Phi, one coordinate of eta a column
  Eigen::MatrixXd moving;   // the same, less what the mass follows where it is free
  Eigen::MatrixXd hessian;  // less what errors of the slopes add to it
  double mass = 1.0;

  /// The gradient of an objective there whose data differ by so much from the observations.
  Eigen::VectorXd gradient_by(const Eigen::VectorXd& outputs) const {
    return -2.0 * mass * moving.transpose() * outputs;
  }
};

EmulatedCurvature curvature_of(const EmulatedPosterior& posterior);

/// By how much the objective of a draw falls from the best fit to its own minimum, in the mean over
/// some draws and over the directions that are not flat; nothing if all are.
std::optional<double> fall_per_direction(const EmulatedPosterior& posterior,
                                         const EmulatedCurvature& curvature);

}  // namespace surefoot
