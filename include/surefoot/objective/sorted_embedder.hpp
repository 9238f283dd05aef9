#pragma once

#include <memory>

#include <surefoot/objective/embedder.hpp>

namespace surefoot {

/// The sums of one term in one dimension, exact and without visiting pairs.
/// What a kernel with a sorted form (Laplace, Matern, energy of exponent 1) gives
/// from all atoms on one side of y follows from a few sums that go from one atom to the next,
///
///     S_k = sum_a W_a s_a^k exp(-s_a),    s = sqrt(2 nu) |y - z_a| / l,
///
/// so that sorted atoms are swept once from either end.  A target costs
/// O(n log n) when its places change and O(n), with no exponential, when only
/// its weights do; m points cost O(m log n + m log m) and two exponentials each.
/// In double whatever Real is.
///
/// Null for a family that has no such sums.  The term must have its lengthscale.
template <class Real>
std::unique_ptr<Embedder<Real>> make_sorted_embedder(const KernelTerm& term);

}  // namespace surefoot
