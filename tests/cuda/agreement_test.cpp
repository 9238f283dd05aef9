#include <gtest/gtest.h>

#include "cuda/device_support.hpp"

// The same draws as on the CPU: every model, kernel family and design that go together.
namespace surefoot {
namespace {

struct Case {
  std::string model;
  int dimension;
  std::string kernel_name;
  std::string kernel;
  std::string design;
  std::string precision;
};

std::string name_of(const testing::TestParamInfo<Case>& info) {
  const Case& c = info.param;
  std::string name = c.model + std::to_string(c.dimension) + "_" + c.kernel_name + "_" + c.design +
                     "_" + c.precision;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

void PrintTo(const Case& c, std::ostream* out) { *out << c.model << ", " << c.kernel; }

/// Terms of the chained sum share an exponential on the device, wherever they stand.
const std::vector<std::pair<std::string, std::string>> kernels{
    {"gaussian", "gaussian"},
    {"laplace", "laplace"},
    {"matern32", "matern32"},
    {"matern52", "matern52"},
    {"rational_quadratic", "rational-quadratic"},
    {"energy", "energy"},
    {"chained", "gaussian:0.5+gaussian:4+gaussian:1+gaussian:2+gaussian:8"},
    {"mixed", "gaussian:1+laplace:3+gaussian:2.5+matern52:0.7+rational-quadratic:2"}};

bool go_together(const Case& c) {
  if (c.design == "quadrature") return c.dimension == 1;
  if (c.design == "closed-form")
    return c.model == "gaussian-location" &&
           (c.kernel_name == "gaussian" || c.kernel_name == "chained");
  return c.design == "sobol" || c.dimension <= 2;  // two columns tell as much as eight
}

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const auto& [model, dimension] :
       std::vector<std::pair<std::string, int>>{{"g-and-k", 1},
                                                {"gaussian-location", 1},
                                                {"gaussian-location", 2},
                                                {"gaussian-location", 4},
                                                {"gaussian-location", 8}})
    for (const auto& [name, kernel] : kernels)
      for (const auto* design : {"closed-form", "quadrature", "sobol", "iid"}) {
        const Case one{model, dimension, name, kernel, design, "mixed"};
        if (go_together(one)) list.push_back(one);
      }
  const std::vector<Case> mixed = list;  // in double, one design of each
  for (Case one : mixed)
    if (one.design == (one.model == "g-and-k" ? "quadrature" : "sobol") && one.dimension <= 2) {
      one.precision = "double";
      list.push_back(one);
    }
  return list;
}

/// A kernel with a cusp gives the objective one for every pair of points on the line; in more
/// dimensions hardly any two points meet.
Tolerance tolerance_of(const Case& c) {
  Tolerance tolerance =
      c.precision == "double" || c.design == "closed-form" ? double_tolerance : mixed_tolerance;
  if (c.dimension > 1) return tolerance;
  if (c.kernel_name == "laplace") tolerance.strays = c.model == "g-and-k" ? 0.6 : 0.1;
  if (c.kernel_name == "energy" || c.kernel_name == "mixed") tolerance.strays = 0.05;
  if (tolerance.strays > 0.0) tolerance.value = 1e-5;
  return tolerance;
}

class Agreement : public OnDevice, public testing::WithParamInterface<Case> {};

TEST_P(Agreement, WithTheCpu) {
  const Case& c = GetParam();
  const Sample x = observations_of(c.model, 200, c.dimension);
  SettingList list{
      {"draws", "64"}, {"kernel", c.kernel}, {"design", c.design}, {"precision", c.precision}};
  if (c.design != "closed-form") list.push_back({"simulations", "300"});
  const Both fits = fit_on_both(c.model, x, list);
  EXPECT_GT(count_of(fits.cpu.draws, DrawStatus::converged), 32u);
  expect_agreement(fits, tolerance_of(c));
}

INSTANTIATE_TEST_SUITE_P(Every, Agreement, testing::ValuesIn(cases()), name_of);

}  // namespace
}  // namespace surefoot
