#include "emulator/emulated_curvature.hpp"

#include "bootstrap/prior_weight.hpp"

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
  const std::vector<double>& scales = posterior.problem().space->eta_scale;
  const Eigen::Map<const Eigen::VectorXd> scale(scales.data(), std::ssize(scales));
  const Eigen::VectorXd centre = posterior.weighted_outputs();
  return fall_per_direction(
      curvature.hessian, scale,
      [&](std::uint32_t draw, const Eigen::MatrixXd& directions) -> std::optional<Eigen::VectorXd> {
        const Eigen::VectorXd gradient =
            curvature.gradient_by(posterior.weighted_outputs(draw) - centre);
        return directions.transpose() * scale.asDiagonal() * gradient;
      });
}

}  // namespace surefoot
