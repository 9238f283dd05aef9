#pragma once

#include <cstddef>
#include <string_view>

namespace surefoot {

/// One line of a text file, without its end, and its number from 1.
struct TextLine {
  std::string_view text;
  std::size_t number = 0;
};

/// The lines of a text file that are neither blank nor comments.  Copying is
/// cheap, so a copy looks ahead.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// The next line; false at the end.
  bool next(TextLine& line);

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

/// What stands between two cells: a character, or a blank for any white space.
using Separator = char;

/// The separator that a line of cells seems to use.  Semicolons and tabs come
/// before commas, which might be decimal commas between them.
Separator guess_separator(std::string_view line);

/// The cells of one line, without the blanks and quotes around them.
class Cells {
 public:
  Cells(std::string_view line, Separator separator)
      : at_(line.data()), end_(line.data() + line.size()), separator_(separator) {}

  /// The next cell; false at the end.
  bool next(std::string_view& cell);

  /// Whether the latest cell opened a quote that the line does not close.
  bool unclosed() const { return unclosed_; }

 private:
  bool is_end(char c) const { return separator_ == ' ' ? c == ' ' || c == '\t' : c == separator_; }
  const char* after_quoted(std::string_view& cell);

  const char* at_;
  const char* end_;
  Separator separator_;
  bool done_ = false;
  bool unclosed_ = false;
};

std::size_t count_cells(std::string_view line, Separator separator);

}  // namespace surefoot
