#include "emulator/emulated_posterior.hpp"

#include <algorithm>

namespace surefoot {

Eigen::MatrixXd scaled_rows(std::span<const double> values, const std::vector<double>& scale) {
  const auto d = static_cast<Eigen::Index>(scale.size());
  const auto n = static_cast<Eigen::Index>(values.size()) / d;
  Eigen::MatrixXd rows(n, d);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index c = 0; c < d; ++c)
      rows(i, c) = values[static_cast<std::size_t>(i * d + c)] / scale[static_cast<std::size_t>(c)];
  return rows;
}

EmulatedPosterior::EmulatedPosterior(const Problem& problem,
                                     std::shared_ptr<const PicturedData> data, EmulatedModel model,
                                     std::span<const Eigen::VectorXd> starts, double reach)
    : problem_(problem),
      data_(std::move(data)),
      model_(std::move(model)),
      maps_(model_.embedding, starts, problem.settings->seed, problem.settings->threads) {
  const Box box = problem.box();
  target_.mass = *problem.settings->mass;
  target_.lower.assign(box.lower.begin(), box.lower.end());
  target_.upper.assign(box.upper.begin(), box.upper.end());
  target_.reach = reach;
  outputs_ = model_.embedding.directions().transpose() * data_->rows;
  left_out_ = (problem.comparison->kernel.at_zero() -
               data_->rows.colwise().squaredNorm().transpose().array())
                  .max(0.0);
  if (model_.trim_mean)
    trim_outputs_ = data_->trim_rows.transpose() * model_.trim_mean->directions();
  settle_shares();
}

void EmulatedPosterior::shares_at(const EmulatedMinimum& minimum, const Eigen::VectorXd& weights,
                                  std::vector<double>& shares) const {
  Eigen::VectorXd mean, square;
  model_.trim_mean->at(minimum.u, mean);
  model_.trim_square->at(minimum.u, square);
  const Eigen::VectorXd at_landmarks = model_.trim_square->directions() * square;
  const Eigen::VectorXd mean_at_landmarks =
      data_->trim_picture->at_landmarks(model_.trim_mean->directions() * mean);
  const Eigen::VectorXd model_field = trim_outputs_ * mean;
  const Eigen::VectorXd data_field = data_->trim_rows.transpose() * (data_->trim_rows * weights);
  AtomFields fields;
  const auto n = static_cast<std::size_t>(weights.size());
  fields.data.resize(n);
  fields.mean.resize(n);
  fields.square.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto a = static_cast<Eigen::Index>(i);
    const Eigen::Index l = data_->nearest[i];
    const double own = weights[a] * data_->trim_rows.col(a).squaredNorm();
    fields.data[i] = std::max(data_field[a] - own, 0.0);
    fields.mean[i] = std::max(model_field[a], 0.0);
    // Around a landmark k^2 is the same multiple of k in the mean.
    const double ratio = mean_at_landmarks[l] > 0.0 ? at_landmarks[l] / mean_at_landmarks[l] : 0.0;
    fields.square[i] = fields.mean[i] * std::max(ratio, 0.0);
  }
  // What the emulator does not know of the model is chance as well.
  const double chance = 1.0 / static_cast<double>(n) + model_.trim_mean->error_share(minimum.u);
  explained_shares(fields, minimum.mass, problem_.settings->trim->tau,
                   static_cast<std::size_t>(1.0 / chance), shares);
}

void EmulatedPosterior::settle_shares() {
  constexpr int rounds = 8;
  constexpr double settled = 0.01;
  const auto n = static_cast<Eigen::Index>(problem_.data->observations->size());
  const Eigen::VectorXd equal = Eigen::VectorXd::Constant(n, 1.0 / double(n));
  EmulatedTarget target = target_;
  target.picture = outputs_ * equal;
  best_ = minimise_emulated(emulator(), target, {}, maps_.best_start(target));
  for (int round = 0; round < rounds && model_.trim_mean; ++round) {
    std::vector<double> next;
    shares_at(best_, equal, next);
    double moved = shares_.empty() ? 1.0 : 0.0;
    for (std::size_t i = 0; i < shares_.size(); ++i)
      moved = std::max(moved, std::abs(next[i] - shares_[i]));
    shares_ = std::move(next);
    const Eigen::Map<const Eigen::VectorXd> kept(shares_.data(), n);
    target.picture = outputs_ * equal.cwiseProduct(kept);
    best_ = minimise_emulated(emulator(), target, {}, best_.u);
    if (moved < settled) break;
  }
}

EmulatedPosterior::Draw EmulatedPosterior::draw(std::uint32_t number, MapError error) const {
  DirichletDraw weights;
  dirichlet_process_draw(problem_.data->prior, problem_.data->observations->size(),
                         problem_.settings->seed, number, weights);
  const auto n = static_cast<Eigen::Index>(problem_.data->observations->size());
  const Eigen::Map<const Eigen::VectorXd> w(weights.weights.data(), n);
  Eigen::MatrixXd pseudo(data_->rows.rows(), 0);
  Eigen::VectorXd pseudo_weights;
  if (!weights.pseudo.empty()) {
    pseudo = data_->picture->of_rows(scaled_rows(weights.pseudo, problem_.data->column_scale));
    pseudo_weights = Eigen::Map<const Eigen::VectorXd>(weights.weights.data() + n, pseudo.cols());
  }
  const Eigen::VectorXd pseudo_picture = pseudo * pseudo_weights;
  const Eigen::VectorXd pseudo_outputs = model_.embedding.directions().transpose() * pseudo_picture;
  const auto weighted = [&](const std::vector<double>& shares) -> Eigen::VectorXd {
    if (shares.empty()) return w;
    return w.cwiseProduct(Eigen::Map<const Eigen::VectorXd>(shares.data(), n));
  };
  Draw result;
  result.prior_cut = weights.cut;
  Eigen::VectorXd kept = weighted(shares_);
  EmulatedTarget target = target_;
  target.picture = outputs_ * kept + pseudo_outputs;
  DrawnMap map;
  const bool everywhere = error == MapError::everywhere;
  if (everywhere) map.coefficients = &maps_.map_of(number);
  result.minimum =
      minimise_emulated(emulator(), target, map,
                        everywhere ? maps_.best_start(target, number) : maps_.best_start(target));
  const int evaluations = result.minimum.evaluations;
  if (model_.trim_mean) {
    std::vector<double> shares;
    shares_at(result.minimum, w, shares);
    kept = weighted(shares);
    target.picture = outputs_ * kept + pseudo_outputs;
  }
  std::optional<EmbeddingEmulator::Error> around;
  if (error == MapError::here) {
    Noise noise({problem_.settings->seed, number, 0, 2, Purpose::simulation});
    around = emulator().draw_error(result.minimum.u, noise);
    map.error = &*around;
  }
  if (model_.trim_mean || around) {
    result.minimum = minimise_emulated(emulator(), target, map, result.minimum.u);
    result.minimum.evaluations += evaluations;
  }
  // What the picture leaves out of single observations is about orthogonal between them.
  result.mmd2 = result.minimum.value + (data_->rows * kept + pseudo_picture).squaredNorm() +
                kept.cwiseAbs2().dot(left_out_);
  return result;
}

}  // namespace surefoot
