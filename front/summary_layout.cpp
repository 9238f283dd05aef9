#include "front/summary_layout.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <unistd.h>

#include "front/streams.hpp"
#include "front/terminal.hpp"

namespace surefoot::front {
namespace {

/// A line by its characters, each of which is one byte of UTF-8 or several.
class Characters {
 public:
  explicit Characters(std::string_view line) : line_(line) {
    for (std::size_t byte = 0; byte < line.size(); ++byte)
      if ((line[byte] & 0xc0) != 0x80) begins_.push_back(byte);
    count_ = begins_.size();
    begins_.push_back(line.size());
  }

  std::size_t count() const { return count_; }
  bool is_blank(std::size_t at) const { return at >= count_ || line_[begins_[at]] == ' '; }

  /// The characters from one to another, with blanks where the line is shorter.
  std::string piece(std::size_t from, std::size_t to) const {
    const std::size_t first = std::min(from, count_), last = std::min(to, count_);
    return std::string(line_.substr(begins_[first], begins_[last] - begins_[first])) +
           std::string(to - from - (last - first), ' ');
  }

 private:
  std::string_view line_;
  std::vector<std::size_t> begins_;  // the byte where each begins, and the end
  std::size_t count_ = 0;
};

/// A column of a table, by the characters of its lines.
struct Column {
  std::size_t from, to;
  std::size_t width() const { return to - from; }
};

using Table = std::vector<Characters>;
using Columns = std::vector<Column>;
constexpr std::size_t gap = 2;  // the blanks between two columns, at least

/// Columns are what two blanks or more part in all lines.
Columns columns_of(const Table& table) {
  std::size_t width = 0;
  for (const Characters& line : table) width = std::max(width, line.count());
  Columns columns;
  std::size_t blanks = gap;
  for (std::size_t at = 0; at < width; ++at) {
    const bool blank = std::all_of(table.begin(), table.end(),
                                   [at](const Characters& line) { return line.is_blank(at); });
    if (blank) {
      ++blanks;
      continue;
    }
    if (blanks >= gap)
      columns.push_back({at, at + 1});
    else
      columns.back().to = at + 1;
    blanks = 0;
  }
  return columns;
}

/// How many columns name the rows: the first, and those behind it that are flush left as well.
std::size_t naming(const Table& table, const Columns& columns) {
  std::size_t count = 1;
  while (count + 1 < columns.size() &&
         std::none_of(table.begin(), table.end(),
                      [&](const Characters& line) { return line.is_blank(columns[count].from); }))
    ++count;
  return count;
}

/// The other columns, in parts that have room beside those that name the rows.
std::vector<Columns> parts_of(const Columns& columns, std::size_t names, std::size_t width) {
  std::vector<Columns> parts;
  std::size_t used = 0;
  for (std::size_t k = names; k < columns.size(); ++k) {
    used += gap + columns[k].width();
    if (parts.empty() || used > width) {
      parts.emplace_back(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(names));
      used = gap + columns[k].width();
      for (std::size_t name = 0; name < names; ++name)
        used += columns[name].width() + (name == 0 ? columns[0].from : gap);
    }
    parts.back().push_back(columns[k]);
  }
  return parts;
}

std::string row_of(const Characters& line, const Columns& part) {
  std::string row(part.front().from, ' ');
  for (const Column& column : part)
    row += (column.from == part.front().from ? "" : std::string(gap, ' ')) +
           line.piece(column.from, column.to);
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

std::string folded(std::span<const std::string_view> lines, std::size_t width, bool colours) {
  const Table table(lines.begin(), lines.end());
  const Columns columns = columns_of(table);
  std::string text;
  for (const Columns& part : parts_of(columns, naming(table, columns), width)) {
    if (!text.empty()) text += '\n';
    for (const Characters& line : table) {
      const std::string row = row_of(line, part);
      const bool names = colours && &line == &table.front();
      text += (names ? emphasised(row, Emphasis::heading) : row) + '\n';
    }
  }
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The lines of the table that begins here; none where a sentence does.
std::size_t table_lines(std::span<const std::string_view> lines) {
  std::size_t count = 0;
  while (count < lines.size() &&
         lines[count].find("  ", lines[count].find_first_not_of(' ')) != std::string_view::npos)
    ++count;
  return count < 2 ? 0 : count;
}

std::string sentence(std::span<const std::string_view> rest, std::size_t width, bool colours) {
  const std::string text = fitted(rest[0], width);
  if (!colours) return text;
  if (rest[0].starts_with("WARNING: ") || rest[0].starts_with("PARTIAL: "))
    return emphasised(text, Emphasis::warning);
  const bool title =
      !text.empty() && rest.size() > 2 && rest[1].empty() && table_lines(rest.subspan(2)) > 0;
  return title ? emphasised(text, Emphasis::heading) : text;
}

}  // namespace

std::string laid_out(std::string_view summary, std::size_t width, bool colours) {
  const std::vector<std::string_view> lines = lines_of(summary);
  std::span<const std::string_view> rest = lines;
  std::string text;
  while (!rest.empty()) {
    const std::size_t rows = table_lines(rest);
    text +=
        rows > 0 ? folded(rest.first(rows), width, colours) : sentence(rest, width, colours) + '\n';
    rest = rest.subspan(std::max<std::size_t>(rows, 1));
  }
  return text;
}

void print_summary(std::string_view summary) {
  const bool colours = takes_colours(STDOUT_FILENO);
  const auto width = terminal_width(STDOUT_FILENO);
  if (!width && !colours) return print(summary);
  print(laid_out(summary, width.value_or(std::numeric_limits<std::size_t>::max()), colours));
}

}  // namespace surefoot::front
