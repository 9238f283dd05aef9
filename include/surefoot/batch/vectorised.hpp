#pragma once

#include <surefoot/batch/batch.hpp>
#include <surefoot/concepts.hpp>
#include <surefoot/simd/bundle_math.hpp>

namespace surefoot {

/// Hands a simulator the latents of one pack, or bundle of packs, of observations, in order.
template <class P>
class PackLatents {
 public:
  using Real = typename P::Real;

  PackLatents(const LatentTable<Real>& table, int first)
      : at_(table.values.data() + first),
        stride_(table.stride),
        kinds_(table.kinds.data()),
        left_(static_cast<int>(table.kinds.size())) {}

  P uniform() { return next(LatentKind::uniform); }
  P normal() { return next(LatentKind::normal); }

  /// False once the simulator has asked for more latents than it declared, or
  /// for another kind than before.
  bool in_order() const { return in_order_; }

 private:
  P next(LatentKind kind) {
    if (left_ == 0 || *kinds_ != kind) {
      in_order_ = false;
      return P(0.5);
    }
    const P value = P::load(at_);
    at_ += stride_;
    ++kinds_;
    --left_;
    return value;
  }

  const Real* at_;
  std::ptrdiff_t stride_;
  const LatentKind* kinds_;
  int left_;
  bool in_order_ = true;
};

/// Runs a templated simulator over packs of observations: plain packs for
/// values, duals of packs for derivatives.
template <Simulator Sim, class Isa>
class Vectorised final : public BatchSimulator {
 public:
  explicit Vectorised(const Sim& simulator) : simulator_(simulator) {}

  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, Simulation<float>& out) const override {
    return run(theta.data(), latents, derivatives, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, Simulation<double>& out) const override {
    return run(theta.data(), latents, derivatives, out);
  }

 private:
  template <class Real>
  bool run(const double* theta, const LatentTable<Real>& latents, Derivatives derivatives,
           Simulation<Real>& out) const {
    return derivatives == Derivatives::yes ? differentiate(theta, latents, out)
                                           : evaluate(theta, latents, out);
  }

  template <class Real>
  bool evaluate(const double* theta, const LatentTable<Real>& latents,
                Simulation<Real>& out) const {
    using P = Pack<Real, Isa>;
    constexpr int chains = Isa::bytes >= 64 ? 4 : 2;  // as many as the registers allow
    int j = 0;
    const bool fine = evaluate_by<Bundle<P, chains>>(theta, latents, j, out);
    return evaluate_by<P>(theta, latents, j, out) && fine;
  }

  /// As many whole packs P as there are from observation j on.
  template <class P, class Real>
  [[gnu::flatten]] bool evaluate_by(const double* theta, const LatentTable<Real>& latents, int& j,
                                    Simulation<Real>& out) const {
    Vec<P, Sim::parameters> at;
    for (int k = 0; k < Sim::parameters; ++k) at[k] = P(theta[k]);
    bool fine = true;
    for (; j + P::lanes <= out.stride; j += P::lanes) {
      PackLatents<P> latent(latents, j);
      const auto y = simulator_(at, latent);
      for (int c = 0; c < Sim::dimension; ++c)
        bring_near(y[c]).store(out.y.data() + c * std::ptrdiff_t{out.stride} + j);
      for (int c = 0; c < Sim::dimension; ++c) fine &= !any(!(y[c] == y[c]));
      fine &= latent.in_order();
    }
    return fine;
  }

  template <class Real>
  bool differentiate(const double* theta, const LatentTable<Real>& latents,
                     Simulation<Real>& out) const {
    using P = Pack<Real, Isa>;
    using D = Dual<P, Sim::parameters>;
    Vec<D, Sim::parameters> at;
    for (int k = 0; k < Sim::parameters; ++k) at[k] = D::variable(P(theta[k]), k);
    const std::ptrdiff_t stride = out.stride;
    bool fine = true;
    for (int j = 0; j < out.stride; j += P::lanes) {
      PackLatents<P> latent(latents, j);
      const auto y = simulator_(at, latent);
      for (int c = 0; c < Sim::dimension; ++c) {
        const auto near = abs(y[c].value) < P(far_away<Real>);
        bring_near(y[c].value).store(out.y.data() + c * stride + j);
        fine &= !any(!(y[c].value == y[c].value));
        for (int k = 0; k < Sim::parameters; ++k) {
          const P slope = select(near, y[c].slope[k], P(0.0));
          fine &= !any(!(abs(slope) <= P(std::numeric_limits<Real>::max())));
          slope.store(out.jacobian.data() + (k * Sim::dimension + c) * stride + j);
        }
      }
      fine &= latent.in_order();
    }
    return fine;
  }

  template <class P>
  static P bring_near(const P& y) {
    const P limit = far_away<typename P::Real>;
    return select(y < -limit, -limit, select(y > limit, limit, y));
  }

  Sim simulator_;
};

/// Asks a simulator which latents it wants, by running it once with doubles.
class RecordingLatents {
 public:
  double uniform() { return kinds_.push_back(LatentKind::uniform), 0.5; }
  double normal() { return kinds_.push_back(LatentKind::normal), 0.25; }
  const std::vector<LatentKind>& kinds() const { return kinds_; }

 private:
  std::vector<LatentKind> kinds_;
};

}  // namespace surefoot
