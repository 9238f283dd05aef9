#include <surefoot/cuda/lane.cuh>
#include <surefoot/cuda/memory.hpp>

#include "function_probe.hpp"

namespace surefoot {
namespace {

using namespace cuda;

template <class Real>
__global__ void write_functions(Real x, Real y, Real* out) {
  using D = Dual<Lane<Real>, 2>;
  D results[most_functions];
  const int count =
      every_function(D::variable(Lane<Real>(x), 0), D::variable(Lane<Real>(y), 1), results);
  for (int i = 0; i < count; ++i) {
    out[3 * i] = results[i].value.v;
    for (int k = 0; k < 2; ++k) out[3 * i + 1 + k] = results[i].slope[k].v;
  }
}

}  // namespace

template <class Real>
std::vector<Real> device_functions(Real x, Real y) {
  const DeviceArray<Real> device(std::vector<Real>(3 * most_functions, Real(0)));
  write_functions<<<1, 1>>>(x, y, device.data());
  check(cudaGetLastError(), "to start a test");
  std::vector<Real> values(device.size());
  check(cudaMemcpy(values.data(), device.data(), values.size() * sizeof(Real),
                   cudaMemcpyDeviceToHost),
        "to copy from the device");
  return values;
}

template std::vector<float> device_functions(float, float);
template std::vector<double> device_functions(double, double);

}  // namespace surefoot
