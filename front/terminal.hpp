#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace surefoot::front {

/// The columns of the terminal that a descriptor leads to, or what the variable COLUMNS says of it;
/// nothing if it leads elsewhere.
std::optional<std::size_t> terminal_width(int descriptor);

/// Whether a descriptor leads to a terminal that knows more than plain text: TERM is set, and not
/// to "dumb".
bool is_able_terminal(int descriptor);

/// Whether a descriptor leads to such a terminal, and nobody asks for NO_COLOR
/// (https://no-color.org).
bool takes_colours(int descriptor);

/// What a part of a text is, where it stands out on a terminal: a heading is bold, a warning
/// yellow, an error red.
enum class Emphasis { heading, warning, error };

/// The text as a terminal that takes colours shows it.
std::string emphasised(std::string_view text, Emphasis emphasis);

/// Lines of a text that are longer than `width`, broken between words; what follows is indented.
/// Tables, in which two blanks stand between cells, are left as they are.
std::string fitted(std::string_view text, std::size_t width);

/// Writes a text that people read to standard output, broken to the width of a terminal.
void print_text(std::string_view text);

}  // namespace surefoot::front
