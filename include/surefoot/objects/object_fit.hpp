#pragma once

#include <cmath>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include <surefoot/fit.hpp>
#include <surefoot/objects/object_sums.hpp>
#include <surefoot/parameters.hpp>

namespace surefoot {

/// A simulator of objects of any type (strings, graphs, sets) and a kernel that
/// compares two of them.  Both are called from several threads at once.
///
/// The simulator takes all its randomness from the noise, in an order that
/// depends on theta as little as can be: the same numbers serve at every theta,
/// and the less the objects change, the smoother the distance is.  The kernel
/// must be symmetric and positive-definite; robust posteriors need one that is
/// bounded and nearly 0 between objects that have nothing in common.
template <class Object>
struct ObjectModel {
  std::vector<Parameter> parameters;
  std::function<Object(std::span<const double> theta, Noise& noise)> simulate;
  std::function<double(const Object&, const Object&)> kernel;
  std::string name = "own";
};

/// Kernel sums over objects by plain loops.
template <class Object>
class KernelSumsOf final : public ObjectSums {
 public:
  KernelSumsOf(const ObjectModel<Object>& model, const std::vector<Object>& observations)
      : model_(model), observations_(observations) {}

  std::size_t observations() const override { return observations_.size(); }

  double value(std::size_t a, std::size_t b) const override {
    return model_.kernel(object(a), object(b));
  }

  Embeddings embed(std::span<const double> theta, std::span<const double> weights, int simulations,
                   Coordinates at) const override {
    const std::vector<Object> simulated = simulate(theta, simulations, at);
    double pairs = 0.0, cross = 0.0;
    for (std::size_t j = 0; j < simulated.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) pairs += model_.kernel(simulated[i], simulated[j]);
      for (std::size_t a = 0; a < observations_.size(); ++a)
        cross += weights[a] * model_.kernel(observations_[a], simulated[j]);
    }
    const double m = simulations;
    return {2.0 * pairs / (m * (m - 1.0)), cross / m};
  }

  std::optional<std::size_t> keep(std::span<const double> theta, int simulations,
                                  Coordinates at) override {
    std::vector<Object> simulated = simulate(theta, simulations, at);
    for (const auto& y : simulated)
      if (!std::isfinite(model_.kernel(y, y))) return std::nullopt;
    const std::lock_guard lock(keeping_);
    const std::size_t first = observations_.size() + kept_.size();
    for (auto&& y : simulated) kept_.push_back(std::move(y));
    return first;
  }

 private:
  std::vector<Object> simulate(std::span<const double> theta, int simulations,
                               Coordinates at) const {
    std::vector<Object> simulated;
    simulated.reserve(static_cast<std::size_t>(simulations));
    for (int j = 0; j < simulations; ++j) {
      at.index = static_cast<std::uint32_t>(j);
      Noise noise(at);
      simulated.push_back(model_.simulate(theta, noise));
    }
    return simulated;
  }

  decltype(auto) object(std::size_t number) const {
    const std::size_t n = observations_.size();
    return number < n ? observations_[number] : kept_[number - n];
  }

  const ObjectModel<Object>& model_;
  const std::vector<Object>& observations_;
  std::deque<Object> kept_;
  std::mutex keeping_;
};

/// The fit behind the one below, once objects are reduced to kernel sums.
Fit fit_objects(ObjectSums& sums, const std::string& name, std::vector<Parameter> parameters,
                const FitConfig& config, const Events& events, std::stop_token stop);

/// Draws from the robust posterior of a simulator of objects, as `fit` does for
/// rows of numbers.  Every draw is minimised by values alone, with random
/// numbers of its own that are the same at every theta.  An evaluation takes
/// n m + m^2 / 2 values of the kernel.  The observations of the result are the
/// objects' numbers, 0, 1, ...
///
/// With embedding emulated, or a budget of simulated objects, the model's
/// embedding is learnt once for all draws.  All objects that this simulates are
/// kept until the fit ends, and each is compared with some hundred landmarks.
///
/// Throws Error as `fit` does, and for settings that only rows of numbers have.
/// What simulator or kernel throw goes through to the caller.
template <class Object>
Fit fit(const ObjectModel<Object>& model, const std::vector<Object>& observations,
        const FitConfig& config = {}, const Events& events = {}, std::stop_token stop = {}) {
  KernelSumsOf<Object> sums(model, observations);
  return fit_objects(sums, model.name, model.parameters, config, events, std::move(stop));
}

}  // namespace surefoot
