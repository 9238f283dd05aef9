#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/contamination.hpp>

namespace surefoot {
namespace {

// Row i is (i, i, ...), so that a test sees where every row came from.
Sample numbered(int rows, int dimension = 1) {
  std::vector<double> values;
  for (int i = 0; i < rows; ++i)
    values.insert(values.end(), static_cast<std::size_t>(dimension), i);
  return Sample(values, dimension);
}

std::size_t outliers(const ContaminatedSample& sample) {
  return static_cast<std::size_t>(std::count(sample.outlier.begin(), sample.outlier.end(), true));
}

std::string refusal_of_kind(const std::string& kind) {
  try {
    contaminate(numbered(10), kind, 1);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage) << kind;
    return error.what();
  }
  return "accepted " + kind;
}

TEST(Contamination, ClusterReplacesTheLastRows) {
  const auto sample = contaminate(numbered(200, 4), "cluster:0.1:20", 7);
  ASSERT_EQ(sample.observations.size(), 200u);
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_EQ(sample.outlier[i], i >= 180) << "row " << i;
    for (const double value : sample.observations.row(i)) {
      if (i < 180) {
        EXPECT_EQ(value, static_cast<double>(i));
      } else {
        sum += value - 20.0;
        squares += (value - 20.0) * (value - 20.0);
      }
    }
  }
  // 80 standard normals: the mean within 4 and the mean square within 4 standard errors.
  EXPECT_NEAR(sum / 80, 0.0, 4.0 / std::sqrt(80.0));
  EXPECT_NEAR(squares / 80, 1.0, 4.0 * std::sqrt(2.0 / 80.0));
}

TEST(Contamination, ClusterTakesAStandardDeviation) {
  const auto sample = contaminate(numbered(10), "cluster:0.5:4:0", 7);
  for (std::size_t i = 5; i < 10; ++i) EXPECT_EQ(sample.observations(i, 0), 4.0);
}

TEST(Contamination, ShiftMovesHalfEachWayAndShufflesAllRows) {
  const auto sample = contaminate(numbered(1000, 2), "shift:0.1:-5000,5000", 3);
  std::vector<double> cleaned;
  int down = 0, up = 0, in_place = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    double value = sample.observations(i, 0);
    EXPECT_EQ(sample.observations(i, 1), value);
    EXPECT_EQ(sample.outlier[i], std::abs(value - 500.0) > 1000.0);
    if (value < -1000.0) value += 5000.0, ++down;
    if (value > 2000.0) value -= 5000.0, ++up;
    if (value == static_cast<double>(i)) ++in_place;
    cleaned.push_back(value);
  }
  EXPECT_EQ(down, 50);
  EXPECT_EQ(up, 50);
  EXPECT_LT(in_place, 10);  // one is expected of a random permutation
  std::sort(cleaned.begin(), cleaned.end());
  for (std::size_t i = 0; i < 1000; ++i) EXPECT_EQ(cleaned[i], static_cast<double>(i));
}

// Half of a t distribution's mass is within the quartiles: +-1 for one degree of freedom,
// +-0.6745 for very many.  1000 rows, 4 standard errors of a proportion: 0.063.
TEST(Contamination, StudentNoiseHasItsQuartiles) {
  const std::vector<std::pair<std::string, double>> quartiles{{"1", 1.0}, {"1e6", 0.6745}};
  for (const auto& [df, quartile] : quartiles) {
    const auto sample = contaminate(numbered(10000), "student-t:0.1:" + df + ":10", 5);
    int within = 0;
    for (std::size_t i = 0; i < 10000; ++i) {
      const double noise = sample.observations(i, 0) - static_cast<double>(i);
      EXPECT_EQ(sample.outlier[i], noise != 0.0);
      if (sample.outlier[i] && std::abs(noise) < 10.0 * quartile) ++within;
    }
    EXPECT_EQ(outliers(sample), 1000u);
    EXPECT_NEAR(within / 1000.0, 0.5, 0.063) << df;
  }
}

TEST(Contamination, DependsOnTheSeed) {
  for (const char* kind : {"cluster:0.2:3", "shift:0.2:9", "student-t:0.2:1:1"}) {
    const auto values = [&](std::uint64_t seed) {
      const auto sample = contaminate(numbered(50), kind, seed);
      return std::vector(sample.observations.values().begin(), sample.observations.values().end());
    };
    EXPECT_EQ(values(1), values(1)) << kind;
    EXPECT_NE(values(1), values(2)) << kind;
  }
}

TEST(Contamination, CountsTheFractionAsPeopleDo) {
  EXPECT_EQ(outliers(contaminate(numbered(100), "cluster:0.29:0", 1)), 29u);
  EXPECT_EQ(outliers(contaminate(numbered(9), "cluster:0.1:0", 1)), 0u);
  EXPECT_EQ(outliers(contaminate(numbered(9), "shift:0:1", 1)), 0u);
}

TEST(Contamination, RefusesWhatItCannotRead) {
  EXPECT_EQ(refusal_of_kind("clutser:0.1:20"),
            "contaminate must be cluster, shift or student-t, but is 'clutser'; did you mean "
            "'cluster'?");
  EXPECT_EQ(refusal_of_kind("cluster:0.1"),
            "contaminate must be cluster:FRACTION:CENTRE or cluster:FRACTION:CENTRE:SD, but is "
            "'cluster:0.1'");
  EXPECT_EQ(refusal_of_kind("cluster:1:20"),
            "contaminate 'cluster:1:20' must have a fraction of at least 0 and below 1, but has "
            "'1'");
  EXPECT_EQ(refusal_of_kind("shift:0.1:5,,6"),
            "contaminate 'shift:0.1:5,,6' must have a finite shift, but has ''");
  for (const char* kind :
       {"", ":", "cluster", "cluster:-0.1:2", "cluster:nan:2", "cluster:0.1:inf",
        "cluster:0.1:2:-1", "cluster:0.1:2:1:1", "shift:0.1", "shift:0.1:a", "student-t:0.1:1",
        "student-t:0.1:0:1", "student-t:0.1:1:-1", "student-t:0.1:1:1:1"})
    EXPECT_FALSE(refusal_of_kind(kind).starts_with("accepted")) << kind;
}

TEST(Generate, CauchyHasItsQuartiles) {
  for (const auto& [text, location, scale] :
       {std::tuple{"cauchy", 0.0, 1.0}, std::tuple{"cauchy:5:2", 5.0, 2.0}}) {
    const Sample sample = generate(text, 1000, 3, 1);
    ASSERT_EQ(sample.size(), 1000u);
    ASSERT_EQ(sample.dimension(), 3);
    int below = 0, within = 0;
    for (const double value : sample.values()) {
      below += value < location;
      within += std::abs(value - location) < scale;
    }
    EXPECT_NEAR(below / 3000.0, 0.5, 0.037) << text;  // 4 standard errors
    EXPECT_NEAR(within / 3000.0, 0.5, 0.037) << text;
  }
}

TEST(Generate, RefusesWhatItCannotRead) {
  for (const char* text : {"", "couchy", "cauchy:1", "cauchy:1:-1", "cauchy:x:1", "cauchy:1:2:3"})
    EXPECT_THROW(generate(text, 10, 1, 1), Error) << text;
}

}  // namespace
}  // namespace surefoot
