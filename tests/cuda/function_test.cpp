#include <gtest/gtest.h>

#include "cuda/device_support.hpp"
#include "cuda/function_probe.hpp"

namespace surefoot {
namespace {

using DeviceFunctions = OnDevice;

template <class Real>
void expect_the_hosts(double tolerance) {
  using D = Dual<double, 2>;
  for (const auto& [x, y] : {std::pair{0.3, 1.7}, std::pair{0.8, 2.4}}) {
    const auto device = device_functions(static_cast<Real>(x), static_cast<Real>(y));
    D host[most_functions];
    const int count = every_function(D::variable(static_cast<Real>(x), 0),
                                     D::variable(static_cast<Real>(y), 1), host);
    for (int i = 0; i < count; ++i) {
      const double expected[] = {host[i].value, host[i].slope[0], host[i].slope[1]};
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(device[static_cast<std::size_t>(3 * i) + k], expected[k],
                    tolerance * (1.0 + std::abs(expected[k])))
            << "function " << i << ", part " << k;
    }
  }
}

TEST_F(DeviceFunctions, AreTheHostsWithTheirDerivatives) {
  expect_the_hosts<double>(1e-13);
  expect_the_hosts<float>(2e-5);
}

}  // namespace
}  // namespace surefoot
