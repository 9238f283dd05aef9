#include "emulator/emulated_posterior.hpp"

#include <algorithm>

#include "bootstrap/flat_places.hpp"
#include "emulator/dense.hpp"

namespace surefoot {

EmulatedPosterior::EmulatedPosterior(const Problem& problem,
                                     std::shared_ptr<const PicturedData> data, EmulatedModel model,
                                     std::shared_ptr<const MapEnsemble> maps, double reach)
    : problem_(problem), data_(std::move(data)), model_(std::move(model)), maps_(std::move(maps)) {
  const Box box = problem.box();
  target_.mass = *problem.settings->mass;
  target_.lower.assign(box.lower.begin(), box.lower.end());
  target_.upper.assign(box.upper.begin(), box.upper.end());
  target_.reach = reach;
  centre_prior();
  outputs_ = (model_.embedding.directions().transpose() * data_->rows.cast<double>()).cast<float>();
  if (model_.trim_mean) {
    trim_outputs_ = data_->trim_rows.transpose() * model_.trim_mean->directions().cast<float>();
    trim_at_zero_ = problem.comparison->trim_kernel->at_zero();
  }
  settle_shares();
}

EmulatedStart EmulatedPosterior::start_for(const EmulatedTarget& target) const {
  if (!maps_) return start_at(emulator(), Eigen::VectorXd::Zero(emulator().region().size()));
  return maps_->best_start(target);
}

EmulatedMinimum EmulatedPosterior::best_beside(const Eigen::VectorXd& eta,
                                               const std::vector<std::size_t>& held) const {
  EmulatedTarget target = target_;
  for (const std::size_t k : held)
    target.lower[k] = target.upper[k] =
        std::clamp(eta[static_cast<Eigen::Index>(k)], target_.lower[k], target_.upper[k]);
  target.picture = weighted_outputs();
  return minimise_emulated(emulator(), target, {},
                           start_at(emulator(), emulator().region().u(eta)));
}

void EmulatedPosterior::take_prior(double weight) {
  problem_ = with_prior(problem_, weight);
  centre_prior();
  shares_.clear();
  settle_shares();
}

void EmulatedPosterior::centre_prior() {
  target_.prior = problem_.parameter_prior;
  if (target_.prior) target_.prior_centre.assign(target_.prior->terms().size(), 0.0);
}

void EmulatedPosterior::spread_over(std::vector<FlatPath> paths) { modes_.flat = std::move(paths); }

Eigen::VectorXd EmulatedPosterior::counted(const Eigen::VectorXd& weights,
                                           const std::vector<double>& shares) const {
  if (shares.empty()) return weights;
  return weights.cwiseProduct(Eigen::Map<const Eigen::VectorXd>(shares.data(), weights.size()));
}

Eigen::VectorXd EmulatedPosterior::weighted_outputs() const {
  const Eigen::Index n = outputs_.cols();
  return product(outputs_, counted(Eigen::VectorXd::Constant(n, 1.0 / double(n)), shares_));
}

Eigen::VectorXd EmulatedPosterior::weighted_outputs(std::uint32_t draw) const {
  const WeightedData data = data_of(draw);
  return product(outputs_, counted(data.weights, shares_)) + data.pseudo_outputs;
}

EmulatedPosterior::WeightedData EmulatedPosterior::data_of(std::uint32_t draw) const {
  WeightedData data;
  dirichlet_process_draw(problem_.data->prior, problem_.data->observations->size(),
                         problem_.settings->seed, draw, data.drawn);
  const Eigen::Index n = outputs_.cols();
  data.weights = Eigen::Map<const Eigen::VectorXd>(data.drawn.weights.data(), n);
  data.pseudo_picture = Eigen::VectorXd::Zero(data_->rows.rows());
  if (!data.drawn.pseudo.empty()) {
    const Eigen::MatrixXd pseudo =
        data_->picture->of_rows(scaled_rows(data.drawn.pseudo, problem_.data->column_scale));
    data.pseudo_picture =
        pseudo * Eigen::Map<const Eigen::VectorXd>(data.drawn.weights.data() + n, pseudo.cols());
  }
  data.pseudo_outputs = model_.embedding.directions().transpose() * data.pseudo_picture;
  return data;
}

AtomFields EmulatedPosterior::atom_fields(const Eigen::VectorXd& u,
                                          const Eigen::VectorXd& weights) const {
  const Eigen::VectorXd mean = model_.trim_mean->at(u), square = model_.trim_square->at(u);
  const Eigen::VectorXd at_landmarks = product(model_.trim_square->directions(), square);
  const Eigen::VectorXd mean_at_landmarks =
      data_->trim_picture->at_landmarks(product(model_.trim_mean->directions(), mean));
  const Eigen::VectorXd model_field = product(trim_outputs_, mean);
  const Eigen::VectorXd data_field = data_->trim_field(weights);
  AtomFields fields;
  const auto n = static_cast<std::size_t>(weights.size());
  fields.data.resize(n);
  fields.mean.resize(n);
  fields.square.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto a = static_cast<Eigen::Index>(i);
    const Eigen::Index l = data_->nearest[i];
    // Of a single observation the picture may leave out much, and of all others together little.
    const double pictured = weights[a] * data_->trim_squares[a];
    fields.data[i] = std::max(data_field[a] - pictured, 0.0) + own_field(weights[a]);
    fields.mean[i] = std::max(model_field[a], 0.0);
    // Around a landmark k^2 is the same multiple of k in the mean.
    const double ratio = mean_at_landmarks[l] > 0.0 ? at_landmarks[l] / mean_at_landmarks[l] : 0.0;
    fields.square[i] = fields.mean[i] * std::max(ratio, 0.0);
  }
  return fields;
}

