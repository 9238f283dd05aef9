#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>

namespace surefoot {
namespace {

constexpr Coordinates somewhere{
    .seed = 0x0123456789abcdef, .draw = 3, .step = 5, .index = 7, .purpose = Purpose::simulation};

// The vectors published with the generator (Random123, kat_vectors): the counter is made of the
// slot below the purpose, index, step and draw, the key of the seed.
TEST(Philox, GivesThePublishedAnswers) {
  const auto block = [](std::uint32_t first, std::uint32_t index, std::uint32_t step,
                        std::uint32_t draw, std::uint64_t seed) {
    const Coordinates at{seed, draw, step, index, static_cast<Purpose>(first >> 27)};
    return random_block(at, first & 0x07ffffff);
  };
  EXPECT_EQ(block(0, 0, 0, 0, 0), (Block{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}));
  EXPECT_EQ(block(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffffffffffff),
            (Block{{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}));
  EXPECT_EQ(block(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0x299f31d0a4093822),
            (Block{{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}));
}

TEST(Uniform, NeverReachesItsEnds) {
  EXPECT_EQ(to_uniform(0, 0), 0x1p-53);
  EXPECT_EQ(to_uniform(0xffffffff, 0xffffffff), 1.0 - 0x1p-53);
  EXPECT_EQ(to_uniform(0x80000000, 0), 0.5 + 0x1p-53);
  EXPECT_TRUE(std::isfinite(normal_quantile(to_uniform(0, 0))));
  EXPECT_TRUE(std::isfinite(normal_quantile(to_uniform(0xffffffff, 0xffffffff))));
}

TEST(Noise, DependsOnItsCoordinatesAlone) {
  Noise first(somewhere), second(somewhere);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(first.uniform(), second.uniform()) << "number " << i;
}

TEST(Noise, DiffersInEveryCoordinate) {
  std::vector<Coordinates> all{somewhere};
  const auto add = [&](auto change) {
    all.push_back(somewhere);
    change(all.back());
  };
  add([](Coordinates& at) { at.seed ^= 1; });
  add([](Coordinates& at) { at.seed ^= std::uint64_t{1} << 63; });
  add([](Coordinates& at) { ++at.draw; });
  add([](Coordinates& at) { ++at.step; });
  add([](Coordinates& at) { ++at.index; });
  add([](Coordinates& at) { at.draw ^= 0x80000000; });
  for (int purpose = 0; purpose <= static_cast<int>(Purpose::selection); ++purpose)
    if (static_cast<Purpose>(purpose) != somewhere.purpose)
      add([&](Coordinates& at) { at.purpose = static_cast<Purpose>(purpose); });
  std::set<double> seen;
  for (const Coordinates& at : all) {
    Noise noise(at);
    for (int i = 0; i < 10; ++i) seen.insert(noise.uniform());
  }
  EXPECT_EQ(seen.size(), 10 * all.size());
}

TEST(Noise, KindsOfNumberShareOneStream) {
  Noise uniforms(somewhere), others(somewhere);
  EXPECT_EQ(others.normal(), normal_quantile(uniforms.uniform()));
  EXPECT_EQ(others.exponential(), -std::log(uniforms.uniform()));
  EXPECT_EQ(others.uniform(), uniforms.uniform());
}

/// Mean and variance of 10^5 numbers within 4 standard errors (a false alarm in 8000), given the
/// mean, variance and fourth central moment of the distribution.
template <class Draw>
void expect_moments(Draw draw, double mean, double variance, double fourth) {
  constexpr int count = 100000;
  double sum = 0.0, squares = 0.0;
  for (std::uint32_t i = 0; i < count / 10; ++i) {  // ten numbers at each of many coordinates
    Coordinates at = somewhere;
    at.index = i;
    Noise noise(at);
    for (int k = 0; k < 10; ++k) {
      const double x = draw(noise) - mean;
      sum += x;
      squares += x * x;
    }
  }
  EXPECT_NEAR(sum / count, 0.0, 4.0 * std::sqrt(variance / count));
  EXPECT_NEAR(squares / count, variance, 4.0 * std::sqrt((fourth - variance * variance) / count));
}

TEST(Noise, UniformHasItsMoments) {
  expect_moments([](Noise& noise) { return noise.uniform(); }, 0.5, 1.0 / 12.0, 1.0 / 80.0);
}

TEST(Noise, NormalHasItsMoments) {
  expect_moments([](Noise& noise) { return noise.normal(); }, 0.0, 1.0, 3.0);
}

TEST(Noise, ExponentialHasItsMoments) {
  expect_moments([](Noise& noise) { return noise.exponential(); }, 1.0, 1.0, 9.0);
}

// Neighbours in any coordinate are as independent as numbers of one stream: the correlation of
// 10^4 pairs within 4 standard errors.
TEST(Noise, NeighboursAreUncorrelated) {
  constexpr std::uint32_t Coordinates::*axes[] = {&Coordinates::draw, &Coordinates::step,
                                                  &Coordinates::index};
  for (const auto axis : axes) {
    constexpr int count = 10000;
    double products = 0.0;
    Coordinates at = somewhere;
    for (int i = 0; i < count; ++i) {
      const double here = Noise(at).uniform() - 0.5;
      at.*axis += 1;
      products += here * (Noise(at).uniform() - 0.5);
    }
    EXPECT_NEAR(12.0 * products / count, 0.0, 4.0 / std::sqrt(count));
  }
}

}  // namespace
}  // namespace surefoot
