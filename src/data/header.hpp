#pragma once

#include <string_view>

#include "data/cells.hpp"

namespace surefoot {

/// Whether a cell stands for a value that is not there.
bool is_missing(std::string_view cell);

/// Whether the first line of a file names its columns: some cell is text, and
/// none can only be data.
bool is_header(std::string_view line, Separator separator);

/// Whether what looks like a header might as well be the first observation: it has
/// numbers, and nowhere text above a number, as in `2020-01-01,5` over `2020-01-02,6`.
bool is_doubtful_header(std::string_view header, std::string_view below, Separator separator);

}  // namespace surefoot
