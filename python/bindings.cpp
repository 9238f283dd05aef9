#include <map>

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <surefoot/error.hpp>
#include <surefoot/report/findings.hpp>
#include <surefoot/report/model.hpp>
#include <surefoot/report/output.hpp>
#include <surefoot/report/summary.hpp>
#include <surefoot/settings_given.hpp>
#include <surefoot/simulators/contamination.hpp>
#include <surefoot/simulators/registry.hpp>
#include <surefoot/simulators/theta.hpp>
#include <surefoot/version.hpp>

#include "data/columns.hpp"
#include "fit_result.hpp"
#include "front/device/device.hpp"
#include "methods/choose_embedding.hpp"
#include "run_fit.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace surefoot::python {
namespace {

const char* class_of(Fault fault) {
  switch (fault) {
    case Fault::usage:
      return "UsageError";
    case Fault::data:
      return "DataError";
    case Fault::output:
    case Fault::write:
      return "OutputError";
    case Fault::device:
      return "RunError";
    case Fault::internal:
      break;
  }
  return "InternalError";
}

/// The classes are Python's, where users catch them.
void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    const nb::object errors = nb::module_::import_("surefoot._errors");
    PyErr_SetString(errors.attr(class_of(error.fault())).ptr(), error.what());
  }
}

Method method_of(const std::string& word) {
  FitConfig config;
  set(config, "method", word);
  return config.method;
}

void bind_settings(nb::module_& m) {
  nb::class_<SettingDoc>(m, "SettingDoc", "One setting as users read about it.")
      .def_ro("name", &SettingDoc::name)
      .def_ro("values", &SettingDoc::values)
      .def_ro("fallback", &SettingDoc::fallback)
      .def_ro("value", &SettingDoc::value)
      .def_ro("help", &SettingDoc::help)
      .def_ro("methods", &SettingDoc::methods);
  m.def("setting_docs", &setting_docs, "All settings of fit, in the order users meet them.");

  nb::class_<FitConfig>(m, "Settings", "Everything that decides a run.")
      .def(nb::init<>())
      .def("set", &set, "name"_a, "text"_a)
      .def("get", &get, "name"_a)
      .def_prop_ro(
          "embedding_way", [](const FitConfig& config) { return to_word(embedding_way(config)); },
          "direct, emulated, or auto where it depends on how slow the simulator is.");
}

std::vector<ParameterTuple> parameters_of(const AttendedModel& attended) {
  std::vector<ParameterTuple> list;
  const ParameterSpace& space = attended.model.parameters;
  list.reserve(static_cast<std::size_t>(space.size()));
  for (int k = 0; k < space.size(); ++k)
    list.emplace_back(space[k].name, space[k].lower, space[k].upper, to_word(space[k].transform));
  return list;
}

std::vector<double> middle_of_box(const AttendedModel& attended) {
  std::vector<double> middle;
  const ParameterSpace& space = attended.model.parameters;
  middle.reserve(static_cast<std::size_t>(space.size()));
  for (int k = 0; k < space.size(); ++k) middle.push_back(middle_of(space[k]));
  return middle;
}

/// Which of `count` columns, from 0, are wanted: the words are those of the command line.
std::vector<std::size_t> choose_columns(std::size_t count, const std::vector<std::string>& names,
                                        const std::vector<std::string>& wanted) {
  return Columns({.name = "data", .bytes = {}}, count, names, {.columns = wanted}).order();
}

std::pair<RunIdentity, std::vector<nb::bytes>> take_from(HelperCrew& crew, double seconds) {
  HelpersDraws taken;
  {
    const nb::gil_scoped_release unlocked;
    taken = crew.take(seconds);
  }
  std::pair<RunIdentity, std::vector<nb::bytes>> result{taken.identity, {}};
  for (const std::string& draw : taken.draws) result.second.emplace_back(draw.data(), draw.size());
  return result;
}

void bind_models(nb::module_& m) {
  nb::class_<AttendedModel>(m, "Model", "A simulator with what a fit needs to know about it.")
      .def_prop_ro("name", [](const AttendedModel& a) { return a.model.name; })
      .def_prop_ro("parameters", &parameters_of)
      .def_prop_ro("middle", &middle_of_box)
      .def_prop_ro("dimension", [](const AttendedModel& a) { return a.model.dimension; })
      .def_prop_ro(
          "json", [](const AttendedModel& a) { return model_json(a.model); },
          "What `surefoot models MODEL --json` prints.")
      .def(
          "theta",
          [](const AttendedModel& a, const std::map<std::string, double>& given) {
            return theta_with(a.model, given);
          },
          "given"_a, "The published truth, with the given values in place of its own.")
      .def(
          "copy", [](const AttendedModel& a) { return AttendedModel{.model = a.model}; },
          "For a fit beside others, of a simulator that is no Python function.");
  m.def("model_names", &model_names, "The names of the built-in models.");
  m.def("is_program", &is_program, "name"_a);
  m.def("require_header", &require_header, "name"_a);
  m.def("named_model", &named_model, "name"_a, "dimension"_a, "settings"_a, "note"_a.none());
  m.def(
      "built_in_model",
      [](const std::string& name, const std::map<std::string, double>& options) {
        return AttendedModel{.model = built_in_model(name, 0, options)};
      },
      "name"_a, "options"_a);
  m.def("own_model", &own_model, "name"_a, "parameters"_a, "dimension"_a, "latents"_a,
        "differentiable"_a, "rows"_a);
}

