#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/simd/bundle_math.hpp>

#include "simd/present_tables.hpp"
#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

template <class B>
class Bundles : public testing::Test {
 protected:
  using P = std::remove_extent_t<decltype(B::part)>;
  using Real = typename P::Real;
  using Lanes = std::vector<Real>;

  /// Different numbers in all lanes, neither symmetric nor sorted, between 0 and 1 or signed.
  static Lanes fractions(int seed) {
    Lanes values;
    for (int i = 0; i < B::lanes; ++i)
      values.push_back(static_cast<Real>(((i + seed) * 37 % 101 + 0.4) / 101.0));
    return values;
  }
  static Lanes signed_numbers(int seed) {
    Lanes values = fractions(seed);
    for (Real& x : values) x = 6 * x - 3;
    return values;
  }

  static Lanes lanes(const B& bundle) {
    Lanes values(B::lanes);
    bundle.store(values.data());
    return values;
  }

  /// f of bundles against f of their packs, one after the other.
  template <class F>
  static void expect_same(const char* what, const Lanes& a, const Lanes& b, F f) {
    Lanes expected(B::lanes);
    for (int i = 0; i < B::lanes; i += P::lanes)
      f(P::load(&a[static_cast<std::size_t>(i)]), P::load(&b[static_cast<std::size_t>(i)]))
          .store(&expected[static_cast<std::size_t>(i)]);
    EXPECT_EQ(lanes(f(B::load(a.data()), B::load(b.data()))), expected) << what;
  }
};

template <class Real, int N>
using BundleOf = Bundle<Pack<Real, ThisIsa>, N>;
using AllBundles = testing::Types<BundleOf<float, 2>, BundleOf<double, 2>, BundleOf<float, 4>,
                                  BundleOf<double, 4>, BundleOf<double, 1>, BundleOf<float, 3>>;
TYPED_TEST_SUITE(Bundles, AllBundles);

TYPED_TEST(Bundles, LoadAndStoreAllLanesInOrder) {
  const auto values = this->fractions(1);
  EXPECT_EQ(this->lanes(TypeParam::load(values.data())), values);
}

TYPED_TEST(Bundles, BroadcastNumbersAndPacks) {
  const typename TestFixture::Lanes threes(TypeParam::lanes, 3);
  for (const TypeParam& b :
       {TypeParam(3), TypeParam(3.0), TypeParam(3.0F), TypeParam(typename TestFixture::P(3))})
    EXPECT_EQ(this->lanes(b), threes);
}

TYPED_TEST(Bundles, ArithmeticIsThatOfThePacks) {
  const auto a = this->signed_numbers(1), b = this->signed_numbers(7);
  this->expect_same("+", a, b, [](auto x, auto y) { return x + y; });
  this->expect_same("-", a, b, [](auto x, auto y) { return x - y; });
  this->expect_same("*", a, b, [](auto x, auto y) { return x * y; });
  this->expect_same("/", a, b, [](auto x, auto y) { return x / y; });
  this->expect_same("negation", a, b, [](auto x, auto) { return -x; });
  this->expect_same("with numbers", a, b, [](auto x, auto y) { return 2.0 * x - 1 + y / 3.0F; });
  this->expect_same("in place", a, b, [](auto x, auto y) {
    x += y;
    x *= y;
    x -= 2.0 * y;
    x /= y;
    return x;
  });
}

