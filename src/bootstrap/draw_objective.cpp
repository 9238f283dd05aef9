#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/objective/data_term.hpp>

#include "simulators/models.hpp"

namespace surefoot {
namespace {

/// Of differences that stand for derivatives, in scales of the box.
constexpr double small_step = 1e-4;

template <class Real>
class TypedObjective final : public DrawObjective {
 public:
  TypedObjective(const Problem& problem, std::stop_token stop)
      : problem_(problem),
        stop_(std::move(stop)),
        embedder_(make_embedder<Real>(problem.evaluation, *problem.kernel)),
        target_(*problem.observations, problem.column_scale),
        theta_(static_cast<std::size_t>(problem.space.size())),
        theta_gradient_(theta_.size()),
        c_gradient_(theta_.size()) {}

  void begin_draw(std::uint32_t draw) override {
    draw_ = draw;
    dirichlet_process_draw(problem_.prior, problem_.observations->size(), problem_.settings.seed,
                           draw, weights_);
    prior_cut_ = weights_.cut;
    target_.assign(weights_);
    empirical_ = false;
    begin(problem_.settings.noise == NoisePolicy::shared ? common_draw : draw);
  }

  void begin_data() override {
    draw_ = common_draw;
    target_.assign_empirical();
    empirical_ = true;
    begin(common_draw);
  }

  void begin_step(int step) override {
    if (!noisy() || step == 1) return;
    last_.reset();
    place_latents(static_cast<std::uint32_t>(step - 1));
    if (problem_.settings.resample) {
      empirical_ ? target_.assign_empirical() : target_.assign(weights_);
      resample(static_cast<std::uint32_t>(step - 1));
    }
  }

  bool noisy() const override { return problem_.settings.noise == NoisePolicy::fresh; }

  double operator()(std::span<const double> eta, std::span<double> gradient) override {
    if (stop_.stop_requested()) throw Interrupted{};
    const bool wanted = !gradient.empty();
    if (wanted && !problem_.closed_form && !problem_.model.simulator->differentiable())
      return by_differences(eta, gradient);
    ++evaluations_;
    problem_.space.to_natural(eta, theta_);
    const auto embedded = problem_.closed_form ? embed_exactly(wanted) : embed(wanted);
    last_ = embedded;
    last_eta_.assign(eta.begin(), eta.end());
    if (!embedded) return std::numeric_limits<double>::infinity();
    const Combined f = combine(*embedded, problem_.settings.mass);
    last_mass_ = f.mass;
    if (wanted) {
      collect_gradient(f);
      problem_.space.pull_back(theta_, theta_gradient_, gradient);
    }
    return std::isfinite(f.objective) ? f.objective : std::numeric_limits<double>::infinity();
  }

  Report report(std::span<const double> eta) override {
    if (!last_ || !std::equal(eta.begin(), eta.end(), last_eta_.begin())) {
      problem_.space.to_natural(eta, theta_);
      last_ = problem_.closed_form ? embed_exactly(false) : embed(false);
      last_eta_.assign(eta.begin(), eta.end());
    }
    const auto embedded = last_;
    if (!embedded) return {1.0, std::numeric_limits<double>::quiet_NaN()};
    const Combined f = combine(*embedded, problem_.settings.mass);
    return {f.mass, f.objective + data_term(f.mass, embedded->c)};
  }

  std::vector<double> model_field(std::span<const double> points) override {
    return field_of(simulated_points(), points);
  }
  std::vector<double> target_field(std::span<const double> points) override {
    return field_of(target_.points(), points);
  }

