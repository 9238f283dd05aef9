#include "front/setting_options.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "front/arguments.hpp"

namespace surefoot::front {
namespace {

std::string describe(const SettingDoc& doc) {
  std::string text = fmt::format("{} (default: {})", doc.help, doc.fallback);
  if (!doc.methods.empty()) text += fmt::format("; for {}", doc.methods);
  if (doc.kind == SettingDoc::Kind::value) text += fmt::format(" [{}]", doc.values);
  return text;
}

}  // namespace

SettingOptions::SettingOptions(CLI::App& verb, const std::string& group,
                               const std::vector<std::string>& names) {
  using Kind = SettingDoc::Kind;
  const std::vector<SettingDoc> docs = setting_docs();
  for (const std::string& name : names) {
    const auto doc = std::find_if(docs.begin(), docs.end(), [&](const SettingDoc& candidate) {
      return candidate.name == name;
    });
    if (doc == docs.end()) throw std::logic_error("there is no setting " + name);
    CLI::Option* option =
        doc->kind == Kind::flag ? verb.add_flag("--" + name) : verb.add_option("--" + name);
    option->description(describe(*doc))
        ->group(doc->methods.empty() ? group : group + " of other methods")
        ->type_name(doc->placeholder);
    if (doc->kind == Kind::list) option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    options_.emplace_back(name, option);
  }
}

void SettingOptions::apply(FitConfig& config) const {
  for (const auto& [name, option] : options_)
    if (option->count() > 0) set(config, name, value_of(*option));
}

}  // namespace surefoot::front
