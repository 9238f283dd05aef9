#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/gaussian_location.hpp>

#include "data/quantiles.hpp"
#include "simd/isa_table.hpp"
#include "simulators/gaussian_likelihood.hpp"
#include "simulators/models.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

/// The Gaussian location model in a dimension that has no loop of its own.
class WideGaussianLocation final : public BatchSimulator {
 public:
  explicit WideGaussianLocation(double sigma) : sigma_(sigma) {}

  bool simulate(std::span<const double> theta, const LatentTable<float>& latents, Derivatives,
                Simulation<float>& out) const override {
    return run(theta, latents, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents, Derivatives,
                Simulation<double>& out) const override {
    return run(theta, latents, out);
  }
  bool stores_jacobian() const override { return false; }
  void pull_back(const Simulation<float>& at, std::span<const double> slope,
                 std::span<double> gradient) const override {
    sum_columns(at, slope, gradient);
  }
  void pull_back(const Simulation<double>& at, std::span<const double> slope,
                 std::span<double> gradient) const override {
    sum_columns(at, slope, gradient);
  }

 private:
  template <class Real>
  bool run(std::span<const double> theta, const LatentTable<Real>& latents,
           Simulation<Real>& out) const {
    const auto stride = static_cast<std::size_t>(out.stride);
    for (std::size_t c = 0; c < theta.size(); ++c)
      for (std::size_t j = 0; j < stride; ++j)
        out.y[c * stride + j] = static_cast<Real>(
            theta[c] + sigma_ * static_cast<double>(latents.values[c * stride + j]));
    return true;
  }

  /// dy/dtheta is the identity.
  template <class Real>
  static void sum_columns(const Simulation<Real>& at, std::span<const double> slope,
                          std::span<double> gradient) {
    const auto stride = static_cast<std::size_t>(at.stride);
    for (std::size_t c = 0; c < gradient.size(); ++c)
      for (std::size_t j = 0; j < static_cast<std::size_t>(at.count); ++j)
        gradient[c] += slope[c * stride + j];
  }

  double sigma_;
};

/// By a loop of its own, if the dimension has one.
template <class... Fast>
std::shared_ptr<const BatchSimulator> make_simulator(int dimension, double sigma,
                                                     TypeList<Fast...>) {
  std::shared_ptr<const BatchSimulator> found;
  const auto consider = [&]<class One>(One simulator) {
    if (One::dimension == dimension) found.reset(isa_table().simulator(simulator));
  };
  (consider(Fast{sigma}), ...);
  return found ? found : std::make_shared<WideGaussianLocation>(sigma);
}

/// Under a Gaussian kernel of lengthscale l the model embeds as a Gaussian of squared lengthscale
/// s^2 = l^2 + sigma^2:
///
///     C = sum_a W_a (l^2/s^2)^{d/2} exp(-|z_a - theta|^2 / (2 s^2)),
///     A = (l^2/(l^2 + 2 sigma^2))^{d/2}, which does not depend on theta.
///
/// So C is a kernel sum with theta as the one point, and sums of Gaussians add up.
class GaussianClosedForm final : public ClosedForm {
 public:
  GaussianClosedForm(const std::vector<KernelTerm>& terms, int dimension, double sigma) {
    const double variance = sigma * sigma, half = 0.5 * dimension;
    for (const auto& term : terms) {
      const double l2 = *term.lengthscale * *term.lengthscale;
      gaussians_.around_theta.add(std::sqrt(l2 + variance), std::pow(l2 / (l2 + variance), half));
      gaussians_.a += std::pow(l2 / (l2 + 2.0 * variance), half);
    }
    sums_.reset(isa_table().sums(gaussians_.around_theta));
  }

  Embeddings operator()(std::span<const double> theta, const Points<double>& target,
                        std::span<double> a_gradient, std::span<double> c_gradient) const override {
    constexpr int stride = padded(1);
    const auto d = theta.size();
    AlignedVector<double> at(d * stride, 0.0), weight(stride, 0.0);
    std::vector<double> gradient(c_gradient.empty() ? 0 : d * stride, 0.0);
    for (std::size_t c = 0; c < d; ++c) at[c * stride] = theta[c];
    weight[0] = 1.0;
    const Points<double> point{1, stride, static_cast<int>(d), at.data(), weight.data()};
    const double c = sums_->cross(target, point, c_gradient.empty() ? nullptr : gradient.data());
    for (std::size_t k = 0; k < c_gradient.size(); ++k) c_gradient[k] = gradient[k * stride];
    for (double& slope : a_gradient) slope = 0.0;
    return {gaussians_.a, c};
  }

  const GaussianEmbedding* as_gaussians() const override { return &gaussians_; }

 private:
  GaussianEmbedding gaussians_;
  std::unique_ptr<const KernelSums> sums_;
};

std::shared_ptr<const ClosedForm> closed_form(const Kernel& kernel, int dimension, double sigma) {
  for (const auto& term : kernel.terms())
    if (!std::holds_alternative<Gaussian>(family_of(term))) return nullptr;
  if (kernel.terms().empty()) return nullptr;
  return std::make_shared<GaussianClosedForm>(kernel.terms(), dimension, sigma);
}

}  // namespace

std::vector<ModelOption> GaussianLocationModel::options(int dimension) {
  return {{"sigma", 1.0, "standard deviation of every coordinate"},
          length_option("dimension", dimension, 4)};
}

void GaussianLocationModel::describe(Model& model) {
  constexpr int most = 10000;
  const double sigma = require_positive(model.options[0].value, "sigma");
  const int d = require_whole(model.options[1].value, 1, most, "dimension");

  std::vector<Parameter> parameters;
  for (int k = 1; k <= d; ++k)
    parameters.push_back({fmt::format("theta{}", k), -infinite, infinite});
  model.parameters = ParameterSpace(std::move(parameters));
  model.dimension = d;
  model.latents.assign(static_cast<std::size_t>(d), LatentKind::normal);
  model.simulator = make_simulator(d, sigma, Simulators{});
  model.truth.assign(static_cast<std::size_t>(d), 1.0);
  model.paper = PaperSettings{.simulations = 200,
                              .start = {0.0},
                              .prior = "normal:0:1",
                              .bayes_prior = "normal:0:5",
                              .score_weight = 2.8};

  model.data_start = [d](const Sample& x) {
    std::vector<double> start;
    for (int c = 0; c < d; ++c) start.push_back(column_quantile(x, c, 0.5));
    return start;
  };
  model.search_box = [d](const Sample& x) {
    std::vector<Interval> box;
    for (int c = 0; c < d; ++c)
      box.push_back({column_quantile(x, c, 0.05), column_quantile(x, c, 0.95)});
    return box;
  };
  model.prior = [d](const Sample& x) {
    std::string text;
    for (int c = 0; c < d; ++c) {
      // Ten times as wide as the data's middle half, which outliers cannot move.
      const double iqr = column_quantile(x, c, 0.75) - column_quantile(x, c, 0.25);
      const double middle = column_quantile(x, c, 0.5);
      text += fmt::format("{}theta{}=normal:{}:{}", c == 0 ? "" : ",", c + 1, middle,
                          10.0 * std::max(iqr, 1e-6 * std::max(std::abs(middle), 1.0)));
    }
    return text;
  };
  model.closed_form = [d, sigma](const Kernel& kernel) { return closed_form(kernel, d, sigma); };
  model.likelihood = gaussian_likelihood(sigma);
}

}  // namespace surefoot
