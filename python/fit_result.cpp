#include "fit_result.hpp"

#include <filesystem>
#include <functional>
#include <span>

#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <surefoot/draws/draw_statistics.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/calibration_text.hpp>
#include <surefoot/report/check_text.hpp>
#include <surefoot/report/comparison.hpp>
#include <surefoot/report/findings.hpp>
#include <surefoot/report/html.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/output.hpp>
#include <surefoot/report/summary.hpp>
#include <surefoot/report/text.hpp>
#include <surefoot/report/without_data.hpp>

namespace nb = nanobind;
using namespace nb::literals;

namespace surefoot::python {
namespace {

// Views of the fit's own memory: read-only, and they keep the fit alive.
template <int Dimensions>
using View = nb::ndarray<nb::numpy, const double, nb::ndim<Dimensions>>;

View<2> draws_of(const Fit& fit) {
  return {fit.draws.values.data(), {fit.draws.rows(), fit.draws.names.size()}};
}

View<2> observations_of(const Fit& fit) {
  const Sample& x = fit.observations;
  return {x.values().data(), {x.size(), static_cast<std::size_t>(x.dimension())}};
}

View<3> predictive_of(const Fit& fit) {
  return {fit.predictive.values.data(),
          {fit.predictive.index.size(), static_cast<std::size_t>(fit.predictive.observations),
           static_cast<std::size_t>(fit.predictive.columns())}};
}

/// The mass of each draw; not a number where it failed.
nb::ndarray<nb::numpy, double, nb::ndim<1>> mass_of(const Fit& fit) {
  auto* values = new std::vector<double>;
  const nb::capsule owner(
      values, [](void* pointer) noexcept { delete static_cast<std::vector<double>*>(pointer); });
  for (const DrawInfo& info : fit.draws.info) values->push_back(posterior_mass(info));
  return {values->data(), {values->size()}, owner};
}

std::string as_python(DrawStatus status) { return std::string(to_word(status)); }
template <class Value>
Value as_python(Value value) {
  return value;
}

/// One list for each statistic, in the order of the draws; the mass is there where it is fixed,
/// too.
nb::dict statistics_of(const Fit& fit) {
  nb::dict statistics;
  statistics["draw"] = nb::cast(fit.draws.index);
  for_each_statistic(true, [&](const auto& statistic) {
    nb::list values;
    for (const DrawInfo& info : fit.draws.info)
      values.append(as_python(std::invoke(statistic.member, info)));
    statistics[statistic.name] = values;
  });
  return statistics;
}

/// Name and meaning of each statistic.
std::vector<std::pair<std::string, std::string>> statistic_docs() {
  std::vector<std::pair<std::string, std::string>> docs;
  for_each_statistic(
      true, [&](const auto& statistic) { docs.emplace_back(statistic.name, statistic.meaning); });
  return docs;
}

nb::dict settings_of(const Fit& fit) {
  nb::dict settings;
  for (const Setting& setting : settings_in_force(fit.settings))
    settings[setting.name.c_str()] = nb::cast(setting.value);
  return settings;
}

std::vector<std::string> labels_of(const Fit& fit) {
  std::vector<std::string> labels;
  for (int c = 0; c < fit.observations.dimension(); ++c)
    labels.push_back(fit.observations.label(c));
  return labels;
}

/// Lower and upper bound of each parameter; empty for files of older versions.
std::vector<std::pair<double, double>> box_of(const Fit& fit) {
  std::vector<std::pair<double, double>> box;
  for (const Interval& interval : fit.box) box.emplace_back(interval.lower, interval.upper);
  return box;
}

std::string comparison(const std::vector<const Fit*>& fits) {
  std::vector<Summary> summaries;
  summaries.reserve(fits.size());
  for (const Fit* fit : fits) summaries.push_back(summarise(*fit));
  return comparison_text(summaries);
}

}  // namespace

void bind_fit(nb::module_& m) {
  nb::class_<Fit>(m, "FitData", "A finished, or interrupted, run.")
      .def_prop_ro("draws", &draws_of, nb::rv_policy::reference_internal)
      .def_prop_ro("observations", &observations_of, nb::rv_policy::reference_internal)
      .def_prop_ro("predictive", &predictive_of, nb::rv_policy::reference_internal)
      .def_prop_ro("predictive_rows", [](const Fit& f) { return f.predictive.index; })
      .def_prop_ro("names", [](const Fit& f) { return f.draws.names; })
      .def_prop_ro("columns", &labels_of)
      .def_prop_ro("column_names",
                   [](const Fit& f) {
                     const auto names = f.observations.names();
                     return std::vector<std::string>(names.begin(), names.end());
                   })
      .def_prop_ro("box", &box_of)
      .def_prop_ro("statistics", &statistics_of)
      .def_prop_ro("mass", &mass_of, nb::rv_policy::move)
      .def_prop_ro("settings", &settings_of)
      .def_prop_ro("config", [](const Fit& f) { return f.settings; })
      .def_ro("model", &Fit::model)
      .def_ro("seconds", &Fit::seconds)
      .def_ro("partial", &Fit::partial)
      .def_ro("failure", &Fit::failure)
      .def_ro("warnings", &Fit::warnings)
      .def(
          "text", [](const Fit& f) { return to_text(summarise(f)); }, "The summary, for people.")
      .def(
          "json", [](const Fit& f) { return to_json(summarise(f)); }, "The summary, as JSON.")
      .def(
          "csv", [](const Fit& f) { return to_csv(summarise(f)); },
          "The numbers of the summary, as CSV.")
      .def(
          "scores_csv", [](const Fit& f) { return scores_csv(f); },
          "What was found out about each observation, as CSV.")
      .def(
          "check_text", [](const Fit& f, double tolerance) { return check_text(f, tolerance); },
          "tolerance"_a, "What a check of the model found, for people.")
      .def(
          "check_json", [](const Fit& f, double tolerance) { return check_json(f, tolerance); },
          "tolerance"_a, "The same as JSON.")
      .def(
          "calibration_text", [](const Fit& f) { return calibration_text(f.calibration.value()); },
          "What repeated sampling showed, for people.")
      .def(
          "calibration_json", [](const Fit& f) { return calibration_json(f.calibration.value()); },
          "The same as JSON.")
      .def("save", &write_fit, "path"_a, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "without_data", [](const Fit& f) { return without_data(f); },
          "The fit without its observations, for who may not share them.")
      .def(
          "report",
          [](const Fit& f, const std::filesystem::path& path) {
            write_atomically(path, to_html(std::span(&f, 1)));
          },
          "path"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("__getstate__",
           [](const Fit& f) {
             const std::string content = to_netcdf(f);
             return nb::bytes(content.data(), content.size());
           })
      .def("__setstate__", [](Fit& f, const nb::bytes& content) {
        new (&f) Fit(from_netcdf({content.c_str(), content.size()}));
      });
  m.def("load", &read_netcdf, "path"_a, nb::call_guard<nb::gil_scoped_release>());
  m.def("statistic_docs", &statistic_docs, "The statistics of a draw: name and meaning.");
  m.def("comparison", &comparison, "fits"_a, "Several fits beside each other, for people.");
}

}  // namespace surefoot::python
