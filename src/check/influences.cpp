#include "check/influences.hpp"

#include <cmath>

#include "bootstrap/trimming.hpp"
#include "check/score_observations.hpp"

namespace surefoot {
namespace {

/// mu_theta at each observation; empty if the simulator fails.
std::vector<double> model_field(const Problem& problem, DrawObjective& objective,
                                const std::vector<double>& eta) {
  const Sample& x = *problem.data->observations;
  if (problem.comparison->closed_form) {
    std::vector<double> theta(static_cast<std::size_t>(problem.space->parameters.size()));
    problem.space->parameters.to_natural(eta, theta);
    AtomFields fields;
    Target<double> target(x, problem.data->column_scale);
    target.assign_empirical();
    ClosedFields(problem.simulation->model, problem.comparison->kernel.terms())
        .at(target.points(), theta, fields);
    return fields.mean;
  }
  std::vector<double> points(x.values().begin(), x.values().end());
  const std::vector<double>& scale = problem.data->column_scale;
  for (std::size_t i = 0; i < points.size(); ++i) points[i] /= scale[i % scale.size()];
  const auto model = objective.model_at(eta);
  return model ? model->field(points) : std::vector<double>{};
}

/// The Hessian of the objective at a mode: its own, or that of Gauss-Newton, of whose picture the
/// direction of the model itself is taken out where the mass follows it.
Eigen::MatrixXd hessian_at(const Mode& mode, bool follows_mass, DrawObjective& objective) {
  const auto p = static_cast<Eigen::Index>(mode.eta.size());
  if (!mode.hessian.empty()) return Eigen::Map<const Eigen::MatrixXd>(mode.hessian.data(), p, p);
  if (!mode.linear.landmarks) return {};
  const auto model = objective.model_at(mode.eta);
  if (!model) return {};
  Eigen::MatrixXd jacobian = Eigen::Map<const Eigen::MatrixXd>(
      mode.linear.jacobian.data(), static_cast<Eigen::Index>(mode.linear.jacobian.size()) / p, p);
  if (follows_mass && model->mass < 1.0) {
    std::vector<double> picture = mode.linear.landmarks->of_model(*model);
    picture.resize(static_cast<std::size_t>(jacobian.rows()), 0.0);  // a prior has no mass
    const Eigen::VectorXd along =
        Eigen::Map<const Eigen::VectorXd>(picture.data(), jacobian.rows()).normalized();
    jacobian -= along * (along.transpose() * jacobian);
  }
  return 2.0 * model->mass * model->mass * jacobian.transpose() * jacobian;
}

/// How mu_theta at each observation moves with each coordinate of eta, over steps of half a
/// standard deviation of the draws: n x p, empty if the simulator fails.
Eigen::MatrixXd field_slopes(const Problem& problem, const Mode& mode, DrawObjective& objective) {
  const Box box = problem.box();
  Eigen::MatrixXd slopes(problem.data->observations->size(), mode.eta.size());
  for (std::size_t k = 0; k < mode.eta.size(); ++k) {
    std::vector<double> up = mode.eta, down = mode.eta;
    up[k] = std::min(up[k] + 0.5 * mode.sd[k], box.upper[k]);
    down[k] = std::max(down[k] - 0.5 * mode.sd[k], box.lower[k]);
    const auto above = model_field(problem, objective, up);
    const auto below = model_field(problem, objective, down);
    if (above.empty() || below.empty() || !(up[k] > down[k])) return {};
    for (std::size_t i = 0; i < above.size(); ++i)
      slopes(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          (above[i] - below[i]) / (up[k] - down[k]);
  }
  return slopes;
}

bool tells(const Eigen::MatrixXd& hessian) {
  constexpr double singular = 1e-10;
  if (hessian.size() == 0) return false;
  const Eigen::LDLT<Eigen::MatrixXd> solver(hessian);
  return solver.isPositive() && solver.rcond() > singular;
}

}  // namespace

std::vector<double> influences(const Problem& problem, const Modes& modes,
                               DrawObjective& objective) {
  const Mode& mode = modes.list.front();
  if (mode.sd.empty()) return {};
  objective.begin_data();
  BestFit best;
  best.eta = mode.eta;
  best.mass = objective.report(mode.eta).mass;
  best.mass_setting = *problem.settings->mass;
  best.hessian = hessian_at(mode, best.mass_setting == Mass::free, objective);
  if (!tells(best.hessian)) return {};
  best.field = model_field(problem, objective, mode.eta);
  best.slopes = field_slopes(problem, mode, objective);
  if (best.field.empty() || best.slopes.size() == 0) return {};
  best.shares = modes.shares;
  return influences_on(best, problem.space->parameters);
}

std::vector<double> influences_on(const BestFit& best, const ParameterSpace& space) {
  if (!tells(best.hessian)) return {};
  // The derivative of the objective's gradient in the weight of each observation, less what all of
  // them together have of it, since weights add up to 1.
  const auto n = static_cast<Eigen::Index>(best.field.size());
  const Eigen::Map<const Eigen::VectorXd> mu(best.field.data(), n);
  Eigen::VectorXd share = Eigen::VectorXd::Ones(n);
  for (std::size_t i = 0; i < best.shares.size() && i < best.field.size(); ++i)
    share[static_cast<Eigen::Index>(i)] = best.shares[i];
  const Eigen::RowVectorXd cross = share.transpose() * best.slopes / double(n);
  const double c = share.dot(mu) / double(n);
  Eigen::MatrixXd pull = share.asDiagonal() * best.slopes;
  if (best.mass_setting == Mass::free && best.mass < 1.0)
    pull -= share.cwiseProduct(mu) * cross / c;
  else
    pull.rowwise() -= cross;
  const Eigen::LDLT<Eigen::MatrixXd> solver(best.hessian);
  const Eigen::MatrixXd moves = solver.solve(2.0 * best.mass * pull.transpose()) / double(n);

  const auto parameters = static_cast<std::size_t>(space.size());
  std::vector<double> centre(parameters), moved(parameters), eta(best.eta.size()), result;
  space.to_natural(best.eta, centre);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < eta.size(); ++k)
      eta[k] = best.eta[k] - moves(static_cast<Eigen::Index>(k), i);
    space.to_natural(eta, moved);
    for (std::size_t k = 0; k < parameters; ++k) result.push_back(centre[k] - moved[k]);
  }
  return result;
}

}  // namespace surefoot