std::size_t EmulatedPosterior::observations_worth(const Eigen::VectorXd& u) const {
  const double chance =
      1.0 / static_cast<double>(outputs_.cols()) + model_.trim_mean->error_share(u);
  return static_cast<std::size_t>(1.0 / chance);
}

double EmulatedPosterior::own_field(double weight) const { return weight * trim_at_zero_; }

void EmulatedPosterior::shares_at(const EmulatedMinimum& minimum, const Eigen::VectorXd& weights,
                                  std::vector<double>& shares) const {
  AtomFields fields = atom_fields(minimum.u, weights);
  for (std::size_t i = 0; i < fields.data.size(); ++i)  // alone, an observation is no excess
    fields.data[i] -= own_field(weights[static_cast<Eigen::Index>(i)]);
  explained_shares(fields, minimum.mass, problem_.settings->trim->tau,
                   observations_worth(minimum.u), shares);
}

void EmulatedPosterior::settle_shares() {
  constexpr int rounds = 8;
  constexpr double settled = 0.01;
  const auto n = static_cast<Eigen::Index>(problem_.data->observations->size());
  const Eigen::VectorXd equal = Eigen::VectorXd::Constant(n, 1.0 / double(n));
  EmulatedTarget target = target_;
  target.picture = product(outputs_, equal);
  best_ = minimise_emulated(emulator(), target, {}, start_for(target));
  for (int round = 0; round < rounds && model_.trim_mean; ++round) {
    std::vector<double> next;
    shares_at(best_, equal, next);
    double moved = shares_.empty() ? 1.0 : 0.0;
    for (std::size_t i = 0; i < shares_.size(); ++i)
      moved = std::max(moved, std::abs(next[i] - shares_[i]));
    shares_ = std::move(next);
    target.picture = product(outputs_, counted(equal, shares_));
    best_ = minimise_emulated(emulator(), target, {}, start_at(emulator(), best_.u));
    if (moved < settled) break;
  }
  modes_.list = {Mode{.eta = {best_.eta.begin(), best_.eta.end()}, .value = best_.value}};
  modes_.shares = shares_;
}

