#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <surefoot/report/model.hpp>

#include "report/table.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

using Json = nlohmann::ordered_json;

const char* to_word(Transform transform) {
  switch (transform) {
    case Transform::identity:
      return "identity";
    case Transform::log:
      return "log";
    case Transform::logit:
      break;
  }
  return "logit";
}

// What a model offers beyond simulating.
std::vector<std::string> offers(const Model& model) {
  std::vector<std::string> list;
  if (model.simulator->differentiable()) list.emplace_back("derivatives");
  if (model.closed_form) list.emplace_back("closed form");
  if (model.data_start) list.emplace_back("data-driven start");
  if (model.likelihood) list.emplace_back("density");
  return list;
}

std::string latents(const Model& model) {
  const auto normal = std::count(model.latents.begin(), model.latents.end(), LatentKind::normal);
  const auto uniform = static_cast<std::ptrdiff_t>(model.latents.size()) - normal;
  if (normal == 0) return fmt::format("{} uniform", uniform);
  if (uniform == 0) return fmt::format("{} normal", normal);
  return fmt::format("{} normal, {} uniform", normal, uniform);
}

std::string named(const Model& model, const std::vector<double>& values) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < values.size(); ++k)
    parts.push_back(model.parameters[static_cast<int>(k)].name + '=' + shortest(values[k]));
  return fmt::format("{}", fmt::join(parts, ","));
}

// The settings of the paper as options of fit.
std::string paper(const Model& model) {
  const PaperSettings& paper = *model.paper;
  std::string text =
      fmt::format("kernel {}, lengthscale {}, {} simulations, {} steps of size {}, {} start{}",
                  paper.kernel, paper.lengthscale, paper.simulations, paper.steps, paper.step_size,
                  paper.starts, paper.starts == 1 ? "" : "s");
  if (paper.screening > 0)
    text += fmt::format(" of {} tried", paper.screening);
  else
    text += fmt::format(" at {}", fmt::join(paper.start, ","));
  if (!paper.prior.empty()) text += fmt::format("; prior {}", paper.prior);
  return text;
}

std::string line(const char* name, const std::string& value) {
  constexpr std::size_t column = 18;
  return fmt::format("{:<{}}{}\n", name, column, wrapped(value, 100 - column, column));
}

}  // namespace

std::string model_text(const Model& model) {
  std::string text = fmt::format("{}\n{}\n\n", printable(model.name), model.description);
  constexpr auto as_in_fit = "the default of fit";
  std::size_t width = std::string_view("parameter").size();
  for (const auto& name : model.parameters.names()) width = std::max(width, printable(name).size());
  text +=
      fmt::format("{:<{}}  {:>10}  {:>10}  {}\n", "parameter", width, "from", "to", "optimised as");
  for (int k = 0; k < model.parameters.size(); ++k) {
    const Parameter& p = model.parameters[k];
    text += fmt::format("{:<{}}  {:>10}  {:>10}  {}\n", printable(p.name), width, p.lower, p.upper,
                        to_word(p.transform));
  }
  text += '\n' + line("dimension", std::to_string(model.dimension));
  text += line("latents", latents(model));
  const auto offered = offers(model);
  text += line("offers",
               offered.empty() ? "simulations alone" : fmt::format("{}", fmt::join(offered, ", ")));
  text += line("kernel", model.kernel.value_or(as_in_fit));
  text += line("lengthscale", model.lengthscale.value_or(as_in_fit));
  for (const auto& option : model.options)
    text += line("option", fmt::format("{}={}: {}", option.name, option.value, option.help));
  if (!model.truth.empty()) text += line("truth", named(model, model.truth));
  if (model.paper) text += line("preset paper", paper(model));
  return text;
}

std::string model_json(const Model& model) {
  Json json{{"name", model.name}, {"description", model.description}};
  for (int k = 0; k < model.parameters.size(); ++k) {
    const Parameter& p = model.parameters[k];
    // JSON has no infinity: an end that is not there is null, which is what it writes.
    json["parameters"][p.name] = {
        {"lower", p.lower}, {"upper", p.upper}, {"transform", to_word(p.transform)}};
    if (!model.truth.empty()) json["truth"][p.name] = model.truth[static_cast<std::size_t>(k)];
  }
  json["dimension"] = model.dimension;
  json["latents"] = model.latents.size();
  json["offers"] = offers(model);
  json["options"] = Json::object();
  for (const auto& option : model.options)
    json["options"][option.name] = {{"value", option.value}, {"help", option.help}};
  if (model.kernel) json["kernel"] = *model.kernel;
  if (model.lengthscale) json["lengthscale"] = *model.lengthscale;
  if (model.paper) {
    const PaperSettings& p = *model.paper;
    json["paper"] = {{"kernel", p.kernel},
                     {"lengthscale", p.lengthscale},
                     {"simulations", p.simulations},
                     {"steps", p.steps},
                     {"step-size", p.step_size},
                     {"starts", p.starts},
                     {"screening", p.screening},
                     {"start", p.start},
                     {"prior", p.prior}};
  }
  // A path or a name that is not UTF-8 must not cost the user the result.
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace surefoot
