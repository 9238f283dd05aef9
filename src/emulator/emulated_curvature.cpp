#include "emulator/emulated_curvature.hpp"

#include <surefoot/bootstrap/bootstrap_objective.hpp>

namespace surefoot {

EmulatedCurvature curvature_of(const EmulatedPosterior& posterior) {
  const EmulatedMinimum& best = posterior.best();
  const EmbeddingEmulator& emulator = posterior.emulator();
  const Eigen::MatrixXd in_eta = emulator.region().slopes(best.u);
  EmulatedCurvature curvature;
  curvature.mass = best.mass;
  curvature.level = emulator.at(best.u);
  curvature.slopes = emulator.around(best.u).slopes();
  curvature.moving = curvature.slopes;
  if (posterior.problem().settings->mass == Mass::free && best.mass < 1.0) {
    const Eigen::VectorXd along = curvature.level.normalized();
    curvature.moving -= along * (along.transpose() * curvature.slopes);
  }
  const Eigen::MatrixXd error = in_eta.transpose() * emulator.squared_slope_error(best.u) * in_eta;
  curvature.hessian =
      2.0 * best.mass * best.mass * (curvature.moving.transpose() * curvature.moving - error);
  return curvature;
}

std::optional<double> fall_per_direction(const EmulatedPosterior& posterior,
                                         const EmulatedCurvature& curvature) {
  constexpr double flat = 1e-6;  // of the largest curvature, in scales of the box
  // Enough to know the fall to 9 %: it is a mean of squares, one a direction and draw.
  constexpr int squares = 256, fewest = 32;
  const std::vector<double>& scales = posterior.problem().space->eta_scale;
  const auto p = static_cast<int>(scales.size());
  const Eigen::Map<const Eigen::VectorXd> scale(scales.data(), p);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
      scale.asDiagonal() * curvature.hessian * scale.asDiagonal());
  const Eigen::VectorXd& rises = eigen.eigenvalues();
  const double least = flat * rises.maxCoeff();
  const auto directions = (rises.array() > least).count();
  if (!(least > 0.0) || directions == 0) return std::nullopt;
  const Eigen::VectorXd centre = posterior.weighted_outputs();
  const int draws = std::max(squares / p, fewest);
  double total = 0.0;
  for (int k = 0; k < draws; ++k) {
    const auto number = BootstrapObjective::common_draw - 1 - static_cast<std::uint32_t>(k);
    const Eigen::VectorXd gradient =
        curvature.gradient_by(posterior.weighted_outputs(number) - centre);
    const Eigen::VectorXd along = eigen.eigenvectors().transpose() * scale.asDiagonal() * gradient;
    for (Eigen::Index i = 0; i < rises.size(); ++i)
      if (rises[i] > least) total += 0.5 * along[i] * along[i] / rises[i];
  }
  return total / (static_cast<double>(directions) * draws);
}

}  // namespace surefoot
