#include <type_traits>

#include <surefoot/report/summary.hpp>

#include "settings/setting_rows.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

// The text is the one source of a value, so that what is reported is what `set`
// would take back.
template <class T>
decltype(Setting::value) typed(const std::string& text) {
  if constexpr (std::is_same_v<T, bool>) {
    return text == "true";
  } else if constexpr (std::is_integral_v<T>) {
    using Wide = std::conditional_t<std::is_unsigned_v<T>, std::uint64_t, std::int64_t>;
    if (const auto value = parse_whole<Wide>(text)) return *value;
  } else if constexpr (!std::is_enum_v<T>) {
    // Also a setting that takes a word or a number, such as the lengthscale.
    if (const auto value = parse_number(text)) return *value;
  }
  return text;
}

}  // namespace

std::vector<Setting> settings_in_force(const FitConfig& config) {
  std::vector<Setting> settings;
  for_each_setting([&]<class Member>(const SettingRow<Member>& row) {
    const std::string text = get(config, row.name);
    if (!text.empty() && row.methods.has(config.method))
      settings.push_back({row.name, typed<HeldBy<Member>>(text)});
  });
  return settings;
}

}  // namespace surefoot
