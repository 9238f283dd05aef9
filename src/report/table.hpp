#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace surefoot {

/// The digits that a Monte Carlo error leaves meaningful: two of its own.  Where
/// it is unknown, zero or of another order altogether, six significant ones (of a
/// large number fifteen, or its last ones would be lost).
std::string rounded(double value, double mcse);

/// Rows of cells as columns, the first `left` of them flush left and the others
/// flush right.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t left);

/// `text` with line breaks where a line would be longer than `width`; each new
/// line starts with `indent` blanks.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace surefoot
