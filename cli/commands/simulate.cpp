#include <map>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/simulators/contamination.hpp>
#include <surefoot/simulators/registry.hpp>
#include <surefoot/simulators/theta.hpp>

#include "commands/verbs.hpp"
#include "compiler_voice.hpp"
#include "front/arguments.hpp"
#include "front/exit_status.hpp"
#include "front/overwriting.hpp"
#include "front/setting_options.hpp"
#include "front/streams.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

struct SimulateOptions {
  std::string model;
  std::string observations;
  std::optional<std::string> theta;
  std::string contaminate;
  std::string generator;
  std::string output;
  std::string labels;
};

int wanted_observations(const std::string& text) {
  constexpr long long most = 100'000'000;  // more do not fit into the memory of most machines
  if (text.empty()) throw Error(Fault::usage, "simulate needs --observations N");
  const auto number = parse_whole<long long>(text);
  if (!number || *number < 1 || *number > most)
    throw Error(Fault::usage,
                fmt::format("observations must be a whole number between 1 and {}, but is {}", most,
                            surefoot::in_quotes(text)));
  return static_cast<int>(*number);
}

Sample clean_sample(const SimulateOptions& options, const FitConfig& config) {
  const int observations = wanted_observations(options.observations);
  const Model model = built_in_or_compiled(options.model, config);
  if (options.generator.empty()) {
    std::map<std::string, double> given;
    if (options.theta) given = parse_theta(*options.theta);
    return model.simulate(theta_with(model, given), observations, config.seed);
  }
  if (options.theta)
    throw Error(Fault::usage,
                "theta has no meaning beside data-generator, whose data do not come "
                "from the model");
  return generate(options.generator, observations, model.dimension, config.seed);
}

std::string sample_csv(const Sample& sample) {
  std::string text;
  for (int c = 0; c < sample.dimension(); ++c) {
    if (c > 0) text += ',';
    text += sample.dimension() == 1 ? "x" : fmt::format("x{}", c + 1);
  }
  text += '\n';
  for (std::size_t i = 0; i < sample.size(); ++i)
    for (int c = 0; c < sample.dimension(); ++c) {
      text += shortest(sample(i, c));
      text += c + 1 < sample.dimension() ? ',' : '\n';
    }
  return text;
}

std::string labels_csv(const std::vector<bool>& outlier) {
  std::string text = "outlier\n";
  for (const bool is : outlier) text += is ? "1\n" : "0\n";
  return text;
}

int run_simulate(const SimulateOptions& options, const FitConfig& config) {
  if (options.model.empty())
    throw Error(Fault::usage, "simulate needs a model: surefoot models lists them");
  refuse_overwriting({{"model", is_header(options.model) ? options.model : ""}},
                     {{"output", options.output}, {"labels", options.labels}});
  if (!options.output.empty()) check_creatable(options.output);
  if (!options.labels.empty()) check_creatable(options.labels);

  Sample clean = clean_sample(options, config);
  ContaminatedSample sample{std::move(clean), {}};
  sample.outlier.resize(sample.observations.size(), false);
  if (!options.contaminate.empty())
    sample = contaminate(sample.observations, options.contaminate, config.seed);

  if (!options.labels.empty()) write_atomically(options.labels, labels_csv(sample.outlier));
  if (options.output.empty())
    print(sample_csv(sample.observations));
  else
    write_atomically(options.output, sample_csv(sample.observations));
  return done;
}

}  // namespace

Action add_simulate(CLI::App& verb) {
  auto options = std::make_shared<SimulateOptions>();
  verb.add_option("MODEL", options->model,
                  "what is simulated: a name that surefoot models lists, or a header");
  verb.add_option("--observations", options->observations, "rows in all, outliers included")
      ->type_name("N");
  const auto* theta =
      verb.add_option("--theta")
          ->description("parameters; those not given are the model's published truth")
          ->type_name("NAME=X,...")
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_option("--contaminate", options->contaminate,
                  "outliers: cluster:FRACTION:CENTRE[:SD] replaces the last rows by a normal "
                  "cluster; shift:FRACTION:BY,BY,... shifts rows and shuffles all; "
                  "student-t:FRACTION:DF:SCALE adds t noise to rows chosen at random")
      ->type_name("KIND");
  verb.add_option("--data-generator", options->generator,
                  "cauchy[:LOCATION:SCALE]: data that do not come from the model")
      ->type_name("KIND");
  const SettingOptions settings(verb, "Options", {"model-option", "seed"});
  verb.add_option("--output", options->output, "CSV file (default: standard output)")
      ->type_name("FILE");
  verb.add_option("--labels", options->labels, "CSV file that says which rows are outliers")
      ->type_name("FILE");
  return [options, settings, theta] {
    FitConfig config;
    settings.apply(config);
    if (theta->count() > 0) options->theta = value_of(*theta);
    return run_simulate(*options, config);
  };
}

}  // namespace surefoot::cli
