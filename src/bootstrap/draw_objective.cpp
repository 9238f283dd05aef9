#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/draw_objective.hpp>

#include "bootstrap/blindness.hpp"
#include "bootstrap/sampled_data_term.hpp"
#include "bootstrap/simulated_model.hpp"
#include "bootstrap/trim_fields.hpp"

namespace surefoot {
namespace {

template <class Real>
class TypedObjective final : public DrawObjective {
 public:
  TypedObjective(const Problem& problem, std::stop_token stop)
      : DrawObjective(problem.space->parameters, problem.box(), small_step, stop,
                      problem.parameter_prior),
        problem_(problem),
        stop_(std::move(stop)),
        embedder_(make_embedder<Real>(problem.comparison->evaluation, problem.comparison->kernel)),
        target_(*problem.data->observations, problem.data->column_scale) {
    if (problem.comparison->trim_kernel) trim_fields_.emplace(problem);
  }

  void begin_draw(std::uint32_t draw) override {
    draw_ = draw;
    centre_prior_of_draw(problem_.settings->seed, draw);
    dirichlet_process_draw(problem_.data->prior, problem_.data->observations->size(),
                           problem_.settings->seed, draw, weights_);
    prior_cut_ = weights_.cut;
    target_.assign(weights_);
    empirical_ = false;
    begin(problem_.settings->noise == NoisePolicy::shared ? common_draw : draw);
  }

  void begin_data() override {
    draw_ = common_draw;
    centre_prior_of_data();
    target_.assign_empirical();
    empirical_ = true;
    begin(common_draw);
  }

  void begin_step(int step) override {
    if (!noisy() || step == 1) return;
    last_.reset();
    place_latents(static_cast<std::uint32_t>(step - 1));
    if (problem_.settings->resample) {
      empirical_ ? target_.assign_empirical() : target_.assign(weights_);
      resample(static_cast<std::uint32_t>(step - 1));
    }
  }

  bool noisy() const override { return problem_.settings->noise == NoisePolicy::fresh; }

  Report report(std::span<const double> eta) override {
    const std::vector<double> theta = theta_of(eta);
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    // Mostly it has just been evaluated there.
    if (!last_ || theta != last_theta_) embed_at(theta, false, {});
    if (!last_) return {1.0, unknown, unknown};
    const Combined f = combine(*last_, *problem_.settings->mass);
    return {f.mass, f.objective + data_term(f.mass), last_->a};
  }

  bool trim(std::span<const double> eta) override {
    const AtomFields* fields = fields_at(eta);
    if (!fields) return false;
    const double mass = combine(*last_, *problem_.settings->mass).mass;
    const std::vector<double> before = shares_;
    explained_shares(*fields, mass, problem_.settings->trim->tau,
                     problem_.data->observations->size(), shares_);
    take_target();
    last_.reset();
    const auto all = [](double share) { return share == 1.0; };
    return before.empty() ? !std::all_of(shares_.begin(), shares_.end(), all) : before != shares_;
  }

  const AtomFields* atom_fields(std::span<const double> eta) override {
    if (!trim_fields_ || !fields_at(eta)) return nullptr;
    const AtomFields& whole = trim_fields_->with_own(target_.points());
    take_target();
    return &whole;
  }

  std::span<const double> shares() const override { return shares_; }

  std::unique_ptr<const EmbeddedModel> model_at(std::span<const double> eta) override {
    const double value_there = (*this)(eta, {});
    if (!std::isfinite(value_there)) return nullptr;
    return std::make_unique<SimulatedModel<Real>>(
        value_there, combine(*last_, *problem_.settings->mass).mass,
        problem_.comparison->kernel.sums(), simulated_points());
  }

  std::vector<double> target_field(std::span<const double> points) override {
    return field_of(problem_.comparison->kernel.sums(), target_.points(), points);
  }

