#pragma once

#include <cstddef>

#include <surefoot/simd/trigonometry.hpp>

#include "objective/features.hpp"

namespace surefoot {

/// The loops over points and frequencies on the packs of one instruction set,
/// for one dimension, or for any if D is 0.  Packs run over the points; sums of
/// one tile are kept in Real and added up in double.
template <class Isa, class Real, int D>
class FeatureLoop {
 public:
  using P = Pack<Real, Isa>;
  static constexpr int tile = 512;   // points whose sums are kept in Real
  static constexpr int block = 128;  // frequencies, likewise: their slopes stay in the cache

  [[gnu::flatten]] static void embed(const Frequencies<Real>& frequencies, const Points<Real>& x,
                                     double* embedding) {
    const int d = D > 0 ? D : frequencies.dimension;
    for (int f = 0; f < 2 * frequencies.count; ++f) embedding[f] = 0.0;
    for (int first = 0; first < x.count; first += tile) {
      const int last = first + tile < x.stride ? first + tile : x.stride;
      for (int f = 0; f < frequencies.count; ++f) {
        const Real* omega = frequencies.omega + f * std::ptrdiff_t{d};
        P cosine = P(0.0), sine = P(0.0);
        for (int a = first; a < last; a += P::lanes) {
          const auto wave = sincos(phase(omega, d, x, a));
          const P w = P::load(x.weights + a);
          cosine += w * wave.cos;
          sine += w * wave.sin;
        }
        embedding[2 * f] += double(sum(cosine));
        embedding[2 * f + 1] += double(sum(sine));
      }
    }
  }

  static double meet(const Frequencies<Real>& frequencies, const Real* embedding,
                     const Points<Real>& y, double* gradient) {
    double total = 0.0;
    for (int j = 0; j < y.count; j += P::lanes)
      for (int first = 0; first < frequencies.count; first += block) {
        const int count =
            frequencies.count - first < block ? frequencies.count - first : int{block};
        const int d = D > 0 ? D : frequencies.dimension;
        const Frequencies<Real> some{count, frequencies.dimension,
                                     frequencies.omega + first * std::ptrdiff_t{d}};
        total += meet_block(some, embedding + 2 * std::ptrdiff_t{first}, y, j, gradient);
      }
    return total;
  }

 private:
  [[gnu::always_inline]] static P phase(const Real* omega, int d, const Points<Real>& x, int a) {
    P sum = P(omega[0]) * P::load(x.coordinates + a);
    for (int c = 1; c < d; ++c)
      sum += P(omega[c]) * P::load(x.coordinates + c * std::ptrdiff_t{x.stride} + a);
    return sum;
  }

  [[gnu::flatten]] static double meet_block(const Frequencies<Real>& frequencies,
                                            const Real* embedding, const Points<Real>& y, int j,
                                            double* gradient) {
    const int d = D > 0 ? D : frequencies.dimension;
    P slopes[block];  // in the phase
    P value = P(0.0);
    for (int f = 0; f < frequencies.count; ++f) {
      const auto wave = sincos(phase(frequencies.omega + f * std::ptrdiff_t{d}, d, y, j));
      const P cosine = P(embedding[2 * f]), sine = P(embedding[2 * f + 1]);
      value += cosine * wave.cos + sine * wave.sin;
      slopes[f] = sine * wave.cos - cosine * wave.sin;
    }
    const P weights = P::load(y.weights + j);
    if (gradient)
      for (int c = 0; c < d; ++c) {
        P slope = P(0.0);
        for (int f = 0; f < frequencies.count; ++f)
          slope += P(frequencies.omega[f * std::ptrdiff_t{d} + c]) * slopes[f];
        slope *= weights;
        double* to = gradient + c * std::ptrdiff_t{y.stride} + j;
        for (int i = 0; i < P::lanes && j + i < y.count; ++i) to[i] += double(slope.v[i]);
      }
    return double(sum(weights * value));
  }
};

/// The loops of the dimension that the frequencies have.
template <class Isa, class Real>
void embed_features(const Frequencies<Real>& frequencies, const Points<Real>& x,
                    double* embedding) {
  switch (frequencies.dimension) {
    case 1:
      return FeatureLoop<Isa, Real, 1>::embed(frequencies, x, embedding);
    case 2:
      return FeatureLoop<Isa, Real, 2>::embed(frequencies, x, embedding);
    default:
      return FeatureLoop<Isa, Real, 0>::embed(frequencies, x, embedding);
  }
}

template <class Isa, class Real>
double meet_features(const Frequencies<Real>& frequencies, const Real* embedding,
                     const Points<Real>& y, double* gradient) {
  switch (frequencies.dimension) {
    case 1:
      return FeatureLoop<Isa, Real, 1>::meet(frequencies, embedding, y, gradient);
    case 2:
      return FeatureLoop<Isa, Real, 2>::meet(frequencies, embedding, y, gradient);
    default:
      return FeatureLoop<Isa, Real, 0>::meet(frequencies, embedding, y, gradient);
  }
}

}  // namespace surefoot
