#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <surefoot/bootstrap/landmarks.hpp>

#include "bootstrap/host_evaluator.hpp"

namespace surefoot {
namespace {

/// Rows of the observations, spread over the sorted first column so that all of it is seen.
std::vector<double> some_observations(const Problem& problem, int count) {
  const Sample& x = *problem.data->observations;
  std::vector<std::size_t> order(x.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return x(a, 0) < x(b, 0); });
  std::vector<double> rows;
  for (int k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>((k + 0.5) / count * static_cast<double>(x.size()));
    for (int c = 0; c < x.dimension(); ++c)
      rows.push_back(x(order[at], c) / problem.data->column_scale[static_cast<std::size_t>(c)]);
  }
  return rows;
}

}  // namespace

Landmarks::Landmarks(const Problem& problem, DrawObjective& objective,
                     std::span<const double> eta) {
  const auto d = static_cast<std::size_t>(problem.simulation->model.dimension);
  const auto n =
      static_cast<int>(std::min<std::size_t>(problem.data->observations->size(), most / 2));
  points_ = some_observations(problem, n);
  const auto model = objective.model_at(eta);
  const auto simulated = model->some_observations(most - n);
  points_.insert(points_.end(), simulated.begin(), simulated.end());
  count_ = static_cast<int>(points_.size() / d);

  Eigen::MatrixXd gram(count_, count_);
  const KernelSums& kernel = problem.comparison->kernel.sums();
  for (Eigen::Index i = 0; i < count_; ++i)
    for (Eigen::Index j = 0; j < count_; ++j) {
      double r2 = 0.0;
      for (std::size_t c = 0; c < d; ++c) {
        const double r = points_[static_cast<std::size_t>(i) * d + c] -
                         points_[static_cast<std::size_t>(j) * d + c];
        r2 += r * r;
      }
      gram(i, j) = kernel.value(r2);
    }
  // An energy kernel is positive only on differences of measures, which all residuals are.
  if (!problem.comparison->kernel.bounded()) {
    const Eigen::VectorXd mean = gram.rowwise().mean();
    const double all = mean.mean();
    gram = ((gram.colwise() - mean).rowwise() - mean.transpose()).array() + all;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
  const double least = 1e-9 * eigen.eigenvalues().maxCoeff();
  for (Eigen::Index k = 0; k < count_; ++k) {
    if (!(eigen.eigenvalues()[k] > least)) continue;
    const Eigen::VectorXd row = eigen.eigenvectors().col(k) / std::sqrt(eigen.eigenvalues()[k]);
    whitening_.insert(whitening_.end(), row.begin(), row.end());
    ++size_;
  }
}

std::vector<double> Landmarks::whiten(const std::vector<double>& field) const {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> whitening(whitening_.data(), size_, count_);
  const Eigen::VectorXd picture =
      whitening * Eigen::Map<const Eigen::VectorXd>(field.data(), count_);
  return {picture.begin(), picture.end()};
}

std::vector<double> Landmarks::of_model(const EmbeddedModel& model) const {
  return whiten(model.field(points_));
}

std::vector<double> Landmarks::of_target(DrawObjective& objective) const {
  return whiten(objective.target_field(points_));
}

std::vector<double> rows_of_model(const Landmarks& landmarks, const DrawObjective& objective,
                                  const EmbeddedModel& model, std::span<const double> eta) {
  std::vector<double> rows = landmarks.of_model(model);
  // Residuals multiply all rows of a model by its mass.
  for (const double row : objective.prior_rows(eta)) rows.push_back(row / model.mass);
  return rows;
}

std::vector<double> rows_of_target(const Landmarks& landmarks, DrawObjective& objective) {
  std::vector<double> rows = landmarks.of_target(objective);
  const std::vector<double> targets = objective.prior_targets();
  rows.insert(rows.end(), targets.begin(), targets.end());
  return rows;
}

int row_count(const Landmarks& landmarks, const DrawObjective& objective) {
  return landmarks.size() + static_cast<int>(objective.prior_targets().size());
}

std::vector<double> difference_jacobian(const Problem& problem, const Landmarks& landmarks,
                                        DrawObjective& objective, std::span<const double> eta,
                                        std::span<const double> step) {
  const Landmarks* const only[] = {&landmarks};
  HostEvaluator evaluate(problem, objective, only);
  const int p = static_cast<int>(eta.size()), rows = row_count(landmarks, objective);
  const PictureRoom room = evaluate.picture_room(rows);
  std::vector<double> at(eta.size());
  if (!difference_jacobian(evaluate, 0, rows, p, edges_of(problem.box()), eta.data(), step.data(),
                           at.data(), room))
    return {};
  return {room.jacobian, room.jacobian + p * rows};
}

}  // namespace surefoot
