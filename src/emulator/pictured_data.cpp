#include "emulator/pictured_data.hpp"

#include <algorithm>

namespace surefoot {
namespace {

void look_at(const Eigen::MatrixXd& observed, PicturedData& data) {
  const Eigen::MatrixXd rows = data.picture->of_rows(observed);
  data.rows = rows.cast<float>();
  data.left_out = (data.picture->squares_of_rows(observed).array() -
                   rows.colwise().squaredNorm().transpose().array())
                      .max(0.0);
  if (!data.trim_picture) return;
  const Eigen::MatrixXd trim_rows = data.trim_picture->of_rows(observed);
  data.trim_rows = trim_rows.cast<float>();
  data.trim_squares = trim_rows.colwise().squaredNorm();
  if (trim_rows.cols() < 2 * trim_rows.rows())
    data.trim_products = (trim_rows.transpose() * trim_rows).cast<float>();
  data.nearest.clear();
  for (Eigen::Index i = 0; i < observed.rows(); ++i) {
    Eigen::Index nearest = 0;
    const Eigen::VectorXd squares =
        (data.trim_picture->landmarks().rowwise() - observed.row(i)).rowwise().squaredNorm();
    squares.minCoeff(&nearest);
    data.nearest.push_back(nearest);
  }
}

}  // namespace

std::shared_ptr<const PicturedData> pictured_data(const Problem& problem,
                                                  const Eigen::MatrixXd& candidates) {
  const Comparison& comparison = *problem.comparison;
  auto data = std::make_shared<PicturedData>();
  data->picture = std::make_shared<const EmbeddingPicture>(comparison.kernel, candidates);
  if (comparison.trim_kernel)
    data->trim_picture =
        std::make_shared<const EmbeddingPicture>(*comparison.trim_kernel, candidates);
  look_at(observed_rows(problem, problem.data->observations->size()), *data);
  return data;
}

std::shared_ptr<const PicturedData> pictured_like(const PicturedData& others,
                                                  const Problem& problem) {
  auto data = std::make_shared<PicturedData>();
  data->picture = others.picture;
  data->trim_picture = others.trim_picture;
  look_at(observed_rows(problem, problem.data->observations->size()), *data);
  return data;
}

Eigen::MatrixXd observed_rows(const Problem& problem, std::size_t most) {
  const Sample& x = *problem.data->observations;
  const std::size_t count = std::min(most, x.size());
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(count), x.dimension());
  for (std::size_t i = 0; i < count; ++i)
    for (int c = 0; c < x.dimension(); ++c)
      rows(static_cast<Eigen::Index>(i), c) =
          x(i * x.size() / count, c) / problem.data->column_scale[static_cast<std::size_t>(c)];
  return rows;
}

Eigen::MatrixXd scaled_rows(std::span<const double> values, const std::vector<double>& scale) {
  const auto d = static_cast<Eigen::Index>(scale.size());
  const auto n = static_cast<Eigen::Index>(values.size()) / d;
  Eigen::MatrixXd rows(n, d);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index c = 0; c < d; ++c)
      rows(i, c) = values[static_cast<std::size_t>(i * d + c)] / scale[static_cast<std::size_t>(c)];
  return rows;
}

}  // namespace surefoot