  std::vector<double> pathwise_slopes(std::span<const double> eta, std::size_t k) override {
    std::vector<double> gradient(eta.size());
    if (!std::isfinite((*this)(eta, gradient)) || simulation_.jacobian.empty()) return {};
    const std::vector<double> direction = theta_direction(eta, k);
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    std::vector<double> slopes(simulation_.y.size(), 0.0);
    for (std::size_t q = 0; q < direction.size(); ++q)
      if (direction[q] != 0.0)
        for (std::size_t i = 0; i < slopes.size(); ++i)
          slopes[i] += direction[q] * double(simulation_.jacobian[q * slopes.size() + i]) /
                       problem_.data->column_scale[i / stride];
    return slopes;
  }

 private:
  bool differentiable() const override {
    return problem_.comparison->closed_form ||
           problem_.simulation->model.simulator->differentiable();
  }

  double value(std::span<const double> theta, std::span<double> gradient) override {
    embed_at(theta, !gradient.empty(), gradient);
    if (!last_) return std::numeric_limits<double>::infinity();
    const Combined f = combine(*last_, *problem_.settings->mass);
    if (!gradient.empty()) collect_gradient(f, gradient);
    return f.objective;
  }

  std::vector<double> theta_of(std::span<const double> eta) const {
    std::vector<double> theta(static_cast<std::size_t>(problem_.space->parameters.size()));
    problem_.space->parameters.to_natural(eta, theta);
    return theta;
  }

  /// dtheta/deta_k.
  std::vector<double> theta_direction(std::span<const double> eta, std::size_t k) const {
    const std::vector<double> theta = theta_of(eta);
    std::vector<double> direction(theta.size(), 0.0), one(theta.size(), 0.0), in_eta(eta.size());
    for (std::size_t q = 0; q < theta.size(); ++q) {
      one[q] = 1.0;
      problem_.space->parameters.pull_back(theta, one, in_eta);
      direction[q] = in_eta[k];
      one[q] = 0.0;
    }
    return direction;
  }

  void begin(std::uint32_t noise_draw) {
    last_.reset();
    if (trim_fields_) trim_fields_->begin();
    shares_ = problem_.data->shares;
    noise_draw_ = noise_draw;
    if (problem_.simulation->design &&
        (problem_.simulation->design->random() || latents_.count == 0))
      place_latents(0);
    if (problem_.settings->resample)
      resample(0);
    else
      take_target();
  }

  void take_target() {
    target_.leave_out(shares_);
    embedder_->take(target_.points(), target_.places());
  }

  void place_latents(std::uint32_t step) {
    if (!problem_.simulation->design) return;
    leave_if_stopped();
    problem_.simulation->design->fill(
        {problem_.settings->seed, noise_draw_, step, 0, Purpose::simulation}, latents_);
    square_sum_ = 0.0;
    for (const Real v : latents_.weights) square_sum_ += double(v) * double(v);
  }

  void resample(std::uint32_t step) {
    target_.resample(problem_.simulations(),
                     {problem_.settings->seed, draw_, step, 0, Purpose::resampling});
    embedder_->take(target_.points(), target_.places());
  }

  Points<Real> simulated_points() const {
    return {simulation_.count, simulation_.stride, simulation_.dimension, simulation_.y.data(),
            latents_.weights.data()};
  }

  /// A and C at theta, or nothing where there are none.
  void embed_at(std::span<const double> theta, bool derivatives, std::span<double> gradient) {
    last_theta_.assign(theta.begin(), theta.end());
    last_ = problem_.comparison->closed_form ? embed_exactly(theta, gradient)
                                             : embed(theta, derivatives);
  }

  /// Leaves the gradient of A behind, and that of C beside it.
  std::optional<Embeddings> embed_exactly(std::span<const double> theta,
                                          std::span<double> gradient) {
    if constexpr (std::is_same_v<Real, double>) {
      c_gradient_.resize(gradient.size());
      const auto e =
          (*problem_.comparison->closed_form)(theta, target_.points(), gradient, c_gradient_);
      if (std::isfinite(e.a) && std::isfinite(e.c)) return e;
    }
    return std::nullopt;
  }

