#pragma once

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/fit.hpp>
#include <surefoot/settings/config.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {

using SettingList = std::vector<std::pair<std::string, std::string>>;

/// Settings as a user would type them, on one thread, with draws that simulate, without predictive
/// data and checks unless they say so.
inline FitConfig typed_settings(const SettingList& list) {
  FitConfig config;
  config.threads = 1;
  config.predictive_draws = 0;
  for (const auto& [name, text] : list) set(config, name, text);
  if (config.method == Method::npl_mmd && !is_given(config, "check")) config.check = Check::none;
  if (!is_given(config, "embedding") && !config.budget)
    config.embedding = otherwise(EmbeddingWay::direct);
  return config;
}

/// Typed settings with the paper's objective where they leave it open, which is the simplest.
inline FitConfig settings(const SettingList& list) {
  FitConfig config = typed_settings(list);
  if (is_given(config, "method") || config.preset == Preset::paper) return config;
  if (!config.mass) config.mass = Mass::fixed;
  if (!config.lengthscale) config.lengthscale = "median";
  if (!config.trim) config.trim = Trim{};
  return config;
}

/// Observations of a built-in model at its published truth.
inline Sample observations_of(const std::string& model, int count, int dimension = 0,
                              std::uint64_t seed = 1,
                              const std::map<std::string, double>& options = {}) {
  const Model simulator = built_in_model(model, dimension, options);
  return simulator.simulate(simulator.truth, count, seed);
}

/// Fits a built-in model.
inline Fit fit_built_in(const std::string& model, const Sample& observations,
                        const SettingList& list) {
  const FitConfig config = settings(list);
  return fit(built_in_model(model, observations.dimension(), config.model_option), observations,
             config);
}

/// One parameter of every draw.
inline std::vector<double> column(const Draws& draws, std::size_t parameter) {
  std::vector<double> values;
  for (std::size_t r = 0; r < draws.rows(); ++r) values.push_back(draws.row(r)[parameter]);
  return values;
}

/// Rows first, first + 1, ... of some draws, `count` of them.
inline Draws part_of(const Draws& draws, std::size_t first, std::size_t count) {
  Draws part;
  part.names = draws.names;
  for (std::size_t r = first; r < first + count; ++r) {
    part.index.push_back(draws.index[r]);
    part.values.insert(part.values.end(), draws.row(r).begin(), draws.row(r).end());
    part.info.push_back(draws.info[r]);
  }
  return part;
}

/// Whether two numbers are the same, or both unknown.
inline bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// Fails unless two sets of draws are the same, bit for bit, in everything.
inline void expect_same_draws(const Draws& a, const Draws& b) {
  EXPECT_EQ(a.names, b.names);
  EXPECT_EQ(a.index, b.index);
  EXPECT_EQ(a.values, b.values);
  ASSERT_EQ(a.info.size(), b.info.size());
  for (std::size_t r = 0; r < a.info.size(); ++r) {
    EXPECT_EQ(a.info[r].objective, b.info[r].objective) << "row " << r;
    EXPECT_TRUE(same_number(a.info[r].mmd2, b.info[r].mmd2)) << "row " << r;
    EXPECT_TRUE(same_number(a.info[r].gradient_norm, b.info[r].gradient_norm)) << "row " << r;
    EXPECT_EQ(a.info[r].mass, b.info[r].mass) << "row " << r;
    EXPECT_EQ(a.info[r].evaluations, b.info[r].evaluations) << "row " << r;
    EXPECT_EQ(a.info[r].simulator_calls, b.info[r].simulator_calls) << "row " << r;
    EXPECT_EQ(a.info[r].mode, b.info[r].mode) << "row " << r;
    EXPECT_EQ(a.info[r].status, b.info[r].status) << "row " << r;
  }
}

/// How many draws ended like this.
inline std::size_t count_of(const Draws& draws, DrawStatus status) {
  std::size_t count = 0;
  for (const DrawInfo& info : draws.info) count += info.status == status;
  return count;
}

/// Each value times `factor`, plus `offset`.
inline Sample moved(const Sample& x, double factor, double offset) {
  std::vector<double> values(x.values().begin(), x.values().end());
  for (double& v : values) v = factor * v + offset;
  return Sample(values, x.dimension());
}

}  // namespace surefoot
