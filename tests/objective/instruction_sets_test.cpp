#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/objective/oracle_sums.hpp>
#include <surefoot/simd/dispatch.hpp>

#include "objective/cloud.hpp"
#include "simd/present_tables.hpp"

namespace surefoot {
namespace {

struct NamedSums {
  std::string name;
  std::unique_ptr<const KernelSums> sums;
};

std::vector<NamedSums> all_families(const IsaTable& table) {
  GaussianSum sum;
  sum.add(0.5);
  sum.add(3.0, 2.0);
  std::vector<NamedSums> all;
  const auto add = [&](std::string_view name, const KernelSums* sums) {
    all.push_back({std::string(table.name) + " " + std::string(name),
                   std::unique_ptr<const KernelSums>(sums)});
  };
  [&]<class... F>(TypeList<F...>) {
    (add(F::name, table.sums(make_family<F>(0.7, 0.5))), ...);
  }(Families{});
  add("gaussian sum", table.sums(sum));
  return all;
}

TEST(InstructionSets, AreNamedAsTheEnvironmentNamesThem) {
  EXPECT_EQ(baseline_table.name, "baseline");
#ifdef __x86_64__
  EXPECT_EQ(avx2_table.name, "avx2");
  EXPECT_EQ(avx512_table.name, "avx512");
#endif
  EXPECT_EQ(instruction_set(), isa_table().name);
}

TEST(InstructionSets, AgreeOnOneKernelEvaluation) {
  const auto reference = all_families(baseline_table);
  for (const IsaTable* table : present_tables()) {
    const auto families = all_families(*table);
    for (std::size_t f = 0; f < families.size(); ++f)
      for (const double r2 : {0.0, 1e-6, 0.3, 4.0, 90.0}) {
        const double value = reference[f].sums->value(r2), slope = reference[f].sums->slope(r2);
        EXPECT_NEAR(families[f].sums->value(r2), value, 1e-14 * std::abs(value))
            << families[f].name;
        EXPECT_NEAR(families[f].sums->slope(r2), slope, 1e-14 * std::abs(slope))
            << families[f].name;
      }
  }
}

template <class Real>
void expect_agreement(const KernelSums& sums, const KernelSums& reference,
                      const std::string& name) {
  constexpr double tolerance = sizeof(Real) == 4 ? 1e-6 : 5e-15;
  for (const int dimension : {1, 2, 3, 4, 5, 17}) {
    const Cloud<Real> z(1030, dimension, 1), y(71, dimension, 2);
    for (const Which which : {Which::cross, Which::self}) {
      const auto errors = compare(sums, reference, which, z, y);
      EXPECT_LE(errors.value, tolerance) << name << ", dimension " << dimension;
      EXPECT_LE(errors.gradient, tolerance) << name << ", dimension " << dimension;
    }
  }
}

TEST(InstructionSets, AgreeOnTheSumsOverPairs) {
  const auto reference = all_families(baseline_table);
  for (const IsaTable* table : present_tables()) {
    if (table == &baseline_table) continue;
    const auto families = all_families(*table);
    for (std::size_t f = 0; f < families.size(); ++f) {
      expect_agreement<float>(*families[f].sums, *reference[f].sums, families[f].name + " float");
      expect_agreement<double>(*families[f].sums, *reference[f].sums, families[f].name + " double");
    }
  }
}

// The sums of each set are measured by its own kernel, so that an error of the reference cannot
// hide.
TEST(InstructionSets, AgreeWithTheOracle) {
  for (const IsaTable* table : present_tables())
    for (const auto& [name, sums] : all_families(*table)) {
      const OracleSums oracle(*sums);
      const Cloud<double> z(67, 3, 1), y(35, 3, 2);
      for (const Which which : {Which::cross, Which::self}) {
        const auto errors = compare(*sums, oracle, which, z, y);
        EXPECT_LE(errors.value, 5e-15) << name;
        EXPECT_LE(errors.gradient, 5e-15) << name;
      }
    }
}

/// The embeddings of a cloud and of the squared kernel at the points of another.
template <class Real>
void expect_fields_of_the_oracle(const KernelSums& sums, const std::string& name) {
  constexpr double tolerance = sizeof(Real) == 4 ? 1e-5 : 1e-13;
  const OracleSums oracle(sums);
  for (const int dimension : {1, 2, 5}) {
    const Cloud<Real> z(1030, dimension, 1), y(71, dimension, 2);
    std::vector<double> mean(71, 7.0), square(71, 7.0), mean_alone(71), truth(71), truth_square(71);
    sums.fields(z.points(), y.points(), mean.data(), square.data());
    sums.fields(z.points(), y.points(), mean_alone.data(), nullptr);
    oracle.fields(z.points(), y.points(), truth.data(), truth_square.data());
    EXPECT_EQ(mean_alone, mean) << name;
    for (std::size_t j = 0; j < mean.size(); ++j) {
      EXPECT_NEAR(mean[j], truth[j], tolerance * (1.0 + std::abs(truth[j]))) << name;
      EXPECT_NEAR(square[j], truth_square[j], tolerance * (1.0 + truth_square[j])) << name;
    }
  }
}

TEST(InstructionSets, AgreeWithTheOracleOnFields) {
  for (const IsaTable* table : present_tables())
    for (const auto& [name, sums] : all_families(*table)) {
      expect_fields_of_the_oracle<float>(*sums, name + " float");
      expect_fields_of_the_oracle<double>(*sums, name + " double");
    }
}

TEST(InstructionSets, AgreeOnTheSimulators) {
  const std::vector<double> theta{3.0, 1.0, 1.0, -0.7};
  LatentTable<double> latents;
  latents.resize(37, {LatentKind::normal});
  for (int j = 0; j < latents.stride; ++j) latents.slot(0)[j] = 0.2 * j - 4.0;
  const auto run = [&](const IsaTable& table) {
    const std::unique_ptr<const BatchSimulator> simulator(table.simulator(GAndK{}));
    Simulation<double> out;
    out.resize(37, 1, 4, Derivatives::yes);
    EXPECT_TRUE(simulator->simulate(theta, latents, Derivatives::yes, out)) << table.name;
    std::vector<double> all(out.y.begin(), out.y.end());
    all.insert(all.end(), out.jacobian.begin(), out.jacobian.end());
    return all;
  };
  const auto reference = run(baseline_table);
  for (const IsaTable* table : present_tables()) {
    const auto got = run(*table);
    for (std::size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got[i], reference[i], 1e-13 * (1.0 + std::abs(reference[i]))) << table->name;
  }
}

template <class Real>
void expect_equal_features(const FeatureLoops<Real>& loops, const FeatureLoops<Real>& reference,
                           const std::string& name) {
  constexpr double tolerance = sizeof(Real) == 4 ? 2e-6 : 1e-14;
  for (const int dimension : {1, 2, 5}) {
    const Cloud<Real> y(1030, dimension, 1), drawn(301, dimension, 2);
    const Frequencies<Real> frequencies{301, dimension, drawn.points().coordinates};
    std::vector<Real> embedding(602, Real(1.0 / 301));
    std::vector<double> got(602), expected(602);
    loops.embed(frequencies, y.points(), got.data());
    reference.embed(frequencies, y.points(), expected.data());
    for (std::size_t f = 0; f < got.size(); ++f)
      EXPECT_NEAR(got[f], expected[f], tolerance) << name;
    auto slope = y.gradient(), expected_slope = y.gradient();
    EXPECT_NEAR(loops.meet(frequencies, embedding.data(), y.points(), slope.data()),
                reference.meet(frequencies, embedding.data(), y.points(), expected_slope.data()),
                tolerance)
        << name;
    for (std::size_t i = 0; i < slope.size(); ++i)
      EXPECT_NEAR(slope[i], expected_slope[i], tolerance) << name;
  }
}

TEST(InstructionSets, AgreeOnTheFeatures) {
  for (const IsaTable* table : present_tables()) {
    const std::string name(table->name);
    expect_equal_features(table->features_float, baseline_table.features_float, name + " float");
    expect_equal_features(table->features_double, baseline_table.features_double, name + " double");
  }
}

}  // namespace
}  // namespace surefoot