EmulatedStart EmulatedPosterior::hold_what_is_open(EmulatedTarget& target,
                                                   std::uint32_t number) const {
  const std::vector<double> open = start_on_flat_paths(problem_, modes_, 0, number);
  for (const FlatPath& path : modes_.flat)
    target.lower[path.coordinate] = target.upper[path.coordinate] = open[path.coordinate];
  const Eigen::Map<const Eigen::VectorXd> eta(open.data(), std::ssize(open));
  return start_at(emulator(), emulator().region().u(eta));
}

EmulatedMinimum EmulatedPosterior::minimum_of_expected(EmulatedTarget target, DrawnMap map,
                                                       const EmulatedStart& start,
                                                       double settled) const {
  constexpr double further = 1.5;  // what is known there is in what counts
  map.expected = true;
  target.reach *= further;
  EmulatedMinimum minimum = minimise_emulated(emulator(), target, map, start, settled);
  const double of_the_data = 1.0 / double(outputs_.cols());
  minimum.at_reach |= emulator().error_share(minimum.u) > of_the_data;
  return minimum;
}

EmulatedPosterior::Draw EmulatedPosterior::draw(std::uint32_t number, MapError error) const {
  const WeightedData data = data_of(number);
  Eigen::VectorXd kept = counted(data.weights, shares_);
  EmulatedTarget target = target_;
  target.picture = product(outputs_, kept) + data.pseudo_outputs;
  if (target.prior)
    target.prior_centre = target.prior->centre_of_draw(problem_.settings->seed, number);
  DrawnMap map;
  const bool everywhere = error == MapError::everywhere;
  if (everywhere) map.coefficients = &maps_->map_of(number);
  EmulatedStart start = everywhere ? maps_->best_start(target, number) : start_for(target);
  Draw result;
  result.prior_cut = data.drawn.cut;
  result.undetermined = !modes_.flat.empty();
  if (result.undetermined) start = hold_what_is_open(target, number);
  const bool again = model_.trim_mean || !everywhere;
  // Steps shrink so fast in the end that after one of `settled` next to nothing remains.  Of draws
  // that explore there are few, and what is chosen by them is worth more steps.
  const bool explores = everywhere || error == MapError::straight;
  const double roughly = explores ? 0.1 : 0.3, settled = explores ? 1e-3 : 5e-3;
  result.minimum = minimise_emulated(emulator(), target, map, start, again ? roughly : settled);
  const int evaluations = result.minimum.evaluations;
  if (model_.trim_mean) {
    std::vector<double> shares;
    shares_at(result.minimum, data.weights, shares);
    kept = counted(data.weights, shares);
  }
  // Of the observations that count and, in the outputs, what the last minimum is the nearest to.
  const Eigen::VectorXd picture = product(data_->rows, kept) + data.pseudo_picture;
  target.picture = transposed_product(emulator().directions(), picture);
  std::optional<EmbeddingEmulator::Error> around;
  if (!everywhere) {
    const std::uint32_t which = error == MapError::another ? 3 : 2;
    Noise noise({problem_.settings->seed, number, 0, which, Purpose::simulation});
    around = emulator().draw_error(result.minimum.u, noise);
    around->goes_on = error == MapError::straight;
    map.error = &*around;
  }
  if (again) {
    start = around ? EmulatedStart{around->where, around->squared_error}
                   : start_at(emulator(), result.minimum.u);
    result.minimum = minimise_emulated(emulator(), target, map, start, settled);
    result.minimum.evaluations += evaluations;
  }
  result.led_out = result.minimum.at_reach;
  if (!result.minimum.is_settled() && !explores) {
    const int before = result.minimum.evaluations;
    result.minimum = minimum_of_expected(target, map, start, settled);
    result.minimum.evaluations += before;
  }
  // What the picture leaves out of single observations is about orthogonal between them.
  result.mmd2 = result.minimum.value - result.minimum.prior_part - result.minimum.error_part +
                picture.squaredNorm() + kept.cwiseAbs2().dot(data_->left_out);
  return result;
}

}  // namespace surefoot
