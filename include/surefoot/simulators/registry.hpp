#pragma once

#include <map>
#include <string>
#include <vector>

#include <surefoot/model.hpp>
#include <surefoot/settings/config.hpp>
#include <surefoot/simulators/plugin.hpp>

namespace surefoot {

/// The names of the built-in models.
std::vector<std::string> model_names();

/// A built-in model.  `dimension` is that of the observations (0: the model's
/// own); options are the model's.  Throws Fault::usage for an unknown name
/// (with the nearest), an unknown option or a value that cannot be, and
/// Fault::data if the model cannot have this dimension.
Model built_in_model(const std::string& name, int dimension = 0,
                     const std::map<std::string, double>& options = {});

/// Whether a name stands for a program, as exec:COMMAND.
bool is_program(const std::string& name);

/// Whether a name stands for a header, as my_model.hpp (or .h, .hxx).
bool is_header(const std::string& name);

/// Throws Fault::usage unless it does.
void require_header(const std::string& name);

/// The model that a name stands for, with what the settings say about it.
/// Throws as `built_in_model`, `process_model` and `plugin_model` do.
Model find_model(const std::string& name, int dimension, const FitConfig& settings,
                 const PluginSettings& plugin = {});

/// The columns that a built-in model or a program asks of observations; 0: as many as they have.
int required_columns(const std::string& name, const std::map<std::string, double>& options);

/// Throws Fault::data unless the model's observations have this many columns.
void check_columns(const Model& model, int dimension);

}  // namespace surefoot
