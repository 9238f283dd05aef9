#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/mcmc/diagnostics.hpp>

namespace surefoot {
namespace {

/// Autoregressions on the minimal standard generator, which anyone can write again:
///
///     s <- 16807 s mod (2^31 - 1),   v <- phi v + s / (2^31 - 1) - 1/2,   x = v + shift c.
struct Recipe {
  int chains, length;
  double phi, shift;
};

std::vector<double> make(const Recipe& recipe) {
  std::vector<double> x;
  std::uint64_t s = 1;
  for (int c = 0; c < recipe.chains; ++c) {
    double v = 0.0;
    for (int i = 0; i < recipe.length; ++i) {
      s = s * 16807 % 2147483647;
      v = recipe.phi * v + static_cast<double>(s) / 2147483647.0 - 0.5;
      x.push_back(v + recipe.shift * c);
    }
  }
  return x;
}

struct Reference {
  Recipe recipe;
  double rhat, bulk, mean;
};

void expect_close(double found, double reference) {
  EXPECT_NEAR(found, reference, 1e-10 * reference);
}

// From ArviZ 0.23.4 on the same arrays: az.rhat(x), az.ess(x, method="bulk") and
// az.ess(x, method="mean").
TEST(ChainDiagnostics, AreThoseOfArviz) {
  const std::vector<Reference> references{
      {{4, 250, 0.9, 0.0}, 1.0484720312644102, 60.83645111248817, 57.61875340855631},
      {{4, 250, 0.0, 0.0}, 1.000431960879744, 952.4549729754661, 940.6116154096936},
      {{2, 101, 0.5, 0.3}, 1.0749795407479383, 26.989762519393924, 27.734872671328603},
      {{3, 40, -0.7, 0.0}, 1.064428870483773, 249.50174952571496, 249.50174952571496},
      {{4, 500, 0.99, 0.0}, 1.3023783736264236, 11.425530136699916, 10.228078961825783}};
  for (const Reference& reference : references) {
    const auto x = make(reference.recipe);
    expect_close(rank_rhat(x, reference.recipe.chains), reference.rhat);
    expect_close(bulk_ess(x, reference.recipe.chains), reference.bulk);
    expect_close(mean_ess(x, reference.recipe.chains), reference.mean);
  }
}

// The same with numpy.round(x, 1).
TEST(ChainDiagnostics, ShareRanksAmongTies) {
  auto x = make({4, 250, 0.5, 0.0});
  for (double& v : x) v = std::nearbyint(v * 10.0) / 10.0;
  expect_close(rank_rhat(x, 4), 1.0066263144611562);
  expect_close(bulk_ess(x, 4), 341.0426823783316);
  expect_close(mean_ess(x, 4), 344.56502110141383);
}

TEST(ChainDiagnostics, AreUnknownForTooFewDrawsOneChainAndNaN) {
  const std::vector<double> few{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  EXPECT_TRUE(std::isnan(rank_rhat(few, 2)));
  EXPECT_TRUE(std::isnan(bulk_ess(few, 2)));
  EXPECT_TRUE(std::isnan(mean_ess(few, 0)));
  const auto one = make({1, 100, 0.0, 0.0});
  EXPECT_TRUE(std::isnan(rank_rhat(one, 1)));
  EXPECT_FALSE(std::isnan(bulk_ess(one, 1)));
  auto broken = make({2, 100, 0.0, 0.0});
  broken[7] = std::nan("");
  EXPECT_TRUE(std::isnan(rank_rhat(broken, 2)));
  EXPECT_TRUE(std::isnan(bulk_ess(broken, 2)));
}

}  // namespace
}  // namespace surefoot
