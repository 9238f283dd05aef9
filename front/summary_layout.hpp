#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace surefoot::front {

/// A summary as a terminal of so many columns shows it.  Sentences are broken between words.  The
/// columns of a table that have no room beside each other stand below each other, each time behind
/// those that name the rows.  With `colours`, titles, names of columns and warnings stand out.
std::string laid_out(std::string_view summary, std::size_t width, bool colours);

/// Writes a summary to standard output, laid out where that is a terminal.
void print_summary(std::string_view summary);

}  // namespace surefoot::front
