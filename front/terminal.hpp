#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace surefoot::front {

/// The columns of the terminal that a descriptor leads to, or what the variable COLUMNS says of it;
/// nothing if it leads elsewhere.
std::optional<std::size_t> terminal_width(int descriptor);

/// Lines of a text that are longer than `width`, broken between words; what follows is indented.
/// Tables, in which two blanks stand between cells, are left as they are.
std::string fitted(std::string_view text, std::size_t width);

/// Writes a result that people read to standard output, broken to the width of a terminal.
void print_text(std::string_view text);

}  // namespace surefoot::front
