#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <surefoot/checked.hpp>
#include <surefoot/fit.hpp>

#include "helpers.hpp"
#include "own_model.hpp"

namespace surefoot::python {

/// Contiguous doubles, row by row.
using Array =
    nanobind::ndarray<const double, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using Table = nanobind::ndarray<nanobind::numpy, const double, nanobind::ndim<2>>;

/// A copy as the array of a new owner.
Table table_of(const Sample& sample);
/// Observations that stay in the array's memory.
Sample sample_of(const Array& data, const std::vector<std::string>& columns = {});

/// What is kept of a run, and from where it goes on.
struct Keeping {
  std::filesystem::path output;  ///< empty: none
  bool resume = false;
  std::optional<Fit> earlier;  ///< whose draws are not made again
  nanobind::object helpers =
      nanobind::none();          ///< carries numbers to other processes, and draws back
  HelperCrew* helper = nullptr;  ///< of a process that only helps
};

/// The fit, whether it was interrupted, and what went wrong with its files.  `simulate` answers a
/// simulator of the user's own; progress(done, total, failed, unit, calls), note(text) and
/// warning(text), of what users should know at once, are called on this thread, if they are not
/// None.
std::tuple<Fit, bool, std::vector<std::string>> run_fit(
    const AttendedModel& model, const Array& data, const std::vector<std::string>& columns,
    const FitConfig& settings, nanobind::object simulate, nanobind::object progress,
    nanobind::object note, nanobind::object warning, const Keeping& keeping);

/// The fits of a comparison by method, why there is none by the others, and whether it was
/// interrupted; otherwise as `run_fit`.
using Compared = std::tuple<std::vector<std::pair<std::string, Fit>>,
                            std::vector<std::pair<std::string, std::string>>, bool>;
Compared run_compare(const AttendedModel& model, const Array& data,
                     const std::vector<std::string>& columns, const FitConfig& settings,
                     const std::vector<Method>& methods, nanobind::object simulate,
                     nanobind::object progress, nanobind::object note);

/// Observations simulated at one theta.
Table run_simulate(const AttendedModel& model, const std::vector<double>& theta, int observations,
                   std::uint64_t seed, nanobind::object simulate);

/// Observations simulated at each draw, draws x observations x dimension; NaN
/// where that failed.
nanobind::ndarray<nanobind::numpy, double, nanobind::ndim<3>> run_predict(
    const AttendedModel& model, const Fit& fit, int observations, std::uint64_t seed,
    nanobind::object simulate);

/// The fit with scores and check made again.
Fit run_check(const AttendedModel& model, const Fit& fit, const CheckPlan& plan,
              nanobind::object simulate);

/// The fit with its calibration, as the verb calibrate has it.
Fit run_calibrate(const AttendedModel& model, const Fit& fit, const CalibrationPlan& plan,
                  nanobind::object simulate, nanobind::object progress);

}  // namespace surefoot::python
