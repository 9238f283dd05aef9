#include <surefoot/math.hpp>
#include <surefoot/simd/normal.hpp>

namespace surefoot {

double normal_quantile(double p) { return normal_quantile(Pack<double, Baseline>(p)).v[0]; }

}  // namespace surefoot
