#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/read_support.hpp"

namespace surefoot {
namespace {

using Values = std::vector<double>;
using Names = std::vector<std::string>;

TEST(ReadText, TakesEveryCommonSeparator) {
  for (const char* contents : {"1,2\n3,4\n", "1\t2\n3\t4\n", "1;2\n3;4\n", "1 2\n3 4\n",
                               "  1   2 \n\t3 4", "1 , 2\n3,4", "1, 2\n3, 4\n", "1 ;2\n3; 4\n"}) {
    const ReadResult result = read_contents(contents);
    EXPECT_EQ(values_of(result), (Values{1, 2, 3, 4})) << contents;
    EXPECT_EQ(result.observations.dimension(), 2) << contents;
    EXPECT_TRUE(result.names.empty());
    EXPECT_FALSE(result.one_long_row);
    EXPECT_EQ(result.dropped, 0u);
  }
}

TEST(ReadText, KnowsAHeaderByItsWords) {
  const ReadResult result = read_contents("x, y\n1,2\n3,4\n");
  EXPECT_EQ(values_of(result), (Values{1, 2, 3, 4}));
  EXPECT_EQ(result.names, (Names{"x", "y"}));
  EXPECT_EQ(read_contents("\"a, b\",c\n1,2\n").names, (Names{"a, b", "c"}));
  EXPECT_EQ(read_contents("x1 x2\n1 2\n").names, (Names{"x1", "x2"}));
  EXPECT_EQ(read_contents("day,2019\n1,2\n").names, (Names{"day", "2019"}));
  EXPECT_EQ(read_contents(",x\n1,2\n").names, (Names{"", "x"}));
  EXPECT_EQ(read_contents("1st\n5\n").names, (Names{"1st"}));
}

TEST(ReadText, TakesSeveralWordsOverOneColumnAsItsName) {
  const ReadResult result = read_contents("body mass (g)\n1\n2\n");
  EXPECT_EQ(result.names, (Names{"body mass (g)"}));
  EXPECT_EQ(values_of(result), (Values{1, 2}));
}

TEST(ReadText, NeverTakesAnObservationForAHeader) {
  EXPECT_EQ(refusal_of("1.2.3\n2\n"), "line 1, column 1 must be a number, but is '1.2.3'");
  EXPECT_EQ(refusal_of("0x1F\n2\n"), "line 1, column 1 must be a number, but is '0x1F'");
  EXPECT_EQ(refusal_of("1.5,abc\n2,3\n"), "line 1, column 2 must be a number, but is 'abc'");
  EXPECT_EQ(refusal_of("-1,abc\n2,3\n"), "line 1, column 2 must be a number, but is 'abc'");
  EXPECT_EQ(values_of(read_contents("a17,3.5\nb18,4.5\n", {.columns = {"2"}})), (Values{3.5, 4.5}));
}

TEST(ReadText, RefusesAHeaderThatMayBeAnObservation) {
  const std::string contents = "2020-01-01,5\n2020-01-02,6\n";
  EXPECT_EQ(refusal_of(contents, {.columns = {"2"}}),
            "line 1 could be a header or an observation: start it with # to skip it, or put a "
            "header of names before it");
  EXPECT_EQ(values_of(read_contents("date,n\n" + contents, {.columns = {"n"}})), (Values{5, 6}));
  EXPECT_EQ(values_of(read_contents("land,2019\nPeru,5\n", {.columns = {"2019"}})), Values{5});
}

TEST(ReadText, ToleratesMarksCommentsBlanksAndQuotes) {
  EXPECT_EQ(values_of(read_contents("\xef\xbb\xbf"
                                    "1,2\r\n3,4\r\n")),
            (Values{1, 2, 3, 4}));
  EXPECT_EQ(values_of(read_contents("# made by hand\n\n1,2\n  # more\n\n3,4\n\n\n")),
            (Values{1, 2, 3, 4}));
  EXPECT_EQ(values_of(read_contents("\"1\",\" 2 \"\n\"3\" , 4\n")), (Values{1, 2, 3, 4}));
  EXPECT_EQ(values_of(read_contents("\"1\" \"2\"\n3 4")), (Values{1, 2, 3, 4}));
  EXPECT_EQ(values_of(read_contents("x\r\n1\r\n\r\n2")), (Values{1, 2}));
}

TEST(ReadText, ReadsNumbersAsTheyAreWritten) {
  const ReadResult result = read_contents(
      "+1\n-2.5\n.5\n5.\n1e3\n1E-3\n+.25\n0.1\n1e-400\n-0\n1e-320\n1e-9223372036854775808\n");
  EXPECT_EQ(values_of(result), (Values{1, -2.5, 0.5, 5, 1000, 0.001, 0.25, 0.1, 0, 0, 1e-320, 0}));
}

TEST(ReadText, ChoosesColumnsByNameOrNumber) {
  const std::string contents = "id,x,y\na,1,2\nb,3,4\n";
  const ReadResult result = read_contents(contents, {.columns = {"y", "2"}, .dimension = 2});
  EXPECT_EQ(values_of(result), (Values{2, 1, 4, 3}));
  EXPECT_EQ(result.names, (Names{"y", "x"}));
  EXPECT_EQ(values_of(read_contents("day,1\n7,8\n", {.columns = {"1"}})), (Values{8}));
  EXPECT_EQ(values_of(read_contents("1 2 3\n4 5 6\n", {.columns = {"3"}})), (Values{3, 6}));
}

TEST(ReadText, SaysWhichColumnsThereAre) {
  EXPECT_EQ(refusal_of("alpha,beta\n1,2\n", {.columns = {"bta"}}),
            "has no column 'bta': its columns are 'alpha', 'beta'; did "
            "you mean 'beta'?");
  EXPECT_EQ(refusal_of("1.5,2\n", {.columns = {"3"}}),
            "has no column '3': its columns are numbered 1 to 2");
  EXPECT_NE(refusal_of("1.5,2\n", {.columns = {"0"}}), "no error");
  EXPECT_NE(refusal_of("1.5,2\n", {.columns = {"x"}}), "no error");
  EXPECT_EQ(refusal_of("x,y\n1,2\n", {.columns = {"x", "1"}}), "has column '1' chosen twice");
  EXPECT_EQ(refusal_of("x,x\n1,2\n", {.columns = {"x"}}),
            "must have one column 'x', but has several: choose it by number");
}

TEST(ReadText, WantsTheModelsNumberOfColumns) {
  EXPECT_EQ(refusal_of("1,2,3\n4,5,6\n", {.dimension = 2}),
            "must give the model 2 columns, but has 3: choose the "
            "columns to use");
  EXPECT_EQ(refusal_of("1,2\n4,5\n", {.dimension = 3}), "must give the model 3 columns, but has 2");
  EXPECT_EQ(refusal_of("1,2\n4,5\n", {.columns = {"1", "2"}, .dimension = 1}),
            "must give the model 1 column, but is to give 2: choose the "
            "columns to use");
}

TEST(ReadText, ReadsOneLongRowForAOneDimensionalModelOnly) {
  const ReadResult result = read_contents("1,2,3\n", {.dimension = 1});
  EXPECT_TRUE(result.one_long_row);
  EXPECT_EQ(result.observations.dimension(), 1);
  EXPECT_EQ(values_of(result), (Values{1, 2, 3}));

  const ReadResult plain = read_contents("1 2 3");
  EXPECT_FALSE(plain.one_long_row);
  EXPECT_EQ(plain.observations.dimension(), 3);
  EXPECT_FALSE(read_contents("1 2 3", {.columns = {"2"}, .dimension = 1}).one_long_row);
  EXPECT_FALSE(read_contents("7\n", {.dimension = 1}).one_long_row);
  EXPECT_NE(refusal_of("1 2 3", {.dimension = 2}), "no error");
  EXPECT_NE(refusal_of("x y z\n1 2 3\n", {.dimension = 1}), "no error");
}

TEST(ReadText, DropsNonFiniteRowsWhenAsked) {
  const ReadOptions drop{.drop_nonfinite = true};
  const ReadResult result = read_contents("x,y\n1,2\nNA,3\n4,\n5,inf\n6,1e400\n7,8\n", drop);
  EXPECT_EQ(values_of(result), (Values{1, 2, 7, 8}));
  EXPECT_EQ(result.dropped, 4u);
  EXPECT_EQ(values_of(read_contents("x\ty\n1\t\n2\t3\n", drop)), (Values{2, 3}));
  EXPECT_EQ(values_of(read_contents("1 nan\n2 3\n", drop)), (Values{2, 3}));

  const ReadResult row = read_contents("1,NA,3", {.drop_nonfinite = true, .dimension = 1});
  EXPECT_EQ(values_of(row), (Values{1, 3}));
  EXPECT_EQ(row.dropped, 1u);
}

TEST(ReadText, LooksOnlyAtChosenColumnsForNonFiniteValues) {
  EXPECT_EQ(values_of(read_contents("1,nan\n2,abc\n", {.columns = {"1"}})), (Values{1, 2}));
}

TEST(ReadText, ReadsAMillionRows) {
  std::string contents;
  for (int i = 0; i < 1'000'000; ++i) contents += std::to_string(i) + ".5\n";
  const ReadResult result = read_contents(contents, {.dimension = 1});
  ASSERT_EQ(result.observations.size(), 1'000'000u);
  EXPECT_EQ(result.observations(999'999, 0), 999'999.5);
}

TEST(ReadText, ReadsTenMillionValuesInOneRow) {
  std::string contents;
  for (int i = 0; i < 10'000'000; ++i) contents += "1 ";
  EXPECT_EQ(read_contents(contents, {.dimension = 1}).observations.size(), 10'000'000u);
  EXPECT_EQ(refusal_of(contents),
            "must have at most 100000 columns, but has 10000000: one "
            "observation a row is "
            "expected");
  EXPECT_NE(refusal_of(contents + "\n1", {.dimension = 1}), "no error");
}

}  // namespace
}  // namespace surefoot
