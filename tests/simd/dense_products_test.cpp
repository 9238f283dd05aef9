#include "simd/dense_products.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <surefoot/random/noise.hpp>

#include "simd/present_tables.hpp"

namespace surefoot {
namespace {

std::vector<double> normals(std::size_t count, std::uint32_t number) {
  Noise noise({1, number, 0, 0, Purpose::data});
  std::vector<double> values(count);
  for (double& value : values) value = noise.normal();
  return values;
}

void expect_near(const std::vector<double>& out, const std::vector<double>& expected) {
  ASSERT_EQ(out.size(), expected.size());
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_NEAR(out[i], expected[i], 1e-12) << i;
}

/// Sizes around those of packs and of blocks of them, and none at all.
constexpr std::array sizes = {0, 1, 3, 8, 31, 37, 64, 65};

template <class Check>
void for_each_shape(Check check) {
  for (const IsaTable* table : present_tables())
    for (const int rows : sizes)
      for (const int columns : sizes)
        for (const int count : {1, 3, 4, 9}) {
          SCOPED_TRACE(testing::Message()
                       << table->name << ": " << rows << " x " << columns << ", " << count);
          const int stride = rows + 2;
          const auto a = normals(static_cast<std::size_t>(stride * columns), 1);
          check(*table, DenseColumns{a.data(), rows, columns, stride}, count);
        }
}

TEST(DenseProducts, AreThoseOfPlainLoops) {
  for_each_shape([](const IsaTable& table, const DenseColumns& a, int count) {
    const auto factors = normals(static_cast<std::size_t>(a.columns * count), 2);
    std::vector<double> out(static_cast<std::size_t>(a.rows * count), 7.0);
    table.dense.times(a, factors.data(), count, out.data());
    for (std::ptrdiff_t i = 0; i < a.rows; ++i)
      for (int k = 0; k < count; ++k) {
        double sum = 0.0;
        for (std::ptrdiff_t j = 0; j < a.columns; ++j)
          sum += a.column(j)[i] * factors[static_cast<std::size_t>(j * count + k)];
        EXPECT_NEAR(out[static_cast<std::size_t>(k * a.rows + i)], sum, 1e-12) << i << ", " << k;
      }
  });
}

TEST(DenseProducts, OfLowerMatricesAreThoseOfWholeOnes) {
  for (const IsaTable* table : present_tables())
    for (const int rows : sizes)
      for (const int count : {1, 4, 9}) {
        SCOPED_TRACE(testing::Message() << table->name << ": " << rows << ", " << count);
        const auto size = static_cast<std::size_t>(rows);
        auto a = normals(size * size, 1);
        for (std::size_t j = 0; j < size; ++j)
          for (std::size_t i = 0; i < j; ++i) a[j * size + i] = 0.0;
        const auto factors = normals(size * static_cast<std::size_t>(count), 2);
        DenseColumns columns{a.data(), rows, rows, rows};
        std::vector<double> whole(size * static_cast<std::size_t>(count), 7.0), lower = whole;
        table->dense.times(columns, factors.data(), count, whole.data());
        // What is not looked at may be anything.
        for (std::size_t j = 64; j < size; ++j)
          for (std::size_t i = 0; i < 32; ++i) a[j * size + i] = 7.0;
        columns.is_lower = true;
        table->dense.times(columns, factors.data(), count, lower.data());
        expect_near(lower, whole);
      }
}

TEST(DenseProducts, OfTransposedMatricesAreThoseOfPlainLoops) {
  for_each_shape([](const IsaTable& table, const DenseColumns& a, int count) {
    const auto b = normals(static_cast<std::size_t>(a.rows * count), 3);
    std::vector<double> out(static_cast<std::size_t>(a.columns * count), 7.0);
    table.dense.transposed_times(a, b.data(), count, out.data());
    for (std::ptrdiff_t j = 0; j < a.columns; ++j)
      for (int k = 0; k < count; ++k) {
        double sum = 0.0;
        for (std::ptrdiff_t i = 0; i < a.rows; ++i)
          sum += a.column(j)[i] * b[static_cast<std::size_t>(k * a.rows + i)];
        EXPECT_NEAR(out[static_cast<std::size_t>(k * a.columns + j)], sum, 1e-12) << j << ", " << k;
      }
  });
}

TEST(DenseProducts, OfRoundedMatricesAreThoseOfWhatTheyWereRoundedTo) {
  for_each_shape([](const IsaTable& table, const DenseColumns& a, int count) {
    const auto size = static_cast<std::size_t>(a.stride * a.columns);
    const std::vector<float> narrow(a.first, a.first + size);
    const std::vector<double> rounded(narrow.begin(), narrow.end());
    const NarrowColumns of_floats{narrow.data(), a.rows, a.columns, a.stride};
    const DenseColumns of_doubles{rounded.data(), a.rows, a.columns, a.stride};
    const auto rows = normals(static_cast<std::size_t>(a.columns * count), 2);
    std::vector<double> out(static_cast<std::size_t>(a.rows * count), 7.0), expected = out;
    table.dense.narrow_times(of_floats, rows.data(), count, out.data());
    table.dense.times(of_doubles, rows.data(), count, expected.data());
    expect_near(out, expected);
    const auto columns = normals(static_cast<std::size_t>(a.rows * count), 3);
    out.assign(static_cast<std::size_t>(a.columns * count), 7.0);
    expected = out;
    table.dense.narrow_transposed_times(of_floats, columns.data(), count, out.data());
    table.dense.transposed_times(of_doubles, columns.data(), count, expected.data());
    expect_near(out, expected);
  });
}

}  // namespace
}  // namespace surefoot