  std::vector<double> unexplained_moves(std::span<const double> eta, double step) override {
    const Box box = problem_.box();
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    const double reach = bulk_of_observations();
    std::vector<double> unexplained;
    for (std::size_t k = 0; k < eta.size(); ++k) {
      std::vector<double> up(eta.begin(), eta.end()), down = up;
      up[k] = std::min(up[k] + step * box.scale[k], box.upper[k]);
      down[k] = std::max(down[k] - step * box.scale[k], box.lower[k]);
      if (!std::isfinite((*this)(up, {}))) return {};
      const auto above = simulation_.y;
      if (!std::isfinite((*this)(down, {}))) return {};
      const auto below = simulation_.y;
      const std::vector<double> slopes = pathwise_slopes(eta, k);
      if (slopes.empty()) return {};
      double missed = 0.0, all = 0.0;
      for (std::size_t i = 0; i < slopes.size(); ++i) {
        const double move = double(above[i]) - double(below[i]);
        const double predicted = (up[k] - down[k]) * slopes[i];
        const double weight = double(latents_.weights[i % stride]);
        missed += weight * std::min(std::abs(move - predicted), reach);
        all += weight * std::min(std::max(std::abs(move), std::abs(predicted)), reach);
      }
      unexplained.push_back(missed / (all + 1e-4 * reach));  // moves that matter, not rounding
    }
    return unexplained;
  }

  std::vector<double> some_simulations(int count) override {
    std::vector<double> rows;
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    for (int k = 0; k < count; ++k) {
      const auto j = static_cast<std::size_t>(std::int64_t{k} * simulation_.count / count);
      for (std::size_t c = 0; c < static_cast<std::size_t>(simulation_.dimension); ++c)
        rows.push_back(static_cast<double>(simulation_.y[c * stride + j]));
    }
    return rows;
  }

 private:
  /// The gradient by central differences with common latent points; ends at eta itself.
  double by_differences(std::span<const double> eta, std::span<double> gradient) {
    const Box box = problem_.box();
    std::vector<double> at(eta.begin(), eta.end());
    for (std::size_t k = 0; k < at.size(); ++k) {
      const double up = std::min(eta[k] + small_step * box.scale[k], box.upper[k]);
      const double down = std::max(eta[k] - small_step * box.scale[k], box.lower[k]);
      at[k] = up;
      const double above = (*this)(at, {});
      at[k] = down;
      gradient[k] = (above - (*this)(at, {})) / (up - down);
      at[k] = eta[k];
    }
    return (*this)(eta, {});
  }

  /// dy/deta_k at eta: stored by the simulator, or by small differences; empty if neither.
  std::vector<double> pathwise_slopes(std::span<const double> eta, std::size_t k) {
    std::vector<double> slopes;
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    if (!problem_.model.simulator->differentiable()) {
      std::vector<double> up(eta.begin(), eta.end()), down = up;
      const Box box = problem_.box();
      up[k] = std::min(up[k] + small_step * box.scale[k], box.upper[k]);
      down[k] = std::max(down[k] - small_step * box.scale[k], box.lower[k]);
      if (!std::isfinite((*this)(up, {}))) return {};
      const auto above = simulation_.y;
      if (!std::isfinite((*this)(down, {}))) return {};
      for (std::size_t i = 0; i < above.size(); ++i)
        slopes.push_back((double(above[i]) - double(simulation_.y[i])) / (up[k] - down[k]));
      return slopes;
    }
    std::vector<double> gradient(eta.size());
    if (!std::isfinite((*this)(eta, gradient)) || simulation_.jacobian.empty()) return {};
    const std::vector<double> direction = theta_direction(k);
    slopes.assign(simulation_.y.size(), 0.0);
    for (std::size_t q = 0; q < direction.size(); ++q)
      if (direction[q] != 0.0)
        for (std::size_t i = 0; i < slopes.size(); ++i)
          slopes[i] += direction[q] * double(simulation_.jacobian[q * slopes.size() + i]) /
                       problem_.column_scale[i / stride];
    return slopes;
  }

  Points<Real> simulated_points() const {
    return {simulation_.count, simulation_.stride, simulation_.dimension, simulation_.y.data(),
            latents_.weights.data()};
  }

  void set_one_point(std::span<const double> point) {
    constexpr std::size_t stride = padded(1);
    one_coordinates_.assign(stride * point.size(), Real(0));
    one_weight_.assign(stride, Real(0));
    one_weight_[0] = Real(1);
    for (std::size_t c = 0; c < point.size(); ++c)
      one_coordinates_[c * stride] = static_cast<Real>(point[c]);
  }
  Points<Real> one_point() const {
    return {1, padded(1), problem_.model.dimension, one_coordinates_.data(), one_weight_.data()};
  }

