#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/read_support.hpp"

namespace surefoot {
namespace {

using Values = std::vector<double>;

// An array file as NumPy writes it.
std::string npy(const std::string& descr, const std::string& shape, const std::string& data,
                int version = 1, const std::string& fortran = "False") {
  std::string header =
      "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
  const std::size_t lead = version == 1 ? 10 : 12;
  while ((lead + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string length;
  for (std::size_t i = 0; i < (version == 1 ? 2u : 4u); ++i)
    length += static_cast<char>(header.size() >> (8 * i) & 0xff);
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' + length + header + data;
}

template <class T>
std::string bytes_of(const std::vector<T>& values, bool big_endian = false) {
  std::string bytes;
  for (const T value : values) {
    std::string one(sizeof(T), '\0');
    std::memcpy(one.data(), &value, sizeof(T));
    if (big_endian) std::reverse(one.begin(), one.end());
    bytes += one;
  }
  return bytes;
}

template <class T>
void expect_type(const std::string& type) {
  const std::vector<T> values{T(1), T(2), T(100), std::numeric_limits<T>::max()};
  const Values expected(values.begin(), values.end());
  for (const bool big : {false, true}) {
    const std::string descr = std::string("'") + (big ? '>' : '<') + type + "'";
    EXPECT_EQ(values_of(read_contents(npy(descr, "(4,)", bytes_of(values, big)))), expected)
        << descr;
  }
}

TEST(ReadNpy, TakesEveryPlainType) {
  expect_type<float>("f4");
  expect_type<double>("f8");
  expect_type<std::int8_t>("i1");
  expect_type<std::int16_t>("i2");
  expect_type<std::int32_t>("i4");
  expect_type<std::int64_t>("i8");
  expect_type<std::uint8_t>("u1");
  expect_type<std::uint16_t>("u2");
  expect_type<std::uint32_t>("u4");
  expect_type<std::uint64_t>("u8");
}

TEST(ReadNpy, KeepsSigns) {
  EXPECT_EQ(values_of(read_contents(npy("'|i1'", "(2,)", bytes_of<std::int8_t>({-1, -128})))),
            (Values{-1, -128}));
}

TEST(ReadNpy, TakesAllVersions) {
  for (const int version : {1, 2, 3})
    EXPECT_EQ(values_of(read_contents(npy("'<f8'", "(2,)", bytes_of<double>({1, 2}), version))),
              (Values{1, 2}));
  EXPECT_EQ(refusal_of(npy("'<f8'", "(2,)", bytes_of<double>({1, 2}), 4)),
            "must be .npy of version 1 to 3, but is of version 4");
}

TEST(ReadNpy, TakesBothOrders) {
  const std::string data = bytes_of<double>({1, 2, 3, 4, 5, 6});
  const ReadResult rows = read_contents(npy("'<f8'", "(2, 3)", data));
  EXPECT_EQ(values_of(rows), (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(rows.observations.dimension(), 3);
  EXPECT_EQ(values_of(read_contents(npy("'<f8'", "(2, 3)", data, 1, "True"))),
            (Values{1, 3, 5, 2, 4, 6}));
}

TEST(ReadNpy, ChoosesColumnsByNumber) {
  const std::string file = npy("'<f8'", "(2, 3)", bytes_of<double>({1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values_of(read_contents(file, {.columns = {"3", "1"}})), (Values{3, 1, 6, 4}));
  EXPECT_EQ(refusal_of(file, {.columns = {"x"}}),
            "has no column 'x': its columns are numbered 1 to 3");
  EXPECT_EQ(refusal_of(file, {.dimension = 2}),
            "must give the model 2 columns, but has 3: choose the columns to use");
}

TEST(ReadNpy, IsKnownByItsFirstBytes) {
  const ScratchFile file(npy("'<f8'", "(1,)", bytes_of<double>({7})), ".txt");
  EXPECT_EQ(values_of(read_sample(file.path())), Values{7});
  const ScratchFile text("7\n8\n", ".npy");
  EXPECT_EQ(values_of(read_sample(text.path())), (Values{7, 8}));
}

TEST(ReadNpy, ReadsOneLongRowForAOneDimensionalModelOnly) {
  const std::string file = npy("'<f8'", "(1, 3)", bytes_of<double>({1, 2, 3}));
  const ReadResult result = read_contents(file, {.dimension = 1});
  EXPECT_TRUE(result.one_long_row);
  EXPECT_EQ(result.observations.size(), 3u);
  EXPECT_EQ(values_of(result), (Values{1, 2, 3}));
  EXPECT_EQ(read_contents(file).observations.dimension(), 3);
  EXPECT_FALSE(read_contents(npy("'<f8'", "(3,)", bytes_of<double>({1, 2, 3})), {.dimension = 1})
                   .one_long_row);
}

TEST(ReadNpy, RefusesOrDropsNonFiniteRows) {
  const std::string file = npy("'<f8'", "(2, 2)", bytes_of<double>({1, 2, 3, std::nan("")}));
  EXPECT_EQ(refusal_of(file),
            "row 2, column 2 must be a finite number, but is nan; correct it or leave out such "
            "rows");
  const ReadResult result = read_contents(file, {.drop_nonfinite = true});
  EXPECT_EQ(values_of(result), (Values{1, 2}));
  EXPECT_EQ(result.dropped, 1u);
}

TEST(ReadNpy, RefusesOtherTypesAndShapes) {
  const std::string data(64, '\1');
  for (const char* descr : {"'<f2'", "'<f16'", "'|b1'", "'<c16'", "'<U1'", "'|O'", "'?f8'",
                            "[('x', '<f8')]", "''", "'<f"})
    EXPECT_NE(refusal_of(npy(descr, "(2,)", data)).find("but has the type"), std::string::npos)
        << descr;
  for (const char* shape : {"()", "(2, 2, 2)", "(2", "2", "(a,)", "(-1,)", "(1, 2, 3, 4, 5)",
                            "(99999999999999999999,)"})
    EXPECT_NE(refusal_of(npy("'<f8'", shape, data)).find("but has the shape"), std::string::npos)
        << shape;
  EXPECT_EQ(refusal_of(npy("'<f8'", "(0,)", "")),
            "must hold at least 1 observation, but has the shape (0, 1)");
  EXPECT_NE(refusal_of(npy("'<f8'", "(2, 0)", "")), "no error");
}

TEST(ReadNpy, WantsAsManyBytesAsItPromises) {
  EXPECT_EQ(refusal_of(npy("'<f8'", "(2,)", std::string(15, '\0'))),
            "must hold 2 x 1 values as its header says, but 15 bytes follow it");
  EXPECT_NE(refusal_of(npy("'<f8'", "(2,)", std::string(17, '\0'))), "no error");
  // 2^32 x 2^32 values would overflow the product.
  EXPECT_NE(refusal_of(npy("'<f8'", "(4294967296, 4294967296)", std::string(16, '\0'))),
            "no error");
  EXPECT_NE(refusal_of(npy("'|i1'", "(1, 200000)", std::string(200000, '\1'))), "no error");
}

TEST(ReadNpy, RefusesEveryTruncation) {
  const std::string file = npy("'<f8'", "(2, 2)", bytes_of<double>({1, 2, 3, 4}));
  for (std::size_t length = 1; length < file.size(); ++length)
    EXPECT_NE(refusal_of(file.substr(0, length)), "no error") << length;
}

TEST(ReadNpy, RefusesAHeaderWithoutItsEntries) {
  for (const char* key : {"'descr'", "'shape'", "'fortran_order'"}) {
    std::string file = npy("'<f8'", "(1,)", bytes_of<double>({1}));
    file.replace(file.find(key) + 1, 1, "X");
    EXPECT_NE(refusal_of(file).find("in its .npy header"), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace surefoot
