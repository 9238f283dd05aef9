#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/error.hpp>
#include <surefoot/prior/base_measure.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"
#include "report/temporary_directory.hpp"

namespace surefoot {
namespace {

// Moments are held to four standard errors: one check in 16,000 would fail for another seed.
constexpr int many = 20000;
constexpr Coordinates here{1, 2, 0, 0, Purpose::base_measure};

const Sample two_columns({1.0, -5.0, 2.0, 5.0, 6.0, 15.0}, 2);
const Sample one_column({1.0, 2.0, 6.0}, 1);

std::vector<double> column_of(const std::string& text, const Model& model, const Sample& x,
                              int column = 0) {
  const auto rows = make_base_measure(text, model, x)->draw(here, many);
  EXPECT_EQ(rows.size(), static_cast<std::size_t>(many * x.dimension()));
  std::vector<double> values;
  for (auto i = static_cast<std::size_t>(column); i < rows.size();
       i += static_cast<std::size_t>(x.dimension()))
    values.push_back(rows[i]);
  return values;
}

void expect_moments(const std::vector<double>& values, double mean, double sd) {
  const Estimate found = estimate(values), variance = estimate(squares_about(values, mean));
  EXPECT_NEAR(found.mean, mean, errors * found.error);
  EXPECT_NEAR(variance.mean, sd * sd, errors * variance.error);
}

std::string refusal(const std::string& text, const Model& model, const Sample& x,
                    Fault fault = Fault::usage) {
  try {
    make_base_measure(text, model, x);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault) << text;
    return error.what();
  }
  return "accepted " + text;
}

TEST(BaseMeasure, NormalAutoHasTheMomentsOfEachColumn) {
  const Model model = built_in_model("gaussian-location", 2);
  expect_moments(column_of("normal:auto", model, two_columns, 0), 3.0, std::sqrt(14.0 / 3.0));
  expect_moments(column_of("normal:auto", model, two_columns, 1), 5.0, std::sqrt(200.0 / 3.0));
}

TEST(BaseMeasure, NormalIsTheSameInEveryColumn) {
  const Model model = built_in_model("gaussian-location", 2);
  for (const int column : {0, 1})
    expect_moments(column_of("normal:-2:0.5", model, two_columns, column), -2.0, 0.5);
}

TEST(BaseMeasure, UniformFillsItsBox) {
  const Model model = built_in_model("gaussian-location", 2);
  const auto values = column_of("uniform:-1:3", model, two_columns, 1);
  expect_moments(values, 1.0, 4.0 / std::sqrt(12.0));
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  EXPECT_GT(*low, -1.0);
  EXPECT_LT(*high, 3.0);
}

TEST(BaseMeasure, FileIsResampledRowByRow) {
  const TemporaryDirectory directory;
  write_file(directory / "old.csv", "u,v\n1,10\n2,20\n4,40\n");
  const auto base = make_base_measure("file:" + (directory / "old.csv").string(),
                                      built_in_model("gaussian-location", 2), two_columns);
  const auto rows = base->draw(here, many);
  std::vector<double> fours;
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    EXPECT_EQ(rows[i + 1], 10.0 * rows[i]);
    fours.push_back(rows[i] == 4.0);
  }
  const Estimate share = estimate(fours);
  EXPECT_NEAR(share.mean, 1.0 / 3.0, errors * share.error);
}

TEST(BaseMeasure, SimulatorIsTheModelAtItsParameters) {
  const Model model = built_in_model("gaussian-location", 2);
  expect_moments(column_of("simulator:theta1=3,theta2=-1", model, two_columns, 1), -1.0, 1.0);
}

// A normal whose mean is uniform on (-3, 5).
TEST(BaseMeasure, PriorBoxIsTheModelAtParametersFromItsBox) {
  Model model = built_in_model("gaussian-location", 1);
  model.parameters.bound("theta1", -3.0, 5.0);
  expect_moments(column_of("prior-box", model, one_column), 1.0, std::sqrt(1.0 + 64.0 / 12.0));
}