  /// dtheta/deta_k.
  std::vector<double> theta_direction(std::size_t k) {
    std::vector<double> direction(theta_.size(), 0.0), one(theta_.size(), 0.0);
    std::vector<double> in_eta(static_cast<std::size_t>(problem_.space.free_size()));
    for (std::size_t q = 0; q < theta_.size(); ++q) {
      one[q] = 1.0;
      problem_.space.pull_back(theta_, one, in_eta);
      direction[q] = in_eta[k];
      one[q] = 0.0;
    }
    return direction;
  }

  /// A length that all but outliers lie within, in units of the column scales.
  double bulk_of_observations() const {
    const Sample& x = *problem_.observations;
    double widest = 0.0;
    for (int c = 0; c < x.dimension(); ++c)
      widest = std::max(widest, (column_quantile(x, c, 0.95) - column_quantile(x, c, 0.05)) /
                                    problem_.column_scale[static_cast<std::size_t>(c)]);
    for (const double l : problem_.lengthscales) widest = std::max(widest, l);
    return widest;
  }

  std::vector<double> field_of(const Points<Real>& measure, std::span<const double> points) {
    const auto d = static_cast<std::size_t>(problem_.model.dimension);
    std::vector<double> field;
    for (std::size_t at = 0; at < points.size(); at += d) {
      set_one_point(points.subspan(at, d));
      field.push_back(problem_.kernel->sums().cross(measure, one_point(), nullptr));
    }
    return field;
  }

  void unscale_gradient() {
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    for (std::size_t c = 0; c < problem_.column_scale.size(); ++c)
      if (problem_.column_scale[c] != 1.0)
        for (std::size_t i = c * stride; i < (c + 1) * stride; ++i)
          y_gradient_[i] /= problem_.column_scale[c];
  }

  void begin(std::uint32_t noise_draw) {
    last_.reset();
    noise_draw_ = noise_draw;
    if (problem_.design && (problem_.design->random() || latents_.count == 0)) place_latents(0);
    if (problem_.settings.resample)
      resample(0);
    else
      embedder_->take(target_.points(), target_.places());
  }

  void place_latents(std::uint32_t step) {
    if (!problem_.design) return;
    problem_.design->fill({problem_.settings.seed, noise_draw_, step, 0, Purpose::simulation},
                          latents_);
    square_sum_ = 0.0;
    for (const Real v : latents_.weights) square_sum_ += double(v) * double(v);
  }

  void resample(std::uint32_t step) {
    target_.resample(problem_.simulations(),
                     {problem_.settings.seed, draw_, step, 0, Purpose::resampling});
    embedder_->take(target_.points(), target_.places());
  }

  std::optional<Embeddings> embed_exactly(bool gradient) {
    const std::span<double> none;
    if constexpr (std::is_same_v<Real, double>) {
      const auto e = (*problem_.closed_form)(theta_, target_.points(),
                                             gradient ? std::span(theta_gradient_) : none,
                                             gradient ? std::span(c_gradient_) : none);
      if (std::isfinite(e.a) && std::isfinite(e.c)) return e;
    }
    return std::nullopt;
  }

  /// A and C from simulated points; leaves their gradients in those points behind.
  std::optional<Embeddings> embed(bool gradient) {
    const auto& model = problem_.model;
    const auto derivatives = gradient ? Derivatives::yes : Derivatives::no;
    simulation_.resize(latents_.count, model.dimension, model.parameters.size(),
                       model.simulator->stores_jacobian() ? derivatives : Derivatives::no);
    simulator_calls_ += latents_.count;
    if (!model.simulator->simulate(theta_, latents_, derivatives, simulation_)) return std::nullopt;
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    for (std::size_t c = 0; c < problem_.column_scale.size(); ++c) {
      if (problem_.column_scale[c] == 1.0) continue;
      const Real factor = static_cast<Real>(1.0 / problem_.column_scale[c]);
      for (std::size_t j = 0; j < stride; ++j) simulation_.y[c * stride + j] *= factor;
    }
    const auto sums = embedder_->embed(simulated_points(), gradient);
    const double a = self_embedding(sums.self, square_sum_, problem_.kernel->at_zero(),
                                    problem_.design->statistic());
    if (!std::isfinite(a) || !std::isfinite(sums.cross)) return std::nullopt;
    return Embeddings{a, sums.cross};
  }

