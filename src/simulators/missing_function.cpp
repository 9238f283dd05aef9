#include "simulators/missing_function.hpp"

#include <algorithm>
#include <regex>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "simulators/compiler_search.hpp"

namespace surefoot {
namespace {

// docs/own-simulator.md has the same list; a test compiles all of them.
constexpr const char* available =
    "abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc "
    "exp exp2 expm1 fabs floor fmax fmin fmod hypot isfinite isinf isnan lgamma log "
    "log10 log1p log2 max min pow round select sin sinh sqrt tan tanh tgamma trunc "
    "normal_cdf normal_density normal_quantile";

// Bytes of an error that patterns are looked for in: <regex> takes stack for each byte, and
// overflows it at some ten thousand.
constexpr std::size_t most_matched = 4000;

struct FirstError {
  std::string file, line, text;
  std::string rest;  // what the compiler says of it below
};

// FILE:LINE:COLUMN: error: TEXT
FirstError first_error_of(const std::string& messages) {
  constexpr std::string_view mark = ": error: ";
  const std::size_t at = messages.find(mark);
  if (at == messages.npos) return {};
  const std::size_t start = messages.rfind('\n', at) + 1, text = at + mark.size();
  const std::vector<std::string> place = words_of(messages.substr(start, at - start), ':');
  if (place.size() < 2) return {};
  const std::size_t end = std::min(messages.find('\n', text), messages.size());
  const std::size_t next = std::min(messages.find(mark, end), messages.size());
  return {place[0], place[1], messages.substr(text, std::min(end - text, most_matched)),
          messages.substr(end, next - end)};
}

// The name that g++ (with whatever quotes) or clang++ says cannot be called; empty if they say
// something else.
std::string name_of_call(const FirstError& error) {
  const std::string quote = "(?:'|\xe2\x80\x98)";
  const std::regex no_match("no matching function for call to " + quote + "(\\w+)");
  const std::regex not_found(quote + "(\\w+)(?:'|\xe2\x80\x99) was not declared in this scope|" +
                             "use of undeclared identifier '(\\w+)'|call to function '(\\w+)' " +
                             "that is neither visible|no arguments to " + quote + "(\\w+)");
  const std::regex conversion("(cannot convert|no viable conversion from) .*(Pack|Dual|Bundle)<");
  const std::regex argument("initializing argument [0-9]+ of " + quote + "[^\n(]*?(\\w+)\\(");
  std::smatch found;
  if (std::regex_search(error.text, found, no_match)) return found[1];
  if (std::regex_search(error.text, found, not_found))
    for (std::size_t i = 1; i < found.size(); ++i)
      if (found[i].matched) return found[i];
  const std::string below = error.rest.substr(0, most_matched);
  if (std::regex_search(error.text, conversion) && std::regex_search(below, found, argument))
    return found[1];
  return "";
}

// Whether the compiler names a function of the same file: then the call is the user's own affair.
bool is_users_own(const FirstError& error) {
  for (const char* kind : {": note: candidate", ": note:   initializing argument"}) {
    for (std::size_t at = error.rest.find(kind); at != std::string::npos;
         at = error.rest.find(kind, at + 1)) {
      const std::size_t start = error.rest.rfind('\n', at) + 1;
      if (error.rest.compare(start, error.file.size() + 1, error.file + ":") == 0) return true;
    }
  }
  return false;
}

}  // namespace

std::string missing_function(const std::string& messages) {
  const FirstError error = first_error_of(messages);
  if (std::regex_search(error.text, std::regex("Mask.*(to|convertible to) .*bool")))
    return fmt::format(
        "line {}: numbers that are many at once cannot decide an if, ?: or while, since each "
        "would decide otherwise: write select(condition, yes, no)",
        error.line);
  const std::string name = name_of_call(error);
  if (name.empty() || is_users_own(error)) return "";
  const std::vector<std::string> names = words_of(available);
  if (std::find(names.begin(), names.end(), name) != names.end())
    return fmt::format(
        "line {0}: {1}() of many numbers at once and of derivatives is surefoot's own: write "
        "{1}(...) without std:: or surefoot:: before it, and using namespace surefoot; at the "
        "beginning of operator()",
        error.line, name);
  if (error.text.find("no matching") == std::string::npos &&
      error.rest.find(name + '(') == std::string::npos)
    return "";  // a name that nobody calls
  return fmt::format(
      "line {}: surefoot has no {}() for many numbers at once and for derivatives; available: {}",
      error.line, name, fmt::join(names, ", "));
}

}  // namespace surefoot
