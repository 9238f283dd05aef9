#pragma once

#include <optional>
#include <span>
#include <vector>

#include <surefoot/data/sample.hpp>

namespace surefoot {

class ParameterPrior;

/// The density of a model, for methods that need one.  Called from several
/// threads at once.
class Likelihood {
 public:
  virtual ~Likelihood() = default;

  /// log p(x_i | theta) for every observation, natural scale; -infinity where
  /// the density is 0.
  virtual void log_densities(std::span<const double> theta, const Sample& x,
                             std::span<double> out) const = 0;

  /// The theta that maximises sum_i w_i log p(x_i | theta), if that is known in
  /// closed form.
  virtual std::optional<std::vector<double>> maximiser(const Sample& x,
                                                       std::span<const double> weights) const;

  /// The posterior, if the prior makes it normal and independent in each
  /// parameter.
  struct Normal {
    std::vector<double> mean, sd;
  };
  virtual std::optional<Normal> posterior(const ParameterPrior& prior, const Sample& x) const;
};

}  // namespace surefoot