TYPED_TEST(Bundles, FunctionsAreThoseOfThePacks) {
  const auto a = this->signed_numbers(1), b = this->signed_numbers(7);
  this->expect_same("min", a, b, [](auto x, auto y) { return min(x, y); });
  this->expect_same("max", a, b, [](auto x, auto y) { return max(x, y); });
  this->expect_same("abs", a, b, [](auto x, auto) { return abs(x); });
  this->expect_same("exp", a, b, [](auto x, auto) { return exp(x); });
  this->expect_same("exp2", a, b, [](auto x, auto) { return exp2(x); });
  this->expect_same("expm1", a, b, [](auto x, auto) { return expm1(x); });
  this->expect_same("tanh", a, b, [](auto x, auto) { return tanh(x); });
  this->expect_same("normal_density", a, b, [](auto x, auto) { return normal_density(x); });
  this->expect_same("normal_cdf", a, b, [](auto x, auto) { return normal_cdf(x); });
  this->expect_same("fabs", a, b, [](auto x, auto) { return fabs(x); });
  this->expect_same("cbrt", a, b, [](auto x, auto) { return cbrt(x); });
  this->expect_same("sin", a, b, [](auto x, auto) { return sin(x); });
  this->expect_same("cos", a, b, [](auto x, auto) { return cos(x); });
  this->expect_same("tan", a, b, [](auto x, auto) { return tan(x); });
  this->expect_same("atan", a, b, [](auto x, auto) { return atan(x); });
  this->expect_same("sinh", a, b, [](auto x, auto) { return sinh(x); });
  this->expect_same("cosh", a, b, [](auto x, auto) { return cosh(x); });
  this->expect_same("asinh", a, b, [](auto x, auto) { return asinh(x); });
  this->expect_same("erf", a, b, [](auto x, auto) { return erf(x); });
  this->expect_same("erfc", a, b, [](auto x, auto) { return erfc(x); });
  this->expect_same("lgamma", a, b, [](auto x, auto) { return lgamma(x); });
  this->expect_same("tgamma", a, b, [](auto x, auto) { return tgamma(x); });
  this->expect_same("floor", a, b, [](auto x, auto) { return floor(x); });
  this->expect_same("ceil", a, b, [](auto x, auto) { return ceil(x); });
  this->expect_same("round", a, b, [](auto x, auto) { return round(x); });
  this->expect_same("trunc", a, b, [](auto x, auto) { return trunc(x); });
  this->expect_same("atan2", a, b, [](auto x, auto y) { return atan2(x, y); });
  this->expect_same("hypot", a, b, [](auto x, auto y) { return hypot(x, y); });
  this->expect_same("fmod", a, b, [](auto x, auto y) { return fmod(x, y); });
  this->expect_same("fmin", a, b, [](auto x, auto y) { return fmin(x, y); });
  this->expect_same("fmax", a, b, [](auto x, auto y) { return fmax(x, y); });
  this->expect_same("copysign", a, b, [](auto x, auto y) { return copysign(x, y); });
  this->expect_same("pow", a, b, [](auto x, auto) { return pow(x, 3) + pow(2.0, x); });
  const auto u = this->fractions(1);
  this->expect_same("asin", u, b, [](auto x, auto) { return asin(x); });
  this->expect_same("acos", u, b, [](auto x, auto) { return acos(x); });
  this->expect_same("atanh", u, b, [](auto x, auto) { return atanh(x); });
  this->expect_same("log2", u, b, [](auto x, auto) { return log2(x); });
  this->expect_same("log10", u, b, [](auto x, auto) { return log10(x); });
  this->expect_same("acosh", u, b, [](auto x, auto) { return acosh(1.0 + x); });
  this->expect_same("pow", u, b, [](auto x, auto y) { return pow(x, y); });
  this->expect_same("sqrt", u, b, [](auto x, auto) { return sqrt(x); });
  this->expect_same("log", u, b, [](auto x, auto) { return log(x); });
  this->expect_same("log1p", u, b, [](auto x, auto) { return log1p(x); });
  this->expect_same("normal_quantile", u, b, [](auto x, auto) { return normal_quantile(x); });
}

TYPED_TEST(Bundles, SelectFollowsEachComparison) {
  auto a = this->signed_numbers(1), b = this->signed_numbers(7);
  for (std::size_t i = 0; i < a.size(); i += 3) b[i] = a[i];
  this->expect_same("<", a, b, [](auto x, auto y) { return select(x < y, x, 2.0 * y); });
  this->expect_same(">", a, b, [](auto x, auto y) { return select(x > y, x, 2.0 * y); });
  this->expect_same("<=", a, b, [](auto x, auto y) { return select(x <= y, x, 2.0 * y); });
  this->expect_same(">=", a, b, [](auto x, auto y) { return select(x >= y, x, 2.0 * y); });
  this->expect_same("==", a, b, [](auto x, auto y) { return select(x == y, x, 2.0 * y); });
  this->expect_same("!", a, b, [](auto x, auto y) { return select(!(x == y), x, 2.0 * y); });
  this->expect_same("!=", a, b, [](auto x, auto y) { return select(x != y, x, 2.0 * y); });
  this->expect_same("&&", a, b, [](auto x, auto y) {
    return select((x < y && y < 0.0) || !isfinite(x) || isnan(x) || isinf(y), x, 2.0 * y);
  });
  this->expect_same("&", a, b,
                    [](auto x, auto y) { return select((x < y) & (y < 0.0), x, 2.0 * y); });
  this->expect_same("|", a, b,
                    [](auto x, auto y) { return select((x < y) | (y < 0.0), x, 2.0 * y); });
}

TYPED_TEST(Bundles, AnySeesEveryLane) {
  for (std::size_t i = 0; i < TypeParam::lanes; ++i) {
    typename TestFixture::Lanes values(TypeParam::lanes, 0);
    values[i] = 1;
    EXPECT_TRUE(any(TypeParam::load(values.data()) > 0.0)) << "lane " << i;
  }
  EXPECT_FALSE(any(TypeParam(0.0) > 0.0));
}

