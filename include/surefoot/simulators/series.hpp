#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <surefoot/dual_math.hpp>
#include <surefoot/model.hpp>
#include <surefoot/simulators/plain.hpp>

namespace surefoot {

/// A simulator whose observations are series, so that how many columns they have
/// (`length`) is only known when it is made: it writes them into a span.  The
/// rest is as for a PlainSimulator.
template <class S>
concept SeriesSimulator = std::copy_constructible<S> &&
    requires(const S simulate, AnyLatent<double> latent, Vec<double, S::parameters> theta,
             std::span<double> series) {
  { simulate.length } -> std::convertible_to<int>;
  { simulate.latents } -> std::convertible_to<int>;
  simulate(theta, latent, series);
};

/// One that is a template in the scalar, and so has derivatives.
template <class S>
concept SmoothSeriesSimulator = SeriesSimulator<S> &&
    requires(const S simulate, AnyLatent<double> latent,
             Vec<Dual<double, S::parameters>, S::parameters> theta,
             std::span<Dual<double, S::parameters>> series) {
  simulate(theta, latent, series);
};

/// Runs a simulator of series observation by observation, in doubles.
template <SeriesSimulator Sim>
class SeriesBatch final : public BatchSimulator {
 public:
  explicit SeriesBatch(const Sim& simulator) : simulator_(simulator) {}

  bool differentiable() const override { return SmoothSeriesSimulator<Sim>; }

  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, Simulation<float>& out) const override {
    return either(theta, latents, derivatives, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, Simulation<double>& out) const override {
    return either(theta, latents, derivatives, out);
  }

 private:
  static constexpr int parameters = Sim::parameters;
  using D = Dual<double, parameters>;

  template <class Real>
  bool either(std::span<const double> theta, const LatentTable<Real>& latents,
              Derivatives derivatives, Simulation<Real>& out) const {
    if (derivatives == Derivatives::no) {
      Vec<double, parameters> at;
      std::copy_n(theta.begin(), parameters, at.values);
      return run(at, latents, out);
    }
    if constexpr (SmoothSeriesSimulator<Sim>) {
      Vec<D, parameters> at;
      for (int k = 0; k < parameters; ++k)
        at[k] = D::variable(theta[static_cast<std::size_t>(k)], k);
      return run(at, latents, out);
    }
    return false;
  }

  template <class Scalar, class Real>
  bool run(const Vec<Scalar, parameters>& at, const LatentTable<Real>& latents,
           Simulation<Real>& out) const {
    std::vector<Scalar> series(static_cast<std::size_t>(out.dimension));
    // The padding has no weight, but must be numbers.
    std::fill(out.y.begin(), out.y.end(), Real(0));
    std::fill(out.jacobian.begin(), out.jacobian.end(), Real(0));
    for (int j = 0; j < out.count; ++j) {
      PlainLatents<Real> latent(latents, j);
      simulator_(at, latent, std::span(series));
      if (!latent.in_order()) return false;
      for (int c = 0; c < out.dimension; ++c)
        if (!keep(series[static_cast<std::size_t>(c)], c, j, out)) return false;
    }
    return true;
  }

  /// False for what is not a number.
  template <class Real>
  static bool keep(double y, int column, int observation, Simulation<Real>& out) {
    constexpr double limit = far_away<Real>;
    out.y[place(column, observation, out)] = static_cast<Real>(std::clamp(y, -limit, limit));
    return !std::isnan(y);
  }
  template <class Real>
  static bool keep(const D& y, int column, int observation, Simulation<Real>& out) {
    const bool near = std::abs(y.value) < static_cast<double>(far_away<Real>);
    bool fine = keep(y.value, column, observation, out);
    for (int k = 0; k < parameters; ++k) {
      const auto slope = static_cast<Real>(near ? y.slope[k] : 0.0);
      out.jacobian[place(k * out.dimension + column, observation, out)] = slope;
      fine &= std::isfinite(slope);
    }
    return fine;
  }

  template <class Real>
  static std::size_t place(int row, int observation, const Simulation<Real>& out) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(out.stride) +
           static_cast<std::size_t>(observation);
  }

  Sim simulator_;
};

/// Gives a model whose parameters are described its simulator.
template <SeriesSimulator Sim>
void set_simulator(Model& model, const Sim& simulator) {
  check_parameters(model.parameters.size(), Sim::parameters);
  model.dimension = simulator.length;
  std::vector<double> series(static_cast<std::size_t>(model.dimension));
  model.latents = latents_of(simulator, model.parameters, std::span(series));
  model.simulator = std::make_shared<SeriesBatch<Sim>>(simulator);
}

/// A model from a simulator of series.
template <SeriesSimulator Sim>
Model make_model(const Sim& simulator, std::vector<Parameter> parameters,
                 const std::string& name = "own") {
  Model model;
  model.name = name;
  model.parameters = ParameterSpace(std::move(parameters));
  set_simulator(model, simulator);
  return model;
}

}  // namespace surefoot
