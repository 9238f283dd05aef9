#include "simulators/program_answer.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "text.hpp"

namespace surefoot {
namespace {

[[noreturn]] void refuse_row(std::string_view line, std::size_t dimension) {
  const bool comma = line.find(',') != line.npos;
  throw WrongAnswer{
      fmt::format("must print {} number{} a row, but printed {}{}", dimension,
                  dimension == 1 ? "" : "s with blanks between them", in_quotes(line),
                  comma ? " (decimal commas, or commas between numbers, are not read)" : "")};
}

void take_row(std::string_view line, std::size_t dimension, std::vector<double>& answer) {
  std::string_view rest = trim(line);
  for (std::size_t c = 0; c < dimension; ++c) {
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    const auto value = parse_number(rest.substr(0, end));
    if (!value) refuse_row(line, dimension);
    answer.push_back(*value);
    rest = trim(rest.substr(end));
  }
  if (!rest.empty()) refuse_row(line, dimension);
}

void take_bytes(std::size_t wanted, std::string& printed, std::vector<double>& answer) {
  const std::size_t count = std::min(printed.size() / sizeof(double), wanted);
  if (count == 0) return;  // and an answer that has no memory yet
  const std::size_t old = answer.size();
  answer.resize(old + count);
  std::memcpy(answer.data() + old, printed.data(), count * sizeof(double));
  printed.erase(0, count * sizeof(double));
}

}  // namespace

void take_answer(const AnswerForm& form, std::string& printed, std::vector<double>& answer) {
  if (form.protocol == Protocol::binary)
    return take_bytes(form.values() - answer.size(), printed, answer);
  std::size_t used = 0;
  for (std::size_t end = printed.find('\n'); end != printed.npos && answer.size() < form.values();
       end = printed.find('\n', used)) {
    take_row(std::string_view(printed).substr(used, end - used), form.dimension, answer);
    used = end + 1;
  }
  printed.erase(0, used);
  constexpr std::size_t longest_line = 1 << 20;
  if (printed.size() > longest_line && printed.find('\n') == printed.npos)
    throw WrongAnswer{"printed a line without end where numbers were expected"};
}

}  // namespace surefoot
