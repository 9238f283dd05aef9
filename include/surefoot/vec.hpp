#pragma once

#include <surefoot/host_device.hpp>

namespace surefoot {

/// A fixed number of values, for either processor.
template <class Real, int N>
struct Vec {
  Real values[N];

  SUREFOOT_HD constexpr Real& operator[](int i) { return values[i]; }
  SUREFOOT_HD constexpr const Real& operator[](int i) const { return values[i]; }
};

}  // namespace surefoot
