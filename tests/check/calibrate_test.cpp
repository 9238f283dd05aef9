#include <gtest/gtest.h>

#include <surefoot/check/calibration.hpp>
#include <surefoot/error.hpp>
#include <surefoot/report/calibration_text.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/summary.hpp>

#include "check/check_support.hpp"
#include "report/temporary_directory.hpp"

namespace surefoot {
namespace {

// Intervals of the Gaussian location are right, so no data set but the own one is news.
TEST(Calibration, FindsRightIntervalsRight) {
  const Fit fit = checked_fit("gaussian-location", observations_of("gaussian-location", 50, 1), {});
  const Calibration c = calibrate(built_in_model("gaussian-location", 1), fit,
                                  {.datasets = 200, .draws = 100, .level = 0.8});
  ASSERT_EQ(c.parameters.size(), 1u);
  const CalibratedParameter& p = c.parameters[0];
  EXPECT_EQ(c.datasets, 200);
  EXPECT_LT(c.outliers, 0.05);
  EXPECT_NEAR(p.coverage, 0.8, 3.0 * p.coverage_error);
  EXPECT_DOUBLE_EQ(p.coverage_error, std::sqrt(0.8 * 0.2 / 200.0));
  EXPECT_NEAR(p.bias, 0.0, 3.0 * p.bias_error);
  // The error of a location is that of n observations, at least.
  EXPECT_NEAR(p.bias_error * std::sqrt(200.0), 1.1 / std::sqrt(50.0), 0.03);
}

// A draw is one of the data's own variance only where concentration is small: pseudo-observations
// that agree with each other make intervals too narrow.
TEST(Calibration, CorrectsIntervalsThatAreTooNarrow) {
  const Sample x = observations_of("gaussian-location", 50, 1);
  const Fit fit = checked_fit(
      "gaussian-location", x,
      {{"concentration", "150"}, {"base-measure", "normal:1:0.3"}, {"truncation", "150"}});
  const Calibration c = calibrate(built_in_model("gaussian-location", 1), fit,
                                  {.datasets = 60, .draws = 60, .level = 0.9});
  const CalibratedParameter& p = c.parameters.at(0);
  EXPECT_LT(p.coverage, 0.9);
  EXPECT_TRUE(p.is_off(0.9));
  EXPECT_GT(p.factor, 1.0);
  const Summary s = summarise(fit);
  EXPECT_NEAR(p.lower, s.parameters[0].q50 - p.factor * (s.parameters[0].q50 - s.parameters[0].q05),
              1e-12);
}

TEST(Calibration, PutsTheContaminationBack) {
  const Sample x = contaminate(observations_of("gaussian-location", 100, 1), "cluster:0.2:9:0.5", 1)
                       .observations;
  const Fit fit = checked_fit("gaussian-location", x, {{"check", "scores"}});
  const Calibration c = calibrate(built_in_model("gaussian-location", 1), fit,
                                  {.datasets = 20, .draws = 20, .level = 0.9});
  EXPECT_NEAR(c.outliers, 0.2, 0.03);
  EXPECT_NEAR(c.parameters[0].bias, 0.0, 0.2);  // with the cluster as data it would be 1.6
}

TEST(Calibration, TravelsThroughFilesAndIsToldByTheSummary) {
  Fit fit = checked_fit("gaussian-location", observations_of("gaussian-location", 50, 1), {});
  fit.calibration =
      Calibration{0.9, 100, 200, 0.05, {{"theta1", 0.7, 0.03, 0.01, 0.02, 1.6, -0.25, 0.5}}};
  const TemporaryDirectory folder;
  write_netcdf(fit, folder / "fit.nc");
  const Fit read = read_netcdf(folder / "fit.nc");
  ASSERT_TRUE(read.calibration);
  EXPECT_EQ(calibration_json(*read.calibration), calibration_json(*fit.calibration));
  const std::string text = calibration_text(*read.calibration);
  EXPECT_NE(text.find("-0.25 to 0.5"), std::string::npos);
  EXPECT_NE(text.find("intervals of theta1 cover too rarely or too often"), std::string::npos);
}

std::string refusal(const Fit& fit, const CalibrationPlan& plan) {
  try {
    calibrate(built_in_model("gaussian-location", 1), fit, plan);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Calibration, RefusesWhatCannotBe) {
  const Fit fit = checked_fit("gaussian-location", observations_of("gaussian-location", 50, 1),
                              {{"check", "none"}, {"draws", "4"}});
  EXPECT_TRUE(refusal(fit, {.datasets = 3}).starts_with("datasets must be"));
  EXPECT_TRUE(refusal(fit, {.draws = 3}).starts_with("draws must be"));
  EXPECT_EQ(refusal(fit, {.level = 2.0}), "level must be between 0 and 1, but is 2");
  EXPECT_EQ(refusal(Fit{}, {}).substr(0, 40), "the model must have the parameters of th");
}

}  // namespace
}  // namespace surefoot