TEST(BaseMeasure, PriorBoxTakesTheBoundsOfTheRun) {
  const Model model = built_in_model("gaussian-location", 1);
  const FitConfig config =
      settings({{"concentration", "1"}, {"base-measure", "prior-box"}, {"bounds", "theta1=-3:5"}});
  EXPECT_NO_THROW(make_problem(model, one_column, config));
}

TEST(BaseMeasure, NumberKDependsOnCoordinatesAndKAlone) {
  Model model = built_in_model("gaussian-location", 1);
  model.parameters.bound("theta1", -3.0, 5.0);
  for (const auto* text :
       {"normal:auto", "normal:0:1", "uniform:0:1", "simulator:theta1=2", "prior-box"}) {
    const auto base = make_base_measure(text, model, one_column);
    const auto few = base->draw(here, 5), more = base->draw(here, 50);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), more.begin())) << text;
    Coordinates later = here;
    later.draw += 1;
    EXPECT_NE(base->draw(later, 5), few) << text;
  }
}

TEST(BaseMeasure, RefusesWhatItDoesNotKnow) {
  const Model model = built_in_model("gaussian-location", 2);
  for (const auto* text : {"",
                           "normal",
                           "normal:",
                           "normal:1",
                           "normal:one:1",
                           "normal:0:1:2",
                           "normal:0:0",
                           "normal:0:-1",
                           "normal:0:inf",
                           "normal:nan:1",
                           "uniform",
                           "uniform:0",
                           "uniform:1:1",
                           "uniform:2:1",
                           "uniform:0:inf",
                           "file",
                           "file:",
                           "simulator",
                           "simulator:",
                           "prior-box:1",
                           "cauchy:0:1"}) {
    const std::string message = refusal(text, model, two_columns);
    EXPECT_NE(message.find("base-measure must be normal:auto"), std::string::npos) << message;
    EXPECT_NE(message.find(std::string("'") + text + "'"), std::string::npos) << message;
  }
}

TEST(BaseMeasure, RefusesNumbersWhoseDrawsWouldBeNone) {
  const Model model = built_in_model("gaussian-location", 2);
  for (const char* text : {"uniform:-1e308:1e308", "normal:1e308:1e308", "normal:0:2e100"})
    EXPECT_EQ(refusal(text, model, two_columns),
              "the numbers of a base measure must lie between -1e+100 and 1e+100, but those of '" +
                  std::string(text) + "' do not");
}

TEST(BaseMeasure, RefusesAFileThatDoesNotFit) {
  const Model model = built_in_model("gaussian-location", 2);
  EXPECT_NE(
      refusal("file:/no/such/file.csv", model, two_columns, Fault::data).find("/no/such/file.csv"),
      std::string::npos);
  const TemporaryDirectory directory;
  write_file(directory / "narrow.csv", "1\n2\n3\n");
  refusal("file:" + (directory / "narrow.csv").string(), model, two_columns, Fault::data);
}

TEST(BaseMeasure, RefusesASimulatorWithoutAllItsParameters) {
  const Model model = built_in_model("gaussian-location", 2);
  EXPECT_EQ(refusal("simulator:theta1=3", model, two_columns),
            "base-measure simulator needs a value for every parameter, but theta2 has none");
  EXPECT_NE(refusal("simulator:theta1=3,theta3=1", model, two_columns).find("theta3"),
            std::string::npos);
  EXPECT_NE(refusal("simulator:theta1=three,theta2=1", model, two_columns).find("three"),
            std::string::npos);
}

TEST(BaseMeasure, RefusesAnInfinitePriorBox) {
  const std::string message = refusal("prior-box", built_in_model("g-and-k"), one_column);
  EXPECT_NE(message.find("finite box, but that of a is not"), std::string::npos) << message;
}

}  // namespace
}  // namespace surefoot
