#pragma once

#include <cstdint>
#include <memory>

#include <surefoot/objective/embedder.hpp>

namespace surefoot {

/// The sums of one term by random Fourier features, in any dimension:
///
///     k(x, y) ~ (1/D) sum_f cos(omega_f' (x - y))
///
/// with D frequencies drawn from the kernel's spectral measure, in orthogonal
/// directions as far as the dimension goes.  Each sum is off by something of the
/// order of 1/sqrt(D), a smooth function of y since the frequencies are fixed,
/// and its gradient is the exact derivative of what it returns.  Gradients of
/// the Laplace kernel do not settle however many frequencies there are: these
/// have no mean, because of the cusp.
///
/// A target costs O(n D d) and m points O(m D d), where all pairs would cost
/// O(n m d).
///
/// The frequencies are a function of the seed, the term, the dimension and
/// their number.  Phases are of coordinates, not of differences: in float, data
/// should be near 0 compared to their spread.
///
/// Null for a family that has no features (energy).  The term must have its
/// lengthscale.
template <class Real>
std::unique_ptr<Embedder<Real>> make_feature_embedder(const KernelTerm& term, int dimension,
                                                      int frequencies, std::uint64_t seed);

}  // namespace surefoot
