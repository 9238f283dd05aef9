#pragma once

namespace surefoot {

/// Weighted points as the kernel sums read them: one array per coordinate,
/// padded to whole packs, with weight 0 in the padding.  A view.
template <class Real>
struct Points {
  int count;
  int stride;
  int dimension;
  const Real* coordinates;  // dimension x stride
  const Real* weights;      // stride
};

}  // namespace surefoot