/// Plans begin with the library's defaults, so that Python has none of its own.
void bind_checks(nb::module_& m) {
  m.attr("usual_tolerance") = usual_tolerance;
  nb::class_<CheckPlan>(m, "CheckPlan", "How a fit is checked.")
      .def(nb::init<>())
      .def_rw("replicates", &CheckPlan::replicates)
      .def_rw("refit", &CheckPlan::refit);
  nb::class_<CalibrationPlan>(m, "CalibrationPlan", "How intervals are calibrated.")
      .def(nb::init<>())
      .def_rw("datasets", &CalibrationPlan::datasets)
      .def_rw("draws", &CalibrationPlan::draws)
      .def_rw("level", &CalibrationPlan::level);
  m.def("calibrate", &run_calibrate, "model"_a, "fit"_a, "plan"_a, "simulate"_a.none(),
        "progress"_a.none());
  m.def("check", &run_check, "model"_a, "fit"_a, "plan"_a, "simulate"_a.none());
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The compiled part of surefoot.";
  nb::register_exception_translator(translate);
  m.attr("version") = std::string(version());
  bind_settings(m);
  bind_models(m);
  bind_fit(m);
  nb::class_<HelperCrew>(m, "HelperCrew", "Makes the draws that it is given, in a worker.")
      .def(nb::init<>())
      .def("give", &HelperCrew::give, "numbers"_a)
      .def("take", &take_from, "seconds"_a,
           "The identity of the run, and the draws that are there, waiting at most so long.")
      .def("close", &HelperCrew::close);
  nb::class_<Keeping>(m, "Keeping", "What is kept of a run, and from where it goes on.")
      .def(nb::init<>())
      .def_rw("output", &Keeping::output)
      .def_rw("resume", &Keeping::resume)
      .def_rw("earlier", &Keeping::earlier, nb::arg().none())
      .def_rw("helpers", &Keeping::helpers, nb::arg().none())
      .def_rw("helper", &Keeping::helper, nb::rv_policy::reference, nb::arg().none());
  m.def("fit", &run_fit, "model"_a, "data"_a, "columns"_a, "settings"_a, "simulate"_a.none(),
        "progress"_a.none(), "note"_a.none(), "warning"_a.none(), "keeping"_a);
  m.def("check_writable", &check_writable, "path"_a,
        "Raises what writing a fit there would raise before it writes.");
  m.def("settings_given", &settings_given, "fit"_a, "The settings that a run was given.");
  m.def(
      "compare",
      [](const AttendedModel& model, const Array& data, const std::vector<std::string>& columns,
         const FitConfig& settings, const std::vector<std::string>& words, nb::object simulate,
         nb::object progress, nb::object note) {
        std::vector<Method> methods;
        for (const std::string& word : words) methods.push_back(method_of(word));
        return run_compare(model, data, columns, settings, methods, std::move(simulate),
                           std::move(progress), std::move(note));
      },
      "model"_a, "data"_a, "columns"_a, "settings"_a, "methods"_a, "simulate"_a.none(),
      "progress"_a.none(), "note"_a.none());
  m.def("devices", &front::devices, "What this build computes on, the processor first.");
  m.def("choose_columns", &choose_columns, "count"_a, "names"_a, "wanted"_a,
        "Numbers, from 0, of the columns with these names or numbers from 1.");
  m.def("simulate", &run_simulate, "model"_a, "theta"_a, "observations"_a, "seed"_a,
        "simulate"_a.none());
  m.def("predict", &run_predict, "model"_a, "fit"_a, "observations"_a, "seed"_a,
        "simulate"_a.none());
  bind_checks(m);
  m.def(
      "contaminate",
      [](const Array& data, const std::string& kind, std::uint64_t seed) {
        return table_of(contaminate(sample_of(data), kind, seed).observations);
      },
      "data"_a, "kind"_a, "seed"_a);
}

}  // namespace surefoot::python
