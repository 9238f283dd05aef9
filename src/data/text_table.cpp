#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "data/cells.hpp"
#include "data/columns.hpp"
#include "data/formats.hpp"
#include "data/header.hpp"
#include "text.hpp"

namespace surefoot {

namespace {

// Rows of cells under an optional header.
class TextTable {
 public:
  TextTable(const Source& source, const ReadOptions& options)
      : source_(source), options_(options), lines_(without_mark(source.bytes)) {}

  ReadResult read() {
    read_layout();
    Lines ahead = lines_;
    TextLine second;
    if (header_.number == 0 && is_one_long_row(count_, options_) && !ahead.next(second))
      return read_long_row();
    return read_rows();
  }

 private:
  static std::string_view without_mark(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
  }

  // Finds the header, the first row, the separator and the number of columns.
  void read_layout() {
    if (!lines_.next(first_)) source_.refuse("must hold at least 1 observation, but holds none");
    separator_ = guess_separator(first_.text);
    if (is_header(first_.text, separator_)) {
      header_ = first_;
      if (!lines_.next(first_))
        source_.refuse("must hold at least 1 observation, but has only a header");
      // A first row with missing cells can hide the separator; the header then shows it.
      const std::size_t named = count_cells(header_.text, separator_);
      if (named == 1 || count_cells(first_.text, separator_) != named)
        separator_ = guess_separator(first_.text);
    }
    count_ = count_cells(first_.text, separator_);
    if (header_.number > 0 && !chooses_by_name() &&
        is_doubtful_header(header_.text, first_.text, separator_))
      source_.refuse(
          fmt::format("line {} could be a header or an observation: start it with # to "
                      "skip it, or put a header of names before it",
                      header_.number));
  }

  // Whether some chosen column cannot be a number, so that there must be a header.
  bool chooses_by_name() const {
    return std::any_of(options_.columns.begin(), options_.columns.end(), [&](const auto& column) {
      return parse_whole<std::size_t>(trim(column)).value_or(count_ + 1) > count_;
    });
  }

  ReadResult read_long_row() {
    Rows rows(1);
    rows.reserve(count_);
    Cells cells(first_.text, separator_);
    std::string_view cell;
    for (std::size_t c = 0; cells.next(cell); ++c) {
      double* const value = rows.next();
      if (!read_value(cell, first_, c, *value)) rows.drop();
    }
    ReadResult result = rows.finish(source_);
    result.one_long_row = true;
    return result;
  }

  ReadResult read_rows() {
    read_names();
    require_few_columns(source_, count_);
    const Columns columns(source_, count_, names_, options_);
    Rows rows(columns.taken());
    const std::string_view rest = lines_.rest();
    const auto most_rows = 2 + static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '\n'));
    // A value takes two bytes at least, so a wide first row cannot ask for the moon.
    rows.reserve(std::min(most_rows * columns.taken(), source_.bytes.size() / 2 + columns.taken()));
    TextLine line = first_;
    do
      if (!read_row(line, columns, rows.next())) rows.drop();
    while (lines_.next(line));
    ReadResult result = rows.finish(source_);
    if (!names_.empty())
      for (const std::size_t c : columns.order()) result.names.push_back(names_[c]);
    return result;
  }

  void read_names() {
    if (header_.number == 0) return;
    // One column of numbers under several words: the words are one name.
    if (count_ == 1 && separator_ == ' ') {
      names_ = {printable(trim(header_.text))};
      return;
    }
    const std::size_t named = count_cells(header_.text, separator_);
    if (named != count_) refuse_count(first_, named, count_);
    require_few_columns(source_, named);
    Cells cells(header_.text, separator_);
    std::string_view cell;
    while (cells.next(cell)) names_.push_back(printable(cell));
  }

  // False for a row that is to be dropped.
  bool read_row(const TextLine& line, const Columns& columns, double* row) const {
    Cells cells(line.text, separator_);
    std::string_view cell;
    bool finite = true;
    std::size_t c = 0;
    for (; cells.next(cell); ++c) {
      if (cells.unclosed())
        source_.refuse(fmt::format("line {} must close its quote", line.number));
      if (c >= count_ || columns.slot(c) < 0) continue;
      if (!read_value(cell, line, c, row[columns.slot(c)])) finite = false;
    }
    if (c != count_) refuse_count(line, count_, c);
    return finite;
  }

  // False for a value that is missing or not finite, where such rows are dropped.
  bool read_value(std::string_view cell, const TextLine& line, std::size_t c, double& value) const {
    const std::optional<double> number = parse_number(cell);
    value = number.value_or(0.0);
    if (number && std::isfinite(value)) return true;
    if (!number && !is_missing(cell)) refuse_cell(cell, line, c);
    if (options_.drop_nonfinite) return false;
    source_.refuse(
        fmt::format("{} must be a finite number, but is {}; correct it or leave out such "
                    "rows",
                    place(line, c), cell.empty() ? "empty" : in_quotes(cell)));
  }

  std::string place(const TextLine& line, std::size_t c) const {
    const std::string name = c < names_.size() ? " (" + in_quotes(names_[c]) + ')' : "";
    return fmt::format("line {}, column {}{}", line.number, c + 1, name);
  }

  [[noreturn]] void refuse_cell(std::string_view cell, const TextLine& line, std::size_t c) const {
    std::string with_point(cell.substr(0, 64));
    std::replace(with_point.begin(), with_point.end(), ',', '.');
    const bool decimal_comma = with_point != cell.substr(0, 64) && parse_number(with_point);
    source_.refuse(fmt::format("{} must be a number, but is {}{}", place(line, c), in_quotes(cell),
                               decimal_comma ? "; decimal commas must be written as points" : ""));
  }

  [[noreturn]] void refuse_count(const TextLine& line, std::size_t expected,
                                 std::size_t found) const {
    const TextLine& model = header_.number > 0 ? header_ : first_;
    source_.refuse(fmt::format("line {} must have {} values like line {}, but has {}", line.number,
                               expected, model.number, found));
  }

  const Source& source_;
  const ReadOptions& options_;
  Lines lines_;
  TextLine header_, first_;  // the header's number is 0 if there is none
  Separator separator_ = ' ';
  std::size_t count_ = 0;
  std::vector<std::string> names_;
};

}  // namespace

ReadResult read_text(const Source& source, const ReadOptions& options) {
  return TextTable(source, options).read();
}

}  // namespace surefoot
