#include <type_traits>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/settings/config.hpp>

#include "settings/setting_rows.hpp"
#include "settings/setting_text.hpp"

namespace surefoot {

namespace {

template <class Member>
[[noreturn]] void refuse(const SettingRow<Member>& row, std::string_view found) {
  std::string near;
  if constexpr (requires { TypeOf<Member>::words(); })
    near = nearest(std::string(found), TypeOf<Member>::words());
  throw Error(Fault::usage, fmt::format("{} must be {}, but is {}{}", row.name, must_be(row),
                                        in_quotes(found), did_you_mean(near)));
}

// Calls visit(row) for the setting of that name.
template <class Visit>
void with_setting(const std::string& name, Visit&& visit) {
  bool known = false;
  for_each_setting([&](const auto& row) {
    if (name != row.name) return;
    known = true;
    visit(row);
  });
  if (known) return;
  const std::string near = nearest(name, setting_names());
  throw Error(Fault::usage,
              fmt::format("there is no setting {}{}", in_quotes(name), did_you_mean(near)));
}

template <class T>
const T* value_in(const Defaulted<T>& member) {
  return &member.value();
}
template <class T>
const T* value_in(const std::optional<T>& member) {
  return member ? &*member : nullptr;
}
template <class Value>
const std::map<std::string, Value>* value_in(const std::map<std::string, Value>& member) {
  return &member;
}

template <class T>
bool is_given(const Defaulted<T>& member) {
  return member.is_given();
}
template <class T>
bool is_given(const std::optional<T>& member) {
  return member.has_value();
}
template <class Value>
bool is_given(const std::map<std::string, Value>& member) {
  return !member.empty();
}

template <class T>
void unset(std::optional<T>& member) {
  member.reset();
}

void refuse_together(const std::string& message) { throw Error(Fault::usage, message); }

}  // namespace

std::vector<std::string> setting_names() {
  std::vector<std::string> names;
  for_each_setting([&](const auto& row) { names.emplace_back(row.name); });
  return names;
}

bool applies(const std::string& setting, Method method) {
  bool result = false;
  with_setting(setting, [&](const auto& row) { result = row.methods.has(method); });
  return result;
}

bool is_given(const FitConfig& config, const std::string& setting) {
  bool result = false;
  with_setting(setting, [&](const auto& row) { result = is_given(config.*row.member); });
  return result;
}

std::vector<std::string> given_settings(const FitConfig& config) {
  std::vector<std::string> names;
  for_each_setting([&](const auto& row) {
    if (is_given(config.*row.member)) names.emplace_back(row.name);
  });
  return names;
}

FitConfig only_for(const FitConfig& config, Method method) {
  FitConfig result = config;
  result.method = method;
  const FitConfig fresh;
  for_each_setting([&](const auto& row) {
    if (!row.methods.has(method)) result.*row.member = fresh.*row.member;
  });
  return result;
}

void set(FitConfig& config, const std::string& name, const std::string& text) {
  const std::string_view trimmed = trim(text);
  with_setting(name, [&]<class Member>(const SettingRow<Member>& row) {
    if constexpr (requires { unset(config.*row.member); })
      if (trimmed.empty() || trimmed == "default" || (row.fallback.none && trimmed == "none"))
        return unset(config.*row.member);
    std::string_view found = trimmed;
    auto value = TypeOf<Member>::read(trimmed, found);
    if (!value || !TypeOf<Member>::allowed(row.limits, *value)) refuse(row, found);
    config.*row.member = std::move(*value);
  });
}

std::string get(const FitConfig& config, const std::string& name) {
  std::string text;
  with_setting(name, [&]<class Member>(const SettingRow<Member>& row) {
    if (const auto* value = value_in(config.*row.member)) text = TypeOf<Member>::write(*value);
  });
  return text;
}

void validate(const FitConfig& config) {
  for_each_setting([&]<class Member>(const SettingRow<Member>& row) {
    const auto* value = value_in(config.*row.member);
    if (value && !TypeOf<Member>::allowed(row.limits, *value))
      refuse(row, TypeOf<Member>::write(*value));
    if (!row.methods.has(config.method) && is_given(config.*row.member))
      refuse_together(fmt::format("{} is not a setting of method {}, but is {}", row.name,
                                  to_word(config.method), TypeOf<Member>::write(*value)));
  });
  if (config.truncation && !(config.concentration > 0.0))
    refuse_together(
        fmt::format("truncation must go with a concentration above 0, but is {} at "
                    "concentration 0",
                    *config.truncation));
  if (config.simulations_from && (config.budget || config.keep_simulations))
    refuse_together(fmt::format("{} is for what is simulated, but with simulations-from nothing is",
                                config.budget ? "budget" : "keep-simulations"));
  const auto chosen = config.optimiser.value_or(OptimiserName::automatic);
  const bool of_values = config.method == Method::npl_wasserstein;
  if (config.noise == NoisePolicy::fresh && !takes_fresh_noise(chosen) && !of_values)
    refuse_together(
        fmt::format("noise fresh must go with the optimiser {}, but goes with {}: its objective is "
                    "another one at every step",
                    optimisers_for_fresh_noise(), to_word(chosen)));
  if (config.isolate.value_or(false) && config.device == Device::cuda)
    refuse_together(
        "isolate must go with device cpu or auto, but goes with cuda, where no code can be "
        "isolated");
  if (config.part && config.part->of > config.draws)
    refuse_together(
        fmt::format("part must be one of at most as many parts as there are draws, "
                    "but is {} of {} draws",
                    get(config, "part"), config.draws.value()));
  // The most simulated values that a run may keep.
  constexpr long long most = 100'000'000;
  const long long kept =
      static_cast<long long>(config.predictive_draws) * config.predictive_observations;
  if (kept > most)
    refuse_together(
        fmt::format("predictive-draws times predictive-observations must be at most "
                    "{}, but is {}",
                    most, kept));
}

}  // namespace surefoot
