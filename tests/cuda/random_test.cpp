#include <gtest/gtest.h>

#include <surefoot/prior/dirichlet_process.hpp>

#include "cuda/device_support.hpp"
#include "cuda/random_probe.hpp"

// The random integers behind weights and latent points are the CPU's, bit for bit; logarithms and
// quantiles of them may differ in the last digit.
namespace surefoot {
namespace {

using DeviceRandom = OnDevice;

TEST_F(DeviceRandom, UniformsAreTheHosts) {
  for (const Coordinates& at : {Coordinates{0, 0, 0, 0, Purpose::weights},
                                Coordinates{0x123456789abcdef0, 7, 3, 11, Purpose::simulation},
                                Coordinates{~0ULL, ~0U, ~0U, ~0U, Purpose::selection}}) {
    const auto device = device_uniforms(at, 1001);
    Noise host(at);
    for (const double u : device) ASSERT_EQ(u, host.uniform());
  }
}

TEST_F(DeviceRandom, WeightsAreTheHosts) {
  for (const int n : {1, 2, 3, 255, 256, 257, 5001})
    for (const std::uint32_t draw : {0U, 1U, 999999U}) {
      DirichletDraw host;
      dirichlet_process_draw({}, static_cast<std::size_t>(n), 42, draw, host);
      const auto device = device_weights(42, draw, n);
      ASSERT_EQ(device.size(), host.weights.size());
      for (std::size_t i = 0; i < device.size(); ++i)
        ASSERT_NEAR(device[i], host.weights[i], 1e-12 * host.weights[i] + 1e-18)
            << n << " observations, draw " << draw << ", weight " << i;
    }
}

template <class Real>
void expect_the_hosts_latents(Design kind, int simulations, double tolerance) {
  const std::vector<LatentKind> kinds{LatentKind::normal, LatentKind::uniform, LatentKind::normal};
  const LatentDesign design(kind, simulations, kinds);
  for (const std::uint32_t step : {0U, 3U}) {
    LatentTable<Real> host;
    design.fill({9, 5, step, 0, Purpose::simulation}, host);
    const auto device = device_latents<Real>(kind, design, kinds, 9, 5, step);
    for (std::size_t k = 0; k < kinds.size(); ++k)
      for (int j = 0; j < simulations; ++j) {
        const double expected = host.slot(k)[j];
        ASSERT_NEAR(device[k * static_cast<std::size_t>(simulations) + static_cast<std::size_t>(j)],
                    expected, tolerance * (1.0 + std::abs(expected)))
            << to_word(kind) << ", latent " << k << " of simulation " << j;
      }
  }
}

TEST_F(DeviceRandom, LatentsAreTheHosts) {
  for (const Design kind : {Design::iid, Design::sobol})
    for (const int simulations : {2, 300, 1025}) {
      expect_the_hosts_latents<float>(kind, simulations, 5e-7);
      expect_the_hosts_latents<double>(kind, simulations, 1e-11);
    }
}

}  // namespace
}  // namespace surefoot
