#pragma once

#include <surefoot/pairs/points.hpp>

namespace surefoot {

/// Frequencies of random features, one after the other.  A view.
template <class Real>
struct Frequencies {
  int count;
  int dimension;
  const Real* omega;  // count x dimension
};

/// The hot loops over points and frequencies.  An embedding is a cosine and a
/// sine for each frequency, side by side.
template <class Real>
struct FeatureLoops {
  /// sum_a W_a (cos, sin)(omega_f' x_a), for all f.
  void (*embed)(const Frequencies<Real>& frequencies, const Points<Real>& x, double* embedding);

  /// sum_j v_j sum_f e_f . (cos, sin)(omega_f' y_j); adds the gradient in y to
  /// `gradient` unless it is null.
  double (*meet)(const Frequencies<Real>& frequencies, const Real* embedding, const Points<Real>& y,
                 double* gradient);
};

}  // namespace surefoot
