#include "front/setting_options.hpp"

#include <algorithm>
#include <map>
#include <type_traits>

#include <fmt/format.h>

#include "front/arguments.hpp"

namespace surefoot::front {
namespace {

// How the value of a setting is called in help texts; nothing for a flag.
template <class T>
struct Placeholder {
  static constexpr const char* text = std::is_enum_v<T>       ? "WORD"
                                      : std::is_integral_v<T> ? "N"
                                                              : "X";
};
template <>
struct Placeholder<bool> {
  static constexpr const char* text = "";
};
template <>
struct Placeholder<std::string> {
  static constexpr const char* text = "TEXT";
};
template <class T>
struct Placeholder<std::optional<T>> : Placeholder<T> {};
template <>
struct Placeholder<std::map<std::string, double>> {
  static constexpr const char* text = "NAME=X,...";
};
template <>
struct Placeholder<std::map<std::string, Interval>> {
  static constexpr const char* text = "NAME=LO:HI,...";
};

template <class T>
constexpr bool is_list = false;
template <class Value>
constexpr bool is_list<std::map<std::string, Value>> = true;

std::string describe(const SettingDoc& doc, bool with_values) {
  std::string text = doc.help;
  if (!doc.fallback.empty()) text += fmt::format(" (default: {})", doc.fallback);
  if (!doc.methods.empty()) text += fmt::format("; for {}", doc.methods);
  if (with_values) text += fmt::format(" [{}]", doc.values);
  return text;
}

}  // namespace

SettingOptions::SettingOptions(CLI::App& verb, const std::string& group,
                               const std::vector<std::string>& names) {
  const auto docs = setting_docs();
  auto doc = docs.begin();
  for_each_setting([&](const char* name, auto member, const char*) {
    const SettingDoc& here = *doc++;
    if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) return;
    using T = std::remove_cvref_t<decltype(std::declval<FitConfig>().*member)>;
    constexpr bool flag = std::is_same_v<T, bool>;
    constexpr bool is_text =
        std::is_same_v<T, std::string> || std::is_same_v<T, std::optional<std::string>>;
    const std::string help = describe(here, !flag && !is_text && !is_list<T>);
    const std::string option_name = std::string("--") + name;
    CLI::Option* option = flag ? verb.add_flag(option_name, help) : verb.add_option(option_name);
    option->description(help)
        ->group(here.methods.empty() ? group : group + " of other methods")
        ->type_name(Placeholder<T>::text);
    if (is_list<T>) option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    options_.emplace_back(name, option);
  });
}

void SettingOptions::apply(FitConfig& config) const {
  for (const auto& [name, option] : options_)
    if (option->count() > 0) set(config, name, value_of(*option));
}

}  // namespace surefoot::front
