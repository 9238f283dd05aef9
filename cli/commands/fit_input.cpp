#include "commands/fit_input.hpp"

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

#include "compiler_voice.hpp"
#include "front/device/device.hpp"
#include "front/terminal.hpp"
#include "model_choice.hpp"

namespace surefoot::cli {

void require_model_and_data(const FitOptions& options, const char* verb) {
  if (!options.model.empty() && !options.data.empty()) return;
  // One argument that is a file, and no model's name, must be the data.
  const bool only_data = options.data.empty() && is_data_file(options.model);
  if (options.model.empty() || only_data) print_text(model_choice(options.model, options.read));
  throw Error(Fault::usage,
              only_data
                  ? fmt::format("{0} needs a model for {1}, such as one of these: surefoot "
                                "{0} {2} {1}",
                                verb, options.model, nearest_model(options.model, options.read))
                  : fmt::format("{0} needs a model and data: surefoot {0} MODEL DATA", verb));
}

std::vector<front::NamedFile> inputs_of(const FitOptions& options) {
  constexpr std::string_view from_file = "file:";
  const std::string measure = options.config.base_measure.value();
  return {{"data", options.data},
          {"model", is_header(options.model) ? options.model : ""},
          {"config", options.config_file},
          {"simulations", options.config.simulations_from.value_or("")},
          {"base measure", measure.starts_with(from_file) ? measure.substr(from_file.size()) : ""}};
}

void require_some_draws(const Summary& summary) {
  if (summary.failed < summary.draws) return;
  std::string reasons;
  for (const auto& [status, count] : summary.statuses)
    if (count > 0)
      reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", count, to_word(status));
  throw Error(Fault::data, fmt::format("every draw failed ({}), so there is no posterior: the "
                                       "simulator may not work where bounds or start let it go",
                                       reasons));
}

NamedModel::NamedModel(const FitOptions& options, front::Narrator& narrator) : options_(options) {
  for (const std::string& what : options.named_by_config)
    narrator.note(fmt::format("{} names the {}", options.config_file, what));
  if (!is_header(options.model)) return;
  PluginSettings telling = telling_on_standard_error();
  telling.note = [&](const std::string& message) { narrator.note(message); };
  compiled_ = find_model(options.model, 0, options.config, telling);
  // Where the CPU will do, a line is enough for what nvcc does not like.
  if (options.config.device != Device::cuda) telling.compiler = [](const std::string&) {};
  front::add_accelerator(*compiled_, options.model, telling);
}

int NamedModel::columns() const {
  return compiled_ ? compiled_->dimension
                   : required_columns(options_.model, options_.config.model_option);
}

Sample read_data(const FitOptions& options, int columns, front::Narrator& narrator) {
  ReadOptions wanted = options.read;
  wanted.dimension = columns;
  ReadResult read = read_sample(options.data, wanted);
  if (read.one_long_row)
    narrator.note(fmt::format("{}: one long row is read as {} observations", options.data,
                              read.observations.size()));
  if (read.dropped > 0)
    narrator.note(fmt::format("{}: {} row{} with missing or non-finite values left out",
                              options.data, read.dropped, read.dropped == 1 ? "" : "s"));
  return std::move(read.observations);
}

Model NamedModel::with(const Sample& observations) const {
  const int columns = observations.dimension();
  if (compiled_) {
    check_columns(*compiled_, columns);
    return *compiled_;
  }
  Model model = find_model(options_.model, columns, options_.config);
  front::add_accelerator(model);
  return model;
}

}  // namespace surefoot::cli
