#include <array>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/parameters.hpp>

#include "text.hpp"

namespace surefoot {
namespace {

[[noreturn]] void refuse(std::string_view found) {
  throw Error(Fault::usage,
              fmt::format("parameters must be NAME=LO:HI, NAME=LO:HI:log or NAME=LO:HI:logit, "
                          "separated by commas, but one is {}",
                          in_quotes(found)));
}

Parameter parse_one(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || trim(text.substr(0, equals)).empty()) refuse(text);
  std::string_view rest = text.substr(equals + 1);
  std::array<std::string_view, 3> parts{};
  std::size_t count = 0;
  for (std::size_t end = 0; end != rest.npos; ++count) {
    if (count == parts.size()) refuse(text);
    end = rest.find(':');
    parts[count] = trim(rest.substr(0, end));
    if (end != rest.npos) rest.remove_prefix(end + 1);
  }
  const auto lower = parse_number(parts[0]), upper = parse_number(parts[1]);
  if (count < 2 || !lower || !upper) refuse(text);
  Parameter parameter{std::string(trim(text.substr(0, equals))), *lower, *upper};
  if (parts[2] == "log")
    parameter.transform = Transform::log;
  else if (parts[2] == "logit")
    parameter.transform = Transform::logit;
  else if (count == 3)
    refuse(text);
  return parameter;
}

}  // namespace

std::vector<Parameter> parse_parameters(std::string_view text) {
  std::vector<Parameter> list;
  for (std::size_t comma = 0; comma != text.npos; text.remove_prefix(comma + 1)) {
    comma = text.find(',');
    list.push_back(parse_one(trim(text.substr(0, comma))));
    if (comma == text.npos) break;
  }
  return list;
}

}  // namespace surefoot
