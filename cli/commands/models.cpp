#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <surefoot/report/model.hpp>
#include <surefoot/simulators/registry.hpp>

#include "commands/verbs.hpp"
#include "compiler_voice.hpp"
#include "front/exit_status.hpp"
#include "front/streams.hpp"

namespace surefoot::cli {
namespace {

struct ModelsOptions {
  std::string model;
  bool json = false;
};

int run_models(const ModelsOptions& options) {
  if (!options.model.empty()) {
    const Model model = built_in_or_compiled(options.model);
    print(options.json ? model_json(model) + '\n' : model_text(model));
    return done;
  }
  auto list = nlohmann::ordered_json::array();
  std::string text;
  for (const std::string& name : model_names()) {
    const Model model = built_in_model(name);
    list.push_back(nlohmann::ordered_json::parse(model_json(model)));
    text += fmt::format("{:<20}{}\n", name, model.description);
  }
  print(options.json ? list.dump(2) + '\n' : text);
  return done;
}

}  // namespace

Action add_models(CLI::App& verb) {
  auto options = std::make_shared<ModelsOptions>();
  verb.add_option("MODEL", options->model, "say more about this one, or about a header")
      ->option_text("[MODEL]");
  verb.add_flag("--json", options->json, "print JSON");
  return [options] { return run_models(*options); };
}

}  // namespace surefoot::cli
