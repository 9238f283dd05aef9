#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>

namespace surefoot {
namespace {

std::string message_of(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "no error";
}

TEST(RequirePositive, ReturnsWhatItAccepts) {
  EXPECT_EQ(require_positive(0.25, "lengthscale"), 0.25);
  EXPECT_EQ(require_positive(5e-324, "lengthscale"), 5e-324);
}

TEST(RequirePositive, NamesTheQuantityAndShowsTheValue) {
  EXPECT_EQ(message_of([] { require_positive(-0.5, "lengthscale"); }),
            "lengthscale must be positive and finite, but is -0.5");
  for (const double bad : {0.0, -0.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_NE(message_of([&] { require_positive(bad, "x"); }), "no error") << bad;
}

TEST(RequireWhole, AcceptsBothEnds) {
  EXPECT_EQ(require_whole(1, 1, 3, "starts"), 1);
  EXPECT_EQ(require_whole(3, 1, 3, "starts"), 3);
}

TEST(RequireWhole, NamesTheRangeAndTheValue) {
  EXPECT_EQ(message_of([] { require_whole(0, 1, 1000, "starts"); }),
            "starts must be a whole number between 1 and 1000, but is 0");
  EXPECT_NE(message_of([] { require_whole(1001, 1, 1000, "starts"); }), "no error");
}

TEST(EditDistance, CountsSingleLetterEdits) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3);
  EXPECT_EQ(edit_distance("sobol", "sobl"), 1);
  EXPECT_EQ(edit_distance("flaw", "lawn"), 2);
}

TEST(Nearest, FindsTheLikelyWord) {
  const std::vector<std::string> known{"draws", "steps", "step-size"};
  EXPECT_EQ(nearest("drws", known), "draws");
  EXPECT_EQ(nearest("stepsize", known), "step-size");
  EXPECT_EQ(nearest("lengthscale", known), "");
  EXPECT_EQ(nearest("", known), "");
}

TEST(Nearest, TakesAnyListOfWords) {
  constexpr std::array<std::string_view, 2> known{"adam", "sgd"};
  EXPECT_EQ(nearest("adm", known), "adam");
}

}  // namespace
}  // namespace surefoot