/// The latents of one observation, as plain doubles.
template <class Real>
class TableLatents {
 public:
  TableLatents(const LatentTable<Real>& table, int j)
      : at_(table.values.data() + j), stride_(table.stride) {}
  double uniform() { return next(); }
  double normal() { return next(); }

 private:
  double next() {
    const double value = *at_;
    at_ += stride_;
    return value;
  }
  const Real* at_;
  std::ptrdiff_t stride_;
};

const ToggleSwitch short_toggle{.transitions = 20};

/// The built-in models that have loops of their own, on each instruction set.
std::vector<Model> models_of(const IsaTable& table) {
  Model g_and_k = built_in_model("g-and-k"),
        toggle = built_in_model("toggle-switch", 0, {{"transitions", 20}});
  g_and_k.simulator.reset(table.simulator(GAndK{}));
  toggle.simulator.reset(table.simulator(short_toggle));
  return {g_and_k, toggle};
}

double plain(const Model& model, const LatentTable<float>& latents, int j) {
  TableLatents<float> latent(latents, j);
  const auto at = [&]<int P>(Vec<double, P> theta, const auto& simulator) {
    for (int k = 0; k < P; ++k) theta[k] = model.truth[static_cast<std::size_t>(k)];
    return simulator(theta, latent)[0];
  };
  return model.name == "g-and-k" ? at(Vec<double, 4>{}, GAndK{})
                                 : at(Vec<double, 7>{}, short_toggle);
}

// Bundles of four packs leave some packs over unless the count is a multiple of 64.
constexpr int counts[] = {1, 17, 65, 500};

TEST(BundledSimulator, GivesTheNumbersOfPlainDoublesForAnyCount) {
  for (const IsaTable* table : present_tables())
    for (const Model& model : models_of(*table))
      for (const int count : counts) {
        const auto single = latents_for<float>(model, count);
        const auto both = latents_for<double>(model, count);
        const auto rough = simulate(model, model.truth, single);
        const auto fine = simulate(model, model.truth, both);
        EXPECT_TRUE(rough.fine && fine.fine);
        for (int j = 0; j < count; ++j) {
          const double y = plain(model, single, j);
          EXPECT_NEAR(fine.y(j), y, 1e-11 * std::abs(y) + 1e-12)
              << table->name << ", " << model.name << ", " << j << " of " << count;
          EXPECT_NEAR(rough.y(j), y, 1e-4 * std::abs(y) + 1e-5)
              << table->name << ", " << model.name << ", " << j << " of " << count;
        }
      }
}

TEST(BundledSimulator, GivesTheValuesThatStandBesideDerivatives) {
  // Derivatives are taken pack by pack.
  for (const IsaTable* table : present_tables())
    for (const Model& model : models_of(*table))
      for (const int count : counts) {
        const auto latents = latents_for<double>(model, count);
        const auto bundled = simulate(model, model.truth, latents);
        const auto packed = simulate(model, model.truth, latents, Derivatives::yes);
        for (int j = 0; j < count; ++j)
          EXPECT_NEAR(bundled.y(j), packed.y(j), 1e-12 * std::abs(packed.y(j)))
              << table->name << ", " << model.name << ", " << j << " of " << count;
      }
}

TEST(BundledSimulator, GivesAnObservationTheSameBitsInsideABundleAndOutside) {
  // With 500 observations the first 17 are in a bundle, with 17 they may not be.
  for (const IsaTable* table : present_tables())
    for (const Model& model : models_of(*table)) {
      const auto many = latents_for<float>(model, 500);
      auto few = latents_for<float>(model, 17);
      for (std::size_t k = 0; k < model.latents.size(); ++k)
        std::copy_n(many.values.begin() + static_cast<std::ptrdiff_t>(k) * many.stride, few.stride,
                    few.values.begin() + static_cast<std::ptrdiff_t>(k) * few.stride);
      const auto a = simulate(model, model.truth, many), b = simulate(model, model.truth, few);
      for (int j = 0; j < 17; ++j)
        EXPECT_EQ(a.y(j), b.y(j)) << table->name << ", " << model.name << ", observation " << j;
    }
}

TEST(BundledSimulator, SeesOneFailureWhereverItIs) {
  for (const IsaTable* table : present_tables()) {
    const Model model = models_of(*table)[0];
    for (int j = 0; j < 100; ++j) {
      auto latents = latents_for<float>(model, 100);
      EXPECT_TRUE(simulate(model, model.truth, latents).fine);
      latents.values[static_cast<std::size_t>(j)] = std::numeric_limits<float>::quiet_NaN();
      EXPECT_FALSE(simulate(model, model.truth, latents).fine) << table->name << ", " << j;
    }
  }
}

}  // namespace
}  // namespace surefoot
