#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/kernels/families.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/objective/feature_embedder.hpp>
#include <surefoot/objective/grid_embedder.hpp>
#include <surefoot/objective/oracle_sums.hpp>
#include <surefoot/objective/sorted_embedder.hpp>

#include "monte_carlo.hpp"
#include "objective/cloud.hpp"

// What must be true of every family in the list, whatever it is.
namespace surefoot {
namespace {

template <class F>
class EveryFamily : public testing::Test {
 protected:
  static F family() {
    if constexpr (has_shape<F>)
      return make_family<F>(0.7, F::shape.usual);
    else
      return make_family<F>(0.7, 0.0);
  }
  static KernelTerm term() {
    KernelTerm term{std::string(F::name), std::nullopt, std::nullopt};
    if (F::has_lengthscale) term.lengthscale = 0.7;
    return term;
  }
};

using All = Families::To<testing::Types>;
TYPED_TEST_SUITE(EveryFamily, All);

TYPED_TEST(EveryFamily, IsReadByItsName) {
  const auto terms = parse_kernel(std::string(TypeParam::name));
  ASSERT_EQ(terms.size(), 1u);
  EXPECT_EQ(needs_lengthscale(terms[0]), TypeParam::has_lengthscale);
  EXPECT_TRUE(std::holds_alternative<TypeParam>(family_of(this->term())));
  EXPECT_EQ(Kernel({this->term()}).bounded(), TypeParam::bounded);
}

TYPED_TEST(EveryFamily, HasTheSlopeOfItsDifferences) {
  const auto kernel = this->family();
  for (const double r2 : {0.01, 0.3, 1.0, 4.0}) {
    const double h = 1e-6 * r2;
    const double difference = (kernel.value(r2 + h) - kernel.value(r2 - h)) / (2.0 * h);
    EXPECT_NEAR(kernel.slope(r2), difference, 1e-6 * std::abs(difference) + 1e-12) << r2;
  }
}

TYPED_TEST(EveryFamily, FallsWithTheDistance) {
  const auto kernel = this->family();
  EXPECT_EQ(kernel.value(0.0), TypeParam::bounded ? 1.0 : 0.0);
  EXPECT_TRUE(std::isfinite(kernel.slope(0.0)));
  for (const double r2 : {1e-4, 0.1, 1.0, 9.0}) EXPECT_LT(kernel.slope(r2), 0.0) << r2;
  for (const double r2 : {1e30, 1e200}) {
    EXPECT_TRUE(std::isfinite(kernel.value(r2))) << r2;
    EXPECT_TRUE(std::isfinite(std::sqrt(r2) * kernel.slope(r2))) << r2;
    if (TypeParam::bounded) {
      EXPECT_LT(kernel.value(r2), 1e-10) << r2;
    }
  }
}

TYPED_TEST(EveryFamily, IsTheSameOnPacks) {
  const auto kernel = this->family();
  for (const float r2 : {0.01F, 0.3F, 1.0F, 9.0F}) {
    const double value = kernel.value(double(r2)), slope = kernel.slope(double(r2));
    EXPECT_NEAR(kernel.value(Pack<float, ThisIsa>(r2)).v[0], value, 3e-6 * std::abs(value));
    EXPECT_NEAR(kernel.slope(Pack<float, ThisIsa>(r2)).v[0], slope, 3e-6 * std::abs(slope));
  }
}

/// Sums by an embedder against those over pairs.
void expect_pair_sums(Embedder<double>& embedder, const Kernel& kernel, double tolerance) {
  const Cloud<double> z(60, 1, 1), y(40, 1, 2);
  const OracleSums oracle(kernel.sums());
  embedder.take(z.points(), 1);
  auto cross = y.gradient(), self = y.gradient(), expected = y.gradient(), own = y.gradient();
  const double c = oracle.cross(z.points(), y.points(), expected.data());
  const double a = oracle.self(y.points(), own.data());
  EXPECT_NEAR(embedder.cross(y.points(), cross.data()), c, tolerance * std::abs(c));
  EXPECT_NEAR(embedder.self(y.points(), self.data()), a, tolerance * std::abs(a));
  for (int j = 0; j < 40; ++j) {
    EXPECT_NEAR(cross[j], expected[j], 20.0 * tolerance) << j;
    EXPECT_NEAR(self[j], own[j], 20.0 * tolerance) << j;
  }
}

TYPED_TEST(EveryFamily, WithASortedFormHasTheSumsOverPairs) {
  const auto sorted = make_sorted_embedder<double>(this->term());
  EXPECT_EQ(sorted == nullptr, is_none<typename TypeParam::Sorted>);
  if (sorted) expect_pair_sums(*sorted, Kernel({this->term()}), 1e-12);
}

TYPED_TEST(EveryFamily, WithAGridFormHasTheSumsOverPairs) {
  if constexpr (!is_none<typename TypeParam::Grid>) {
    GridEmbedder<double> grid({this->term()}, {.centre = 0.0, .half_width = 20.0});
    expect_pair_sums(grid, Kernel({this->term()}), 1e-7);
  }
}

TYPED_TEST(EveryFamily, WithASpectrumHasTheSumsOverPairsOnAverage) {
  if constexpr (!is_none<typename TypeParam::Spectrum>) {
    const Cloud<double> z(40, 2, 1), y(20, 2, 2);
    const double exact =
        OracleSums(Kernel({this->term()}).sums()).cross(z.points(), y.points(), nullptr);
    std::vector<double> found;
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
      const auto features = make_feature_embedder<double>(this->term(), 2, 100, seed);
      features->take(z.points(), 1);
      found.push_back(features->cross(y.points(), nullptr));
    }
    const Estimate mean = estimate(found);
    EXPECT_LE(std::abs(mean.mean - exact), 4.5 * mean.error);
  }
}

}  // namespace
}  // namespace surefoot
