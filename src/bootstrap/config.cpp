#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/bootstrap/config.hpp>
#include <surefoot/error.hpp>

#include "bootstrap/setting_text.hpp"

namespace surefoot {

namespace {

// What a member pointer of FitConfig holds: T for T and for optional<T>.
template <class T>
struct Held {
  using Type = T;
  static constexpr bool optional = false;
};
template <class T>
struct Held<std::optional<T>> {
  using Type = T;
  static constexpr bool optional = true;
};
template <class Member>
using HeldBy = Held<std::remove_cvref_t<decltype(std::declval<FitConfig>().*Member{})>>;

bool is_unset_word(std::string_view name, std::string_view text) {
  return text.empty() || text == "default" || (name == "truncation" && text == "none");
}

template <class T>
std::string must_be(const std::string& name) {
  return SettingType<T>::must_be(name) + (name == "truncation" ? ", or none" : "");
}

template <class T>
[[noreturn]] void refuse(const std::string& name, std::string_view found) {
  std::string near;
  if constexpr (std::is_enum_v<T>) near = nearest(std::string(found), SettingType<T>::words());
  throw Error(Fault::usage, fmt::format("{} must be {}, but is {}{}", name, must_be<T>(name),
                                        quoted(found), did_you_mean(near)));
}

template <class T>
T read(const std::string& name, std::string_view text) {
  std::string_view found = text;
  auto value = SettingType<T>::read(text, found);
  if (!value || !SettingType<T>::allowed(name, *value)) refuse<T>(name, found);
  return std::move(*value);
}

// Calls visit(member) for the setting of that name.
template <class Visit>
void with_setting(const std::string& name, Visit&& visit) {
  bool known = false;
  for_each_setting([&](const char* candidate, auto member, const char*) {
    if (name != candidate) return;
    known = true;
    visit(member);
  });
  if (known) return;
  const std::string near = nearest(name, setting_names());
  throw Error(Fault::usage,
              fmt::format("there is no setting {}{}", quoted(name), did_you_mean(near)));
}

template <class T>
void check(const std::string& name, const T& value) {
  if (!SettingType<T>::allowed(name, value)) refuse<T>(name, SettingType<T>::write(value));
}

template <class T>
void check(const std::string& name, const std::optional<T>& value) {
  if (value) check(name, *value);
}

/// The methods that look at a setting which the bootstrap does not have.
std::string rivals_that_take(const std::string& setting) {
  if (applies(setting, Method::npl_mmd)) return {};
  std::vector<std::string> words;
  for (const auto& [word, method] : Words<Method>::list)
    if (applies(setting, method)) words.emplace_back(word);
  return fmt::format("{}", fmt::join(words, ", "));
}

void refuse_together(const std::string& message) { throw Error(Fault::usage, message); }

}  // namespace

std::vector<std::string> setting_names() {
  std::vector<std::string> names;
  for_each_setting([&](const char* name, auto, const char*) { names.emplace_back(name); });
  return names;
}

std::vector<SettingDoc> setting_docs() {
  std::vector<SettingDoc> docs;
  const FitConfig fresh;
  for_each_setting([&](const char* name, auto member, const char* help) {
    using T = typename HeldBy<decltype(member)>::Type;
    docs.push_back({name, must_be<T>(name), get(fresh, name), help, rivals_that_take(name)});
  });
  return docs;
}

void set(FitConfig& config, const std::string& name, const std::string& text) {
  const std::string_view trimmed = trim(text);
  with_setting(name, [&](auto member) {
    using Holder = HeldBy<decltype(member)>;
    if constexpr (Holder::optional)
      if (is_unset_word(name, trimmed)) {
        (config.*member).reset();
        return;
      }
    config.*member = read<typename Holder::Type>(name, trimmed);
  });
}

std::string get(const FitConfig& config, const std::string& name) {
  std::string text;
  with_setting(name, [&](auto member) {
    using Holder = HeldBy<decltype(member)>;
    const auto& value = config.*member;
    if constexpr (!Holder::optional)
      text = SettingType<typename Holder::Type>::write(value);
    else if (value)
      text = SettingType<typename Holder::Type>::write(*value);
  });
  return text;
}

void validate(const FitConfig& config) {
  for_each_setting(
      [&](const char* name, auto member, const char*) { check(name, config.*member); });

  const FitConfig fresh;
  for (const std::string& name : setting_names())
    if (!applies(name, config.method) && get(config, name) != get(fresh, name))
      refuse_together(fmt::format("{} is not a setting of method {}, but is {}", name,
                                  to_word(config.method), get(config, name)));
  if (config.truncation && !(config.concentration > 0.0))
    refuse_together(
        fmt::format("truncation must go with a concentration above 0, but is {} at "
                    "concentration 0",
                    *config.truncation));
  const auto chosen = config.optimiser.value_or(OptimiserName::automatic);
  const bool of_values = config.method == Method::npl_wasserstein;
  if (config.noise == NoisePolicy::fresh && !takes_fresh_noise(chosen) && !of_values)
    refuse_together(
        fmt::format("noise fresh must go with the optimiser {}, but goes with {}: its objective is "
                    "another one at every step",
                    optimisers_for_fresh_noise(), to_word(chosen)));
  const long long kept =
      static_cast<long long>(config.predictive_draws) * config.predictive_observations;
  if (kept > most_predictive)
    refuse_together(
        fmt::format("predictive-draws times predictive-observations must be at most "
                    "{}, but is {}",
                    most_predictive, kept));
}

}  // namespace surefoot
