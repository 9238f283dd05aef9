#include "simulators/gaussian_likelihood.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include <surefoot/prior/parameter_prior.hpp>

namespace surefoot {
namespace {

class GaussianLikelihood final : public Likelihood {
 public:
  explicit GaussianLikelihood(double sigma) : sigma_(sigma) {}

  void log_densities(std::span<const double> theta, const Sample& x,
                     std::span<double> out) const override {
    const double log_norm = static_cast<double>(theta.size()) *
                            (std::log(sigma_) + 0.5 * std::log(2.0 * std::numbers::pi));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto row = x.row(i);
      double squares = 0.0;
      for (std::size_t c = 0; c < theta.size(); ++c) {
        const double z = (row[c] - theta[c]) / sigma_;
        squares += z * z;
      }
      out[i] = -0.5 * squares - log_norm;
    }
  }

  std::optional<std::vector<double>> maximiser(const Sample& x,
                                               std::span<const double> weights) const override {
    std::vector<double> mean(static_cast<std::size_t>(x.dimension()), 0.0);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += weights[i] / total * x.row(i)[c];
    return mean;
  }

  std::optional<Normal> posterior(const ParameterPrior& prior, const Sample& x) const override {
    if (!prior.uncut()) return std::nullopt;
    for (const Marginal& m : prior.marginals())
      if (m.family != Marginal::Family::normal) return std::nullopt;
    const auto held = prior.space().held();
    Normal result{{held.begin(), held.end()}, std::vector<double>(held.size(), 0.0)};
    const double data_precision = static_cast<double>(x.size()) / (sigma_ * sigma_);
    const auto mean = *maximiser(x, std::vector<double>(x.size(), 1.0));
    for (std::size_t k = 0; k < prior.marginals().size(); ++k) {
      const auto at = static_cast<std::size_t>(prior.space().free()[k]);
      const Marginal& m = prior.marginals()[k];
      const double prior_precision = 1.0 / (m.second * m.second);
      const double precision = prior_precision + data_precision;
      result.mean[at] = (prior_precision * m.first + data_precision * mean[at]) / precision;
      result.sd[at] = 1.0 / std::sqrt(precision);
    }
    return result;
  }

 private:
  double sigma_;
};

}  // namespace

std::shared_ptr<const Likelihood> gaussian_likelihood(double sigma) {
  return std::make_shared<GaussianLikelihood>(sigma);
}

}  // namespace surefoot
