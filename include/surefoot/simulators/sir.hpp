#pragma once

#include <span>

#include <surefoot/concepts.hpp>
#include <surefoot/simulators/built_in.hpp>

namespace surefoot {

/// An SIR epidemic in a closed population: how many are infected at equally
/// spaced times.  Parameters (infection rate, recovery rate), per unit of time.
///
/// In each of `steps` steps between two observations, with h the length of one,
///
///     infections ~ Binomial(S, 1 - exp(-infection I h / N)),
///     recoveries ~ Binomial(I, 1 - exp(-recovery h)),
///
/// the chain-binomial model.  Here each binomial is a normal of its mean and
/// variance, cut to what there is: counts are not whole, a fixed number of
/// latents will do, and paths move smoothly with the parameters.  What that
/// gets wrong is chance extinction while only a few are infected.
struct SirEpidemic {
  static constexpr int parameters = 2;

  int length = 5;  // observations
  int steps = 8;
  int latents = 2 * length * steps;
  double population = 1000.0;
  double infected = 10.0;  // at the beginning
  double interval = 8.0;   // between observations

  template <class Real, class Latent>
  void operator()(const Vec<Real, parameters>& theta, Latent& latent,
                  std::span<Real> prevalence) const {
    const double h = interval / steps;
    const Real force = theta[0] * (-h / population);
    const Real recovers = -expm1(theta[1] * -h);
    Real s = Real(population - infected), i = Real(infected);
    for (Real& y : prevalence) {
      for (int t = 0; t < steps; ++t) {
        const Real infections = near_binomial(s, -expm1(force * i), latent.normal());
        const Real recoveries = near_binomial(i, recovers, latent.normal());
        s = s - infections;
        i = i + infections - recoveries;
      }
      y = i;
    }
  }

 private:
  template <class Real, class Normal>
  static Real near_binomial(const Real& count, const Real& chance, const Normal& z) {
    const Real mean = count * chance, variance = mean * (1.0 - chance);
    const Real none = Real(1e-12);  // below, the root has no slope to speak of
    const Real sd = select(variance < none, Real(0.0), sqrt(max(variance, none)));
    return min(max(mean + sd * z, Real(0.0)), count);
  }
};

/// The built-in model.
struct SirModel {
  static constexpr std::string_view name = "sir";
  static constexpr std::string_view summary =
      "SIR epidemic in a closed population; a row is the infected at some times";
  using Simulators = TypeList<>;
  static std::vector<ModelOption> options(int dimension);
  static void describe(Model& model);
};

}  // namespace surefoot
