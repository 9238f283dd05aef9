#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/simd/pack.hpp>

namespace surefoot {
namespace {

template <class P>
class Packs : public testing::Test {
 protected:
  using Real = typename P::Real;
  using Lanes = std::vector<Real>;
  static constexpr Real inf = std::numeric_limits<Real>::infinity();
  static constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

  static Lanes lanes(P pack) {
    Lanes values(P::lanes);
    pack.store(values.data());
    return values;
  }
  template <class F>
  static Lanes make(F f) {
    Lanes values;
    for (int i = 0; i < P::lanes; ++i) values.push_back(static_cast<Real>(f(i)));
    return values;
  }
  static P pack(const Lanes& values) { return P::load(values.data()); }

  /// Neither symmetric nor sorted, so that a lane out of place shows.
  static P mixed() {
    return pack(make([](int i) { return (i * 7) % 5 - 2.5 + i; }));
  }
};

using AllPacks = testing::Types<Pack<float, ThisIsa>, Pack<double, ThisIsa>>;
TYPED_TEST_SUITE(Packs, AllPacks);

TYPED_TEST(Packs, FillOneRegister) {
  EXPECT_EQ(TypeParam::lanes * sizeof(typename TypeParam::Real), TypeParam::Isa::bytes);
  EXPECT_EQ(sizeof(TypeParam), TypeParam::Isa::bytes);
}

TYPED_TEST(Packs, LoadAndStoreAnyAddress) {
  typename TestFixture::Lanes memory(2 * TypeParam::lanes + 1);
  std::iota(memory.begin(), memory.end(), typename TypeParam::Real(1));
  TypeParam::load(&memory[1]).store(&memory[TypeParam::lanes + 1]);
  for (int i = 0; i < TypeParam::lanes; ++i)
    EXPECT_EQ(memory[TypeParam::lanes + 1 + i], i + 2) << "lane " << i;
  EXPECT_EQ(memory[TypeParam::lanes], TypeParam::lanes + 1);
}

TYPED_TEST(Packs, BroadcastNumbersOfAnyType) {
  for (const TypeParam p : {TypeParam(3), TypeParam(3.0), TypeParam(3.0F), TypeParam(3U)})
    EXPECT_EQ(this->lanes(p), this->make([](int) { return 3; }));
  EXPECT_TRUE(std::signbit(this->lanes(TypeParam(typename TypeParam::Real(-0.0)))[0]));
  EXPECT_EQ(this->lanes(TypeParam(this->inf))[0], this->inf);
  EXPECT_TRUE(std::isnan(this->lanes(TypeParam(this->nan))[0]));
}

TYPED_TEST(Packs, RampCountsTheLanes) {
  EXPECT_EQ(this->lanes(TypeParam::ramp()), this->make([](int i) { return i; }));
}

TYPED_TEST(Packs, ArithmeticIsLaneByLane) {
  const auto a = this->lanes(this->mixed()), b = this->make([](int i) { return i + 2; });
  const TypeParam x = this->pack(a), y = this->pack(b);
  EXPECT_EQ(this->lanes(x + y), this->make([&](int i) { return a[i] + b[i]; }));
  EXPECT_EQ(this->lanes(x - y), this->make([&](int i) { return a[i] - b[i]; }));
  EXPECT_EQ(this->lanes(x * y), this->make([&](int i) { return a[i] * b[i]; }));
  EXPECT_EQ(this->lanes(x / y), this->make([&](int i) { return a[i] / b[i]; }));
  EXPECT_EQ(this->lanes(-x), this->make([&](int i) { return -a[i]; }));
  EXPECT_EQ(this->lanes(2.0 * x - 1), this->make([&](int i) { return 2 * a[i] - 1; }));
  TypeParam z = x;
  z += y;
  z *= y;
  z -= x;
  z /= y;
  const auto expected = this->make([&](int i) { return ((a[i] + b[i]) * b[i] - a[i]) / b[i]; });
  EXPECT_EQ(this->lanes(z), expected);
}

TYPED_TEST(Packs, SelectFollowsEachComparison) {
  const TypeParam x = TypeParam::ramp(), one = TypeParam(1.0), zero = TypeParam(0.0);
  const auto chosen = [&](auto mask) { return this->lanes(select(mask, one, zero)); };
  EXPECT_EQ(chosen(x < one), this->make([](int i) { return i < 1; }));
  EXPECT_EQ(chosen(x <= one), this->make([](int i) { return i <= 1; }));
  EXPECT_EQ(chosen(x > one), this->make([](int i) { return i > 1; }));
  EXPECT_EQ(chosen(x >= one), this->make([](int i) { return i >= 1; }));
  EXPECT_EQ(chosen(x == one), this->make([](int i) { return i == 1; }));
  EXPECT_EQ(chosen(!(x == one)), this->make([](int i) { return i != 1; }));
  EXPECT_EQ(chosen((x > zero) & (x < one)), this->make([](int) { return 0; }));
  EXPECT_EQ(chosen((x < one) | (x > one)), this->make([](int i) { return i != 1; }));
}

TYPED_TEST(Packs, SelectHidesANaNThatIsNotChosen) {
  const TypeParam x = TypeParam::ramp();
  const TypeParam safe = select(x > 0.0, TypeParam(this->nan), x);
  EXPECT_EQ(this->lanes(safe)[0], 0.0);
  EXPECT_TRUE(std::isnan(this->lanes(safe)[1]));
}

TYPED_TEST(Packs, AnySeesEveryLane) {
  const TypeParam x = TypeParam::ramp();
  for (int i = 0; i < TypeParam::lanes; ++i) EXPECT_TRUE(any(x == TypeParam(i))) << "lane " << i;
  EXPECT_FALSE(any(x < 0.0));
  EXPECT_FALSE(any(TypeParam(this->nan) == TypeParam(this->nan)));
}

TYPED_TEST(Packs, MinAndMaxTakeTheSecondWhereOneIsNaN) {
  const TypeParam x = this->mixed(), y = TypeParam(0.5), none = TypeParam(this->nan);
  const auto a = this->lanes(x);
  EXPECT_EQ(this->lanes(min(x, y)), this->make([&](int i) { return std::min<double>(a[i], 0.5); }));
  EXPECT_EQ(this->lanes(max(x, y)), this->make([&](int i) { return std::max<double>(a[i], 0.5); }));
  EXPECT_EQ(this->lanes(min(none, y)), this->lanes(y));
  EXPECT_EQ(this->lanes(max(none, y)), this->lanes(y));
  EXPECT_TRUE(std::isnan(this->lanes(min(y, none))[0]));
  EXPECT_TRUE(std::isnan(this->lanes(max(y, none))[0]));
}

TYPED_TEST(Packs, AbsAndSqrtAreThoseOfNumbers) {
  const auto a = this->lanes(this->mixed());
  EXPECT_EQ(this->lanes(abs(this->mixed())), this->make([&](int i) { return std::abs(a[i]); }));
  const auto root = [](int i) { return std::sqrt(static_cast<typename TypeParam::Real>(i)); };
  EXPECT_EQ(this->lanes(sqrt(TypeParam::ramp())), this->make(root));
  EXPECT_EQ(this->lanes(abs(TypeParam(-this->inf)))[0], this->inf);
}

// Halves are added to halves: in four lanes (0 + 2) + (1 + 3).  Draws depend on that order.
TYPED_TEST(Packs, SumAddsHalvesToHalves) {
  // Where 0.75 is rounded away.
  const auto big = 1 / std::numeric_limits<typename TypeParam::Real>::epsilon();
  auto values = this->make([&](int i) { return i == 0 ? big : 0.75; });
  const auto got = sum(this->pack(values));
  for (int half = TypeParam::lanes / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) values[i] = values[i] + values[i + half];
  EXPECT_EQ(got, values[0]);
  EXPECT_EQ(sum(TypeParam::ramp()), TypeParam::lanes * (TypeParam::lanes - 1) / 2);
}

TYPED_TEST(Packs, BitsComeBack) {
  EXPECT_EQ(this->lanes(TypeParam::from_bits(this->mixed().bits())), this->lanes(this->mixed()));
}

}  // namespace
}  // namespace surefoot
