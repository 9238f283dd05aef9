#pragma once

#include <cmath>
#include <limits>

#include <surefoot/fit.hpp>

namespace surefoot {

/// A fit that looks like one of the g-and-k model: `rows` draws whose values are
/// functions of their row, so that a test can say what must come back.
inline Fit synthetic_fit(std::size_t rows, int dimension = 1) {
  Fit fit;
  fit.model = "g-and-k";
  fit.settings.draws = static_cast<int>(rows);
  fit.settings.kernel = "gaussian";
  fit.settings.lengthscale = "0.15";
  fit.settings.step_size = 0.1;
  fit.settings.start = {{"a", 1.5}};
  fit.settings.bounds = {{"b", {0.0, 10.0}}};
  fit.settings.seed = 18'446'744'073'709'551'615ull;  // needs all 64 bits
  fit.settings.simulations = 128;

  std::vector<double> values;
  for (int i = 0; i < 50 * dimension; ++i) values.push_back(0.1 * i + 1.0 / 3.0);
  fit.observations = Sample(values, dimension);

  fit.draws.names = {"a", "b", "g", "log_k"};
  for (std::size_t r = 0; r < rows; ++r) {
    const auto x = static_cast<double>(r);
    fit.draws.index.push_back(static_cast<std::uint32_t>(r));
    for (const double v : {3.0 + std::sin(x), 1.0 / (1.0 + x), -0.1 * x, std::cos(x) / 3.0})
      fit.draws.values.push_back(v);
    fit.draws.info.push_back({.objective = -0.5 - 0.01 * x,
                              .mmd2 = 0.001 + 0.0001 * x,
                              .gradient_norm = 1e-9 * x,
                              .mass = 0.9 + 0.0001 * x,
                              .evaluations = static_cast<int>(r) + 10,
                              .simulator_calls = 5'000'000'000 + static_cast<std::int64_t>(r),
                              .mode = static_cast<int>(r) % 3,
                              .remaining_move = 0.001 + 1e-5 * x,
                              .resolved = r % 4 == 1,
                              .improved = r % 8 == 1,
                              .status = DrawStatus::converged});
  }
  fit.modes = {3.0, 1.0, 1.0, -0.7, 2.0, 0.5, 0.1, 0.2, 4.0, 2.0, 0.0, -1.0};
  fit.mode_objectives = {-0.6, -0.59, -0.55};
  fit.blind = {"g"};
  fit.evaluator = "grid";
  fit.simulation_share = 0.015;
  fit.doubled = {{0, 0.02, 6'000'000'000}, {2, 0.01, 3}};
  fit.neighbours = {{0, {}, 5'000'000'000}, {2, {}, 7}};
  fit.undetermined = {true,
                      false,
                      {{{"a", "g"}, "a + g", 1}, {{"log_k"}, "", 0}},
                      {{1.0, 0.0, -1.0, 0.0}, {0.0, 0.0, 0.0, 3.5}},
                      640};
  fit.lengthscales = {0.15};
  fit.simulations_per_draw = 128;
  fit.simulator_calls = 7'000'000'000;
  fit.seconds = 1.25;
  fit.threads = 2;
  fit.instruction_set = "avx2";
  return fit;
}

/// Makes it one of Markov chains, whose rows lie chain by chain.
inline void chain_draws(Fit& fit, int chains) {
  fit.settings = only_for(fit.settings, Method::mmd_bayes);
  fit.settings.chains = chains;
  fit.settings.score_weight = 2.8;
  fit.chains = chains;
  fit.acceptance = 0.3125;
  fit.modes = fit.mode_objectives = {};
  fit.blind = {};
  fit.undetermined = {};
  fit.neighbours = {};
}

/// Makes it one of a sequential method.
inline void add_history(Fit& fit) {
  fit.settings = only_for(fit.settings, Method::wabc);
  fit.history = {{0.5, 1000, 0.25, 90, 1.5}, {0.125, 5'000'000'000, 0.1, 87, 2.5}};
}

/// Makes a draw a failed one.
inline void fail_draw(Fit& fit, std::size_t row, DrawStatus status) {
  const std::size_t width = fit.draws.names.size();
  for (std::size_t k = 0; k < width; ++k)
    fit.draws.values[row * width + k] = std::numeric_limits<double>::quiet_NaN();
  fit.draws.info[row].mmd2 = std::numeric_limits<double>::quiet_NaN();
  fit.draws.info[row].status = status;
}

/// Gives the fit simulated data for the rows.
inline void add_predictive(Fit& fit, const std::vector<std::uint32_t>& rows, int observations) {
  fit.predictive.index = rows;
  fit.predictive.observations = observations;
  const auto count = rows.size() * static_cast<std::size_t>(observations) *
                     static_cast<std::size_t>(fit.observations.dimension());
  for (std::size_t i = 0; i < count; ++i)
    fit.predictive.values.push_back(std::sin(0.7 * static_cast<double>(i)) * 2.5 + 2.5);
}

}  // namespace surefoot
