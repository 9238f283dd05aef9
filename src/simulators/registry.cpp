#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/process.hpp>
#include <surefoot/simulators/registry.hpp>

#include "settings/setting_rows.hpp"
#include "simulators/built_in_models.hpp"
#include "simulators/models.hpp"
#include "simulators/table_model.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

template <class Visit>
void for_each_model(Visit visit) {
  [&]<class... M>(TypeList<M...>) { (visit(M{}), ...); }(BuiltInModels{});
}

template <class M>
Model make_built_in(int dimension, const Options& options) {
  Model model;
  model.name = M::name;
  model.description = M::summary;
  model.options = M::options(dimension);
  take_options(model, options);
  M::describe(model);
  return model;
}

/// Nothing if no model has this name.
std::optional<Model> make_named(const std::string& name, int dimension, const Options& options) {
  std::optional<Model> model;
  for_each_model([&]<class M>(M) {
    if (M::name == name) model = make_built_in<M>(dimension, options);
  });
  return model;
}

[[noreturn]] void refuse_option(const Model& model, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& option : model.options) names.push_back(option.name);
  throw Error(
      Fault::usage,
      names.empty()
          ? fmt::format("the model has no options, but {} is given", in_quotes(name))
          : fmt::format("the model's options are {}, but {} is given{}", fmt::join(names, " and "),
                        in_quotes(name), did_you_mean(nearest(name, names))));
}

}  // namespace

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for_each_model([&]<class M>(M) { names.emplace_back(M::name); });
  return names;
}

Model built_in_model(const std::string& name, int dimension, const Options& options) {
  if (auto model = make_named(name, dimension, options)) {
    model->built_in = Model::BuiltIn{name, model->simulator};
    if (dimension != 0) check_columns(*model, dimension);
    return *model;
  }
  const auto names = model_names();
  throw Error(
      Fault::usage,
      fmt::format("model must be one of {}, a header such as my_model.hpp or a program, "
                  "exec:COMMAND, but is {}{}",
                  fmt::join(names, ", "), in_quotes(name), did_you_mean(nearest(name, names))));
}

bool is_program(const std::string& name) { return name.starts_with("exec:"); }

bool is_header(const std::string& name) {
  return name.ends_with(".hpp") || name.ends_with(".h") || name.ends_with(".hxx");
}

void require_header(const std::string& name) {
  if (!is_header(name))
    throw Error(Fault::usage,
                fmt::format("a header must end in .hpp, .h or .hxx, but is {}", in_quotes(name)));
}

int required_columns(const std::string& name, const Options& options) {
  if (is_program(name) || is_table(name)) return 0;
  const int usual = built_in_model(name, 0, options).dimension;
  return make_named(name, usual + 1, options)->dimension == usual ? usual : 0;
}

void check_columns(const Model& model, int dimension) {
  if (dimension == model.dimension) return;
  throw Error(Fault::data,
              fmt::format("model {} takes observations of {} column{}, but these "
                          "have {}",
                          model.name, model.dimension, model.dimension == 1 ? "" : "s", dimension));
}

Model find_model(const std::string& name, int dimension, const FitConfig& settings,
                 const PluginSettings& plugin) {
  if (is_header(name)) {
    if (settings.parameters)
      throw Error(Fault::usage, fmt::format("parameters describe a program, but {} describes its "
                                            "own, as box()",
                                            in_quotes(name)));
    Model model = plugin_model(name, plugin);
    take_options(model, settings.model_option);
    if (dimension != 0) check_columns(model, dimension);
    return model;
  }
  if (!is_program(name) && !is_table(name)) {
    if (settings.parameters)
      throw Error(Fault::usage,
                  fmt::format("parameters describe a program, exec:COMMAND, but the model is {}",
                              in_quotes(name)));
    return built_in_model(name, dimension, settings.model_option);
  }
  if (!settings.parameters)
    throw Error(Fault::usage, fmt::format("{} needs its parameters: --parameters NAME=LO:HI,...",
                                          in_quotes(name)));
  if (is_table(name)) {
    if (!settings.simulations_from)
      throw Error(Fault::usage,
                  "a table needs its file: --simulations-from FILE, with parameters and "
                  "observations that were simulated");
    return table_model(parse_parameters(*settings.parameters), std::max(dimension, 1));
  }
  const ProcessSettings program{
      .command = name.substr(std::string("exec:").size()),
      .protocol = settings.protocol.value_or(default_of<&FitConfig::protocol>()),
      .seconds = settings.time_limit.value_or(default_of<&FitConfig::time_limit>()),
      .most_calls = settings.max_calls.value_or(0)};
  return process_model(program, parse_parameters(*settings.parameters), std::max(dimension, 1));
}

void take_options(Model& model, const Options& options) {
  for (const auto& [name, value] : options) {
    const auto known =
        std::find_if(model.options.begin(), model.options.end(),
                     [&name = name](const ModelOption& option) { return option.name == name; });
    if (known == model.options.end()) refuse_option(model, name);
    known->value = value;
  }
}

ModelOption length_option(const std::string& name, int dimension, int usual) {
  return {name, static_cast<double>(dimension == 0 ? usual : dimension),
          "columns of simulated data (a fit takes those of its observations)"};
}

int whole_option(const Model& model, std::size_t k, int lower, int upper) {
  return require_whole(model.options[k].value, lower, upper, model.options[k].name);
}

}  // namespace surefoot
