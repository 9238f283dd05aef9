#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/cuda/models.hpp>
#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {

/// A built-in model with its device code.
inline Model device_model(const std::string& name, int dimension = 0,
                          const std::map<std::string, double>& options = {}) {
  Model model = built_in_model(name, dimension, options);
  cuda::add_accelerator(model);
  return model;
}

/// Skips its tests, with the reason, where there is no device.
class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    const std::string missing = device_model("g-and-k").accelerator->missing();
    if (!missing.empty()) GTEST_SKIP() << "no CUDA device: " << missing;
  }
};

/// A fit of one model on the CPU (all its cores) and on the device.
struct Both {
  Fit cpu, cuda;
};

inline Fit fit_on(const DeviceChoice& device, const Model& model, const Sample& x,
                  const SettingList& list) {
  FitConfig config = settings(list);
  config.threads = 0;
  config.device = device;
  return fit(model, x, config);
}

inline Both fit_on_both(const Model& model, const Sample& x, const SettingList& list) {
  return {fit_on(Device::cpu, model, x, list), fit_on(Device::cuda, model, x, list)};
}

inline Both fit_on_both(const std::string& name, const Sample& x, const SettingList& list) {
  const FitConfig config = settings(list);
  return fit_on_both(device_model(name, x.dimension(), config.model_option), x, list);
}

/// How closely the two must agree.  Both stop within a hundredth of a posterior sd of a minimum
/// (certified_move), mostly much closer; what is left is the rounding of their sums.
///
/// Where the objective has many small minima (cusps of a kernel on the line, few points in heavy
/// tails) rounding decides into which of them a search falls, on one processor too: there some
/// draws may stray, if neither place is much the better one.
struct Tolerance {
  double sds;            // of a draw's parameters, in posterior sds
  double value;          // of objective and mmd2, relative to 1 + |objective|
  double strays = 0.0;   // part of the draws that may be further apart
  double stray = 0.002;  // of the objective of those
};
inline constexpr Tolerance mixed_tolerance{0.02, 1e-5};
inline constexpr Tolerance double_tolerance{0.002, 1e-8};

/// The standard deviation of each parameter over the draws that have one.
inline std::vector<double> posterior_sds(const Draws& draws) {
  std::vector<double> sds;
  for (std::size_t k = 0; k < draws.names.size(); ++k) {
    std::vector<double> values;
    for (const double v : column(draws, k))
      if (!std::isnan(v)) values.push_back(v);
    sds.push_back(values.size() > 1 ? spread(values) : 0.0);
  }
  return sds;
}

/// The largest distance of two rows in a parameter, in sds; an sd of 0 counts as a thousandth of
/// the parameter.
inline double sds_apart(std::span<const double> a, std::span<const double> b,
                        const std::vector<double>& sds) {
  double apart = 0.0;
  for (std::size_t k = 0; k < sds.size(); ++k)
    if (const double gap = std::abs(a[k] - b[k]); gap > 0.0)
      apart = std::max(apart, gap / std::max(sds[k], 1e-3 * (1.0 + std::abs(a[k]))));
  return apart;
}

inline std::string row_text(const Draws& draws, std::size_t r) {
  std::string text(to_word(draws.info[r].status));
  for (const double v : draws.row(r)) text += " " + std::to_string(v);
  return text + ", objective " + testing::PrintToString(draws.info[r].objective);
}

/// Fails unless the draws of two fits agree, and prints by how much they do.
inline void expect_agreement(const Both& fits, const Tolerance& tolerance) {
  const Draws &cpu = fits.cpu.draws, &cuda = fits.cuda.draws;
  EXPECT_EQ(fits.cuda.failure, "");
  EXPECT_EQ(fits.cuda.settings.device, Device::cuda);
  EXPECT_EQ(fits.cuda.settings.optimiser, fits.cpu.settings.optimiser);
  EXPECT_EQ(fits.cuda.simulations_per_draw, fits.cpu.simulations_per_draw);
  EXPECT_EQ(cuda.names, cpu.names);
  ASSERT_EQ(cuda.index, cpu.index);
  const std::vector<double> sds = posterior_sds(cpu);
  const auto share = [&](double part) {
    return static_cast<std::size_t>(std::ceil(part * static_cast<double>(cpu.rows())));
  };
  std::size_t strays = 0, ended_otherwise = 0;
  double worst = 0.0, worst_value = 0.0, worst_mmd2 = 0.0, worst_stray = 0.0;
  std::string furthest;
  for (std::size_t r = 0; r < cpu.rows(); ++r) {
    const DrawInfo &a = cpu.info[r], &b = cuda.info[r];
    ended_otherwise += is_minimum(a.status) != is_minimum(b.status);
    EXPECT_EQ(is_failed(a.status), is_failed(b.status)) << "draw " << cpu.index[r];
    if (is_failed(a.status) || is_failed(b.status)) continue;
    const double apart = sds_apart(cpu.row(r), cuda.row(r), sds),
                 scale = 1.0 + std::abs(a.objective);
    const double value = std::abs(a.objective - b.objective) / scale;
    if (apart > tolerance.sds) {
      if (strays++ == 0)
        furthest = "draw " + std::to_string(cpu.index[r]) + ": " + row_text(cpu, r) + " and " +
                   row_text(cuda, r);
      worst_stray = std::max(worst_stray, value);
      continue;
    }
    worst = std::max(worst, apart);
    worst_value = std::max(worst_value, value);
    worst_mmd2 = std::max(worst_mmd2, std::abs(a.mmd2 - b.mmd2) / scale);
  }
  EXPECT_LE(strays, share(tolerance.strays)) << furthest;
  EXPECT_LE(worst_stray, tolerance.stray) << furthest;
  EXPECT_LE(worst_value, tolerance.value);
  EXPECT_LE(worst_mmd2, tolerance.value);
  EXPECT_LE(ended_otherwise, share(std::max(tolerance.strays, 0.02)));
  std::printf("  apart by %.2g sds, objective %.2g, mmd2 %.2g; %zu strays of %zu by %.2g\n", worst,
              worst_value, worst_mmd2, strays, cpu.rows(), worst_stray);
}

}  // namespace surefoot
