#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <surefoot/fit.hpp>

namespace surefoot {

/// The posterior of one quantity in numbers.  NaN stands for a number that the
/// usable draws do not determine: all of them without draws, sd and mcse with
/// a single one.
struct ParameterSummary {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

  std::string name;
  double mean = unknown;
  double sd = unknown;    ///< divides by the number of draws less one
  double mcse = unknown;  ///< of the mean: sd / sqrt(independent draws that it is worth)
  double q025 = unknown;
  double q05 = unknown;
  double q25 = unknown;
  double q50 = unknown;
  double q75 = unknown;
  double q95 = unknown;
  double q975 = unknown;
  double ess = unknown;   ///< of the bulk; known for chains only
  double rhat = unknown;  ///< rank-normalised; known for chains only
};

/// One setting in force: numbers are numbers, everything else is the text that
/// `set` understands.
struct Setting {
  std::string name;
  std::variant<bool, std::int64_t, std::uint64_t, double, std::string> value;
};

/// The settings of the method that have a value, in the order users meet them.
std::vector<Setting> settings_in_force(const FitConfig& config);

/// What users read of a finished run.  Draws that failed are counted but take
/// no part in the numbers.
struct Summary {
  std::string model;
  std::string method;
  std::size_t draws = 0;  ///< done, failed ones included
  std::size_t requested_draws = 0;
  bool partial = false;
  bool minimises = true;                          ///< each draw is a minimum
  bool has_mmd2 = true;                           ///< of an MMD that is reported
  bool has_kernel = true;                         ///< whose lengthscales are reported
  int chains = 0;                                 ///< 0: draws are independent
  double acceptance = ParameterSummary::unknown;  ///< of the chains' moves
  std::vector<SmcStep> history;                   ///< of sequential methods
  std::size_t observations = 0;
  int dimension = 0;
  std::uint64_t seed = 0;
  std::vector<ParameterSummary> parameters;  ///< the model's order
  std::optional<ParameterSummary> mass;      ///< only where the mass was free
  std::size_t converged = 0;                 ///< inside the box
  std::size_t on_edge = 0;                   ///< minima on the edge of the box
  std::size_t failed = 0;
  std::vector<std::pair<DrawStatus, std::size_t>> statuses;  ///< every status with its count
  /// A minimum on the observations, and how many draws started from it.
  struct Mode {
    std::vector<double> theta;
    double objective;
    std::size_t draws;
  };
  std::vector<Mode> modes;
  double remaining_move =
      ParameterSummary::unknown;  ///< the largest of the converged draws, in sds
  std::size_t solved_again = 0;
  std::size_t improved = 0;
  double simulation_share = ParameterSummary::unknown;  ///< of the posterior variance
  double data_weight = ParameterSummary::unknown;       ///< beta, where there is a prior beside it
  std::vector<double> prior_shares;                     ///< one for each parameter, or none
  std::string evaluator;
  std::vector<std::string> blind;
  Undetermined undetermined;
  ParameterSummary mmd2;
  std::vector<double> lengthscales;  ///< one for each term of the kernel
  int simulations_per_draw = 0;
  std::int64_t simulator_calls = 0;
  double seconds = 0.0;
  int threads = 1;
  std::string device;
  std::vector<Setting> settings;
  std::optional<std::vector<std::string>> given;  ///< names of settings; none: not known
  std::string version;                            ///< of the surefoot that drew
  std::string alarm;  ///< a sentence if so many draws failed that the rest may mislead
  std::vector<std::string> findings;       ///< what a check of the model found, in sentences
  std::optional<Calibration> calibration;  ///< of the intervals
  std::optional<CompositeTest> test;       ///< whether the data can be from the model
  std::vector<std::string> warnings;
};

/// The paper's error of an estimate: mean_k (estimate_k - theta_k)^2 / mean_k theta_k.
double normalised_error(std::span<const double> estimate, std::span<const double> theta);

/// The rows of draws that did not fail.
std::vector<std::size_t> usable_rows(const Draws& draws);

/// The summary of a fit.
Summary summarise(const Fit& fit);

}  // namespace surefoot
