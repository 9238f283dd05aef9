#pragma once

#include <surefoot/kernels/closed_form.hpp>
#include <surefoot/latents/statistic.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// How A and C combine: the objective, the mass at which it is attained, and
/// its derivatives in A and C.
///
/// mass fixed: A - 2C.  mass free: the minimum over s in [0, 1] of s^2 A - 2 s C,
/// which is -C^2/A where C < A (s = C/A) and A - 2C elsewhere; continuously
/// differentiable.  A <= 0, possible for an unbiased estimate, counts as mass 1.
struct Combined {
  double objective;
  double mass;
  double slope_a;
  double slope_c;
};
SUREFOOT_HD inline Combined combine(const Embeddings& e, Mass mass) {
  if (mass == Mass::free && e.a > 0.0 && e.c < e.a) {
    const double s = e.c > 0.0 ? e.c / e.a : 0.0;
    return {-s * e.c, s, s * s, -2.0 * s};
  }
  return {e.a - 2.0 * e.c, 1.0, 1.0, -2.0};
}

/// What the gradient of the sum over i != j is multiplied by to be that of A.
SUREFOOT_HD inline double self_factor(double square_sum, Statistic statistic) {
  return statistic == Statistic::u ? 1.0 / (1.0 - square_sum) : 1.0;
}

/// A from the sum over i != j of v_i v_j k(y_i, y_j): without the diagonal and
/// renormalised (U), or with it (V).  `square_sum` is sum_j v_j^2.
SUREFOOT_HD inline double self_embedding(double off_diagonal, double square_sum, double at_zero,
                                         Statistic statistic) {
  const double diagonal = statistic == Statistic::v ? at_zero * square_sum : 0.0;
  return self_factor(square_sum, statistic) * off_diagonal + diagonal;
}

}  // namespace surefoot
