#pragma once

namespace surefoot {

/// What the device can do at most, in operations a second: powers of 2 by the
/// special function units, and pairs of a Gaussian kernel on the line with their
/// gradients, from points that lie in shared memory already.
struct GpuCeiling {
  double powers;
  double pairs;
};

GpuCeiling measure_gpu_ceiling();

}  // namespace surefoot