  /// From simulated points; leaves their gradients in those points behind.
  std::optional<Embeddings> embed(std::span<const double> theta, bool gradient) {
    const auto& model = problem_.simulation->model;
    const auto derivatives = gradient ? Derivatives::yes : Derivatives::no;
    simulation_.resize(latents_.count, model.dimension, model.parameters.size(),
                       model.simulator->stores_jacobian() ? derivatives : Derivatives::no);
    simulator_calls_ += latents_.count;
    if (!model.simulator->simulate(theta, latents_, derivatives, simulation_)) return std::nullopt;
    leave_if_stopped();
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    for (std::size_t c = 0; c < problem_.data->column_scale.size(); ++c) {
      if (problem_.data->column_scale[c] == 1.0) continue;
      const Real factor = static_cast<Real>(1.0 / problem_.data->column_scale[c]);
      for (std::size_t j = 0; j < stride; ++j) simulation_.y[c * stride + j] *= factor;
    }
    const auto sums = embedder_->embed(simulated_points(), gradient);
    const double a = self_embedding(sums.self, square_sum_, problem_.comparison->kernel.at_zero(),
                                    problem_.simulation->design->statistic());
    if (!std::isfinite(a) || !std::isfinite(sums.cross)) return std::nullopt;
    return Embeddings{a, sums.cross};
  }

  /// What trimming looks at; null if there is no value.  Everything counts in full afterwards,
  /// until the target is taken again.
  const AtomFields* fields_at(std::span<const double> eta) {
    const std::vector<double> theta = theta_of(eta);
    if (!last_ || theta != last_theta_) embed_at(theta, false, {});
    if (!last_) return nullptr;
    target_.leave_out({});
    return &trim_fields_->at(target_, simulated_points(), theta);
  }

  void collect_gradient(const Combined& f, std::span<double> gradient) {
    if (problem_.comparison->closed_form) {
      for (std::size_t k = 0; k < gradient.size(); ++k)
        gradient[k] = f.slope_a * gradient[k] + f.slope_c * c_gradient_[k];
      return;
    }
    leave_if_stopped();
    const double a_factor =
        f.slope_a * self_factor(square_sum_, problem_.simulation->design->statistic());
    y_gradient_.assign(simulation_.y.size(), 0.0);
    embedder_->add_gradient(a_factor, f.slope_c, y_gradient_);
    leave_if_stopped();
    unscale_gradient();
    problem_.simulation->model.simulator->pull_back(simulation_, y_gradient_, gradient);
  }

  void unscale_gradient() {
    const auto stride = static_cast<std::size_t>(simulation_.stride);
    for (std::size_t c = 0; c < problem_.data->column_scale.size(); ++c)
      if (problem_.data->column_scale[c] != 1.0)
        for (std::size_t i = c * stride; i < (c + 1) * stride; ++i)
          y_gradient_[i] /= problem_.data->column_scale[c];
  }

  /// That of the embeddings in force.
  double data_term(double mass) {
    if (const auto all = embedder_->data()) return *all;
    const KernelSums& sums = problem_.comparison->kernel.sums();
    return sampled_data_term(
        target_.points(), sums, problem_.settings->seed, mass, last_->c, target_.weight(),
        [&](const Points<Real>& some) {
          if constexpr (std::is_same_v<Real, double>)
            if (problem_.comparison->closed_form)
              return (*problem_.comparison->closed_form)(last_theta_, some, {}, {}).c;
          return sums.cross(simulated_points(), some, nullptr);
        });
  }

  /// Each part of an evaluation may take seconds where simulations are many.
  void leave_if_stopped() const {
    if (stop_.stop_requested()) throw Interrupted{};
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
  std::vector<double> c_gradient_, y_gradient_;
  std::optional<Embeddings> last_;  // at last_theta_, of the draw and latent points in force
  std::vector<double> last_theta_;
  std::optional<TrimFields<Real>> trim_fields_;
  std::vector<double> shares_;
};

}  // namespace

std::unique_ptr<DrawObjective> make_draw_objective(const Problem& problem, std::stop_token stop) {
  if (problem.settings->precision == Precision::full)
    return std::make_unique<TypedObjective<double>>(problem, std::move(stop));
  return std::make_unique<TypedObjective<float>>(problem, std::move(stop));
}

}  // namespace surefoot
