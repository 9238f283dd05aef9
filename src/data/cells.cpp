#include "data/cells.hpp"

#include <algorithm>

#include "text.hpp"

namespace surefoot {

bool Lines::next(TextLine& line) {
  while (!rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    if (text.ends_with('\r')) text.remove_suffix(1);
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || text[first] == '#') continue;
    line = {text, number_};
    return true;
  }
  return false;
}

Separator guess_separator(std::string_view line) {
  bool in_quotes = false, semicolon = false, comma = false, tab = false;
  for (const char c : trim(line)) {
    if (c == '"') in_quotes = !in_quotes;
    if (in_quotes) continue;
    semicolon = semicolon || c == ';';
    comma = comma || c == ',';
    tab = tab || c == '\t';
  }
  return tab ? '\t' : semicolon ? ';' : comma ? ',' : ' ';
}

// Where a quoted cell's closing quote and the blanks after it end, if a separator
// or the line's end follows; else nothing, and the quotes are part of the cell.
const char* Cells::after_quoted(std::string_view& cell) {
  const char* close = at_ + 1;
  while (true) {
    close = std::find(close, end_, '"');
    if (close == end_) {
      unclosed_ = true;
      return nullptr;
    }
    if (close + 1 == end_ || close[1] != '"') break;
    close += 2;  // a doubled quote stands for itself
  }
  const char* after = close + 1;
  while (after != end_ && *after == ' ' && !is_end(*after)) ++after;
  if (after != end_ && !is_end(*after)) return nullptr;
  cell = trim({at_ + 1, static_cast<std::size_t>(close - at_ - 1)});
  return after;
}

bool Cells::next(std::string_view& cell) {
  const auto skip = [&](char c) { return c == ' ' || (c == '\t' && separator_ != '\t'); };
  while (at_ != end_ && skip(*at_)) ++at_;
  if (done_ || (separator_ == ' ' && at_ == end_)) return false;

  const char* stop = nullptr;
  if (at_ != end_ && *at_ == '"') stop = after_quoted(cell);
  if (stop == nullptr) {
    stop = std::find_if(at_, end_, [&](char c) { return is_end(c); });
    cell = trim({at_, static_cast<std::size_t>(stop - at_)});
  }
  done_ = stop == end_;
  at_ = done_ ? end_ : stop + 1;
  return true;
}

std::size_t count_cells(std::string_view line, Separator separator) {
  Cells cells(line, separator);
  std::string_view cell;
  std::size_t count = 0;
  while (cells.next(cell)) ++count;
  return count;
}

}  // namespace surefoot
