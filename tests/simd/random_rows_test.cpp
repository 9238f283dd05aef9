#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>
#include <surefoot/simd/aligned.hpp>

#include "simd/present_tables.hpp"

namespace surefoot {
namespace {

constexpr Coordinates somewhere{.seed = 0x0123456789abcdef,
                                .draw = 0x80000003,
                                .step = 5,
                                .index = 7,
                                .purpose = Purpose::predictive};

class RandomRow : public testing::TestWithParam<const IsaTable*> {
 protected:
  const RandomRows& rows() const { return GetParam()->random; }
};

INSTANTIATE_TEST_SUITE_P(Sets, RandomRow, testing::ValuesIn(present_tables()),
                         [](const auto& set) { return std::string(set.param->name); });

TEST_P(RandomRow, HasTheUniformsOfTheBlocksOneByOne) {
  for (const std::uint32_t index : {0u, 7u, 0xfffffff9u})  // the last passes the largest index
    for (const int count : {1, 16, 50}) {
      Coordinates at = somewhere;
      at.index = index;
      std::vector<double> even(static_cast<std::size_t>(padded(count))), odd = even;
      rows().uniforms(philox_input(at, 0x07ffffff), count, even.data(), odd.data());
      for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j, ++at.index) {
        const Block block = random_block(at, 0x07ffffff);
        ASSERT_EQ(even[j], to_uniform(block[0], block[1])) << j;
        ASSERT_EQ(odd[j], to_uniform(block[2], block[3])) << j;
      }
    }
}

// The logarithm is off by up to two units of its last place, whatever the number of exponentials
// leaves of a pack or of the last block.
TEST_P(RandomRow, HasTheExponentialsOfTheBlocksOneByOne) {
  for (const std::size_t count : {0, 1, 2, 15, 16, 17, 511, 512, 513, 2000}) {
    std::vector<double> found(count + 1, -1.0);
    const double total = rows().exponentials(philox_input(somewhere, 0), count, found.data());
    EXPECT_EQ(found[count], -1.0) << "written beyond the end";
    double sum = 0.0;
    Coordinates at = somewhere;
    for (std::size_t i = 0; i < count; ++i) {
      at.index = somewhere.index + static_cast<std::uint32_t>(i / 2);
      const Block block = random_block(at, 0);
      const double exact = -std::log(to_uniform(block[i % 2 * 2], block[i % 2 * 2 + 1]));
      ASSERT_NEAR(found[i], exact, 2.0 * 0x1p-52 * exact) << i << " of " << count;
      sum += found[i];
    }
    EXPECT_NEAR(total, sum, 1e-13 * sum);
  }
}

TEST_P(RandomRow, DividesToTheLastBit) {
  std::vector<double> row(21);
  rows().exponentials(philox_input(somewhere, 0), row.size(), row.data());
  std::vector<double> divided = row;
  rows().divide(3.7, row.size(), divided.data());
  for (std::size_t i = 0; i < row.size(); ++i) EXPECT_EQ(divided[i], row[i] / 3.7);
}

/// Uniforms far out in either tail, and some between: 1 - u is exact, so both tails can be.
std::vector<double> tails_and_middle() {
  std::vector<double> uniforms;
  for (int power = 53; power > 0; --power) {
    uniforms.push_back(std::ldexp(1.0, -power));
    uniforms.push_back(1.0 - std::ldexp(1.0, -power));
  }
  for (int i = 1; i < 100; ++i) uniforms.push_back(0.01 * i);
  uniforms.resize(static_cast<std::size_t>(padded(static_cast<int>(uniforms.size()))), 0.5);
  return uniforms;
}

TEST_P(RandomRow, HasNormalsAsGoodInEitherTail) {
  const auto u = tails_and_middle();
  const auto count = static_cast<int>(u.size());
  std::vector<double> full(u.size());
  std::vector<float> single(u.size());
  rows().double_latents(LatentKind::normal, u.data(), count, full.data());
  rows().float_latents(LatentKind::normal, u.data(), count, single.data());
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double exact = normal_quantile(u[i]);
    EXPECT_NEAR(full[i], exact, 4.0 * 0x1p-52 * std::abs(exact) + 1e-16) << u[i];
    EXPECT_EQ(single[i], static_cast<float>(full[i])) << u[i];
  }
  for (std::size_t i = 0; i < 2 * 53; i += 2) EXPECT_EQ(full[i], -full[i + 1]) << u[i];
}

TEST_P(RandomRow, KeepsUniformsInsideTheirEnds) {
  auto u = tails_and_middle();
  u[0] = 0.0;
  u[1] = 1.0;
  const auto count = static_cast<int>(u.size());
  std::vector<double> full(u.size());
  std::vector<float> single(u.size());
  rows().double_latents(LatentKind::uniform, u.data(), count, full.data());
  rows().float_latents(LatentKind::uniform, u.data(), count, single.data());
  EXPECT_EQ(full[0], 0x1p-53);
  EXPECT_EQ(full[1], 1.0 - 0x1p-53);
  EXPECT_EQ(single[0], 0x1p-24F);
  EXPECT_EQ(single[1], 1.0F - 0x1p-24F);
  for (std::size_t i = 2; i < u.size(); ++i) {
    EXPECT_EQ(full[i], u[i]);
    EXPECT_TRUE(single[i] > 0.0F && single[i] < 1.0F) << u[i];
    EXPECT_NEAR(single[i], u[i], 0x1p-24);
  }
}

/// The scrambling on one integer.
std::uint32_t scramble(std::uint32_t bits, std::uint32_t key) {
  const auto reverse = [](std::uint32_t x) {
    std::uint32_t y = 0;
    for (int i = 0; i < 32; ++i) y |= (x >> i & 1U) << (31 - i);
    return y;
  };
  std::uint32_t x = reverse(bits);
  x ^= x * 0x3d20adeaU;
  x += key;
  x *= (key >> 16) | 1U;
  x ^= x * 0x05526c56U;
  x ^= x * 0x53a22864U;
  return reverse(x);
}

TEST_P(RandomRow, ScramblesPointsAsOneByOne) {
  std::vector<std::uint32_t> points(64);
  for (std::size_t j = 0; j < points.size(); ++j)
    points[j] = random_block(somewhere, static_cast<std::uint32_t>(j))[0];
  for (const std::uint32_t key : {0u, 0x9abcdef0u, 0xffffffffu}) {
    std::vector<double> found(points.size());
    rows().scrambled(points.data(), key, static_cast<int>(points.size()), found.data());
    for (std::size_t j = 0; j < points.size(); ++j)
      ASSERT_EQ(found[j], (scramble(points[j], key) + 0.5) * 0x1p-32) << j;
  }
}

}  // namespace
}  // namespace surefoot