  void collect_gradient(const Combined& f) {
    if (problem_.closed_form) {
      for (std::size_t k = 0; k < theta_.size(); ++k)
        theta_gradient_[k] = f.slope_a * theta_gradient_[k] + f.slope_c * c_gradient_[k];
      return;
    }
    const double a_factor = f.slope_a * self_factor(square_sum_, problem_.design->statistic());
    y_gradient_.assign(simulation_.y.size(), 0.0);
    embedder_->add_gradient(a_factor, f.slope_c, y_gradient_);
    unscale_gradient();
    theta_gradient_.assign(theta_.size(), 0.0);
    problem_.model.simulator->pull_back(simulation_, y_gradient_, theta_gradient_);
  }

  /// D = sum_ab W_a W_b k(z_a, z_b).  Where that costs too much it is estimated from a random
  /// subset S by
  ///
  ///     D = s C + sum_b W_b (<mu_W, k_b> - s <mu_theta, k_b>),
  ///
  /// whose second part is small where the model fits, and hardly varies with S.
  double data_term(double mass, double c) {
    const Points<Real> z = target_.points();
    const KernelSums& sums = problem_.kernel->sums();
    if (const auto all = embedder_->data()) return *all;
    AlignedVector<Real> coordinates(static_cast<std::size_t>(z.dimension) *
                                    atoms_that_stand_for_all);
    AlignedVector<Real> weights(atoms_that_stand_for_all);
    // The same atoms for every draw, so that draws stay comparable.
    Noise noise({problem_.settings.seed, common_draw, 0, 0, Purpose::selection});
    double total = 0.0;
    for (std::size_t k = 0; k < atoms_that_stand_for_all; ++k) {
      const auto a = static_cast<std::size_t>(noise.uniform() * z.count);
      for (std::size_t i = 0; i < static_cast<std::size_t>(z.dimension); ++i)
        coordinates[i * atoms_that_stand_for_all + k] =
            z.coordinates[i * static_cast<std::size_t>(z.stride) + a];
      weights[k] = z.weights[a];
      total += double(z.weights[a]);
    }
    const Points<Real> some{atoms_that_stand_for_all, atoms_that_stand_for_all, z.dimension,
                            coordinates.data(), weights.data()};
    return mass * c + (sums.cross(z, some, nullptr) - mass * model_at(some)) / total;
  }

  /// sum_b W_b <mu_theta, k_b> over some atoms, at the last theta.
  double model_at(const Points<Real>& some) const {
    if constexpr (std::is_same_v<Real, double>)
      if (problem_.closed_form) return (*problem_.closed_form)(theta_, some, {}, {}).c;
    return problem_.kernel->sums().cross(simulated_points(), some, nullptr);
  }

  const Problem& problem_;
  std::stop_token stop_;
  std::unique_ptr<Embedder<Real>> embedder_;
  Target<Real> target_;
  DirichletDraw weights_;
  bool empirical_ = false;
  std::uint32_t draw_ = 0;
  std::uint32_t noise_draw_ = 0;
  LatentTable<Real> latents_;
  double square_sum_ = 0.0;
  Simulation<Real> simulation_;
  std::vector<double> theta_, theta_gradient_, c_gradient_;
  std::vector<double> y_gradient_;
  AlignedVector<Real> one_coordinates_, one_weight_;
  std::optional<Embeddings> last_;  // at last_eta_, of the draw and latent points in force
  std::vector<double> last_eta_;
};

}  // namespace

std::unique_ptr<DrawObjective> make_draw_objective(const Problem& problem, std::stop_token stop) {
  if (problem.settings.precision == Precision::full)
    return std::make_unique<TypedObjective<double>>(problem, std::move(stop));
  return std::make_unique<TypedObjective<float>>(problem, std::move(stop));
}

}  // namespace surefoot
