#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "settings/setting_rows.hpp"
#include "settings/setting_text.hpp"

namespace surefoot {
namespace {

std::string words_of(Methods methods) {
  std::vector<std::string_view> words;
  for (const auto& [word, method] : Words<Method>::list)
    if (methods.has(method)) words.push_back(word);
  return fmt::format("{}", fmt::join(words, ", "));
}

template <class T>
std::string value_text(const Fallback<T>& fallback) {
  if constexpr (!std::is_same_v<typename Fallback<T>::Value, NoValue>)
    if (fallback.value) return SettingType<T>::write(*fallback.value);
  return {};
}

template <class T>
std::string text_of(const Fallback<T>& fallback) {
  const std::string rule = fallback.rule, value = value_text(fallback);
  if (fallback.none) return rule.empty() ? "none" : "none, " + rule;
  return rule + (rule.empty() || value.empty() ? "" : " ") + value;
}

template <class Member>
SettingDoc doc_of(const SettingRow<Member>& row) {
  using T = HeldBy<Member>;
  const std::string own = get({}, row.name);
  const bool plain = *row.fallback.rule == '\0';
  SettingDoc doc{.name = row.name,
                 .kind = std::is_same_v<T, bool>     ? SettingDoc::Kind::flag
                         : std::is_same_v<T, Member> ? SettingDoc::Kind::list
                                                     : SettingDoc::Kind::value,
                 .placeholder = TypeOf<Member>::placeholder,
                 .values = must_be(row),
                 .fallback = own.empty() ? text_of(row.fallback) : own,
                 .value = own.empty() && plain ? value_text(row.fallback) : own,
                 .help = row.help,
                 .methods = row.methods.has(Method::npl_mmd) ? "" : words_of(row.methods)};
  for (const auto& but : row.exceptions)
    if (but)
      doc.fallback += fmt::format("; {}: {}", words_of(but->methods), text_of(but->fallback));
  return doc;
}

}  // namespace

std::vector<SettingDoc> setting_docs() {
  std::vector<SettingDoc> docs;
  for_each_setting([&](const auto& row) { docs.push_back(doc_of(row)); });
  return docs;
}

}  // namespace surefoot
