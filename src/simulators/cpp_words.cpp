#include "simulators/cpp_words.hpp"

#include <algorithm>
#include <cctype>

namespace surefoot {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// Where the literal that starts at `at` with a quote ends.
std::size_t literal_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote == '"' && at > 0 && text[at - 1] == 'R') {
    const std::size_t open = std::min(text.find('(', at), text.size() - 1);
    const std::string close = ')' + std::string(text.substr(at + 1, open - at - 1)) + '"';
    const std::size_t end = text.find(close, open);
    return end == text.npos ? text.size() : end + close.size();
  }
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == quote || text[i] == '\n')
      return i + 1;
  }
  return text.size();
}

// Where the preprocessor line at `at` ends, with the lines that go on from it.
std::size_t directive_end(std::string_view text, std::size_t at) {
  std::size_t end = text.find('\n', at);
  while (end != text.npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
  return std::min(end, text.size());
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string code;
  bool line_start = true;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == text.npos ? text.size() : end + 2;
      code += ' ';
    } else if (line_start && rest[0] == '#') {
      i = directive_end(text, i);
    } else if (rest[0] == '"' || (rest[0] == '\'' && (i == 0 || !in_name(text[i - 1])))) {
      i = literal_end(text, i);
      code += "0";
    } else {
      line_start = rest[0] == '\n' || (line_start && blank(rest[0]));
      code += rest[0];
      ++i;
    }
  }
  return code;
}

std::vector<std::string_view> cpp_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t length = 1;
    if (in_name(text[i]))
      while (i + length < text.size() && in_name(text[i + length])) ++length;
    else if (text.substr(i).starts_with("::"))
      length = 2;
    if (!blank(text[i])) words.push_back(text.substr(i, length));
    i += length;
  }
  return words;
}

}  // namespace surefoot
