#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/undetermined.hpp>

namespace surefoot {
namespace {

std::string listed(const std::vector<std::string>& names) {
  const std::vector<std::string> first(names.begin(), names.end() - 1);
  return first.empty() ? names.back()
                       : fmt::format("{} and {}", fmt::join(first, ", "), names.back());
}

std::string text_of(const Undetermined::Group& group) {
  if (group.combinations == 0) return listed(group.parameters);
  if (!group.determined.empty())
    return fmt::format("of {} only {}", listed(group.parameters), group.determined);
  return group.combinations == 1 ? fmt::format("of {} only a combination", listed(group.parameters))
                                 : fmt::format("of {} only {} combinations",
                                               listed(group.parameters), group.combinations);
}

}  // namespace

std::string to_text(const Undetermined& undetermined) {
  std::string text;
  for (const Undetermined::Group& group : undetermined.groups)
    text += (text.empty() ? "" : "; ") + text_of(group);
  return text;
}

}  // namespace surefoot
