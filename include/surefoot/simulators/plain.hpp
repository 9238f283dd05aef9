#pragma once

#include <algorithm>
#include <cmath>

#include <surefoot/model.hpp>

namespace surefoot {

/// A simulator that can only be called with plain doubles: it may branch on its
/// numbers, round them, call anything.  Like a Simulator it states its sizes and
/// asks for the same latents in the same order whatever the parameters are.  It
/// has no derivatives, and no packs.  Called from several threads at once.
template <class S>
concept PlainSimulator = std::copy_constructible<S> &&
    requires(const S simulate, AnyLatent<double> latent, Vec<double, S::parameters> theta) {
  { simulate.latents } -> std::convertible_to<int>;
  { simulate(theta, latent) } -> std::same_as<Vec<double, S::dimension>>;
};

/// Hands a simulator the latents of one observation, in order, as doubles.
template <class Real>
class PlainLatents {
 public:
  PlainLatents(const LatentTable<Real>& table, int observation)
      : table_(table), at_(table.values.data() + observation) {}

  double uniform() { return next(LatentKind::uniform); }
  double normal() { return next(LatentKind::normal); }

  /// False once the simulator has asked for more latents than it declared, or
  /// for another kind than before.
  bool in_order() const { return in_order_; }

 private:
  double next(LatentKind kind) {
    if (used_ == table_.kinds.size() || table_.kinds[used_] != kind) {
      in_order_ = false;
      return 0.5;
    }
    ++used_;
    const double value = static_cast<double>(*at_);
    at_ += table_.stride;
    return value;
  }

  const LatentTable<Real>& table_;
  const Real* at_;
  std::size_t used_ = 0;
  bool in_order_ = true;
};

/// Runs a plain simulator observation by observation.
template <PlainSimulator Sim>
class PlainBatch final : public BatchSimulator {
 public:
  explicit PlainBatch(const Sim& simulator) : simulator_(simulator) {}

  bool differentiable() const override { return false; }

  /// False if derivatives are asked for.
  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, Simulation<float>& out) const override {
    return derivatives == Derivatives::no && run(theta, latents, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, Simulation<double>& out) const override {
    return derivatives == Derivatives::no && run(theta, latents, out);
  }

 private:
  template <class Real>
  bool run(std::span<const double> theta, const LatentTable<Real>& latents,
           Simulation<Real>& out) const {
    constexpr double limit = far_away<Real>;
    Vec<double, Sim::parameters> at;
    std::copy_n(theta.begin(), Sim::parameters, at.values);
    for (int j = 0; j < out.count; ++j) {
      PlainLatents<Real> latent(latents, j);
      const Vec<double, Sim::dimension> y = simulator_(at, latent);
      for (int c = 0; c < Sim::dimension; ++c) {
        if (std::isnan(y[c])) return false;
        row(out, c)[j] = static_cast<Real>(std::clamp(y[c], -limit, limit));
      }
      if (!latent.in_order()) return false;
    }
    // The padding has no weight, but must be numbers.
    for (int c = 0; c < Sim::dimension; ++c)
      std::fill(row(out, c) + out.count, row(out, c) + out.stride, Real(0));
    return true;
  }

  template <class Real>
  static Real* row(Simulation<Real>& out, int column) {
    return out.y.data() + column * std::ptrdiff_t{out.stride};
  }

  Sim simulator_;
};

/// A model from a simulator without derivatives.
template <PlainSimulator Sim>
requires(!Simulator<Sim>) Model make_model(const Sim& simulator, std::vector<Parameter> parameters,
                                           const std::string& name = "own") {
  Model model;
  model.name = name;
  model.parameters = ParameterSpace(std::move(parameters));
  check_parameters(model.parameters.size(), Sim::parameters);
  model.dimension = Sim::dimension;
  model.latents = latents_of(simulator, model.parameters);
  model.simulator = std::make_shared<PlainBatch<Sim>>(simulator);
  return model;
}

}  // namespace surefoot
