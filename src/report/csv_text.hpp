#pragma once

#include <string>
#include <string_view>

namespace surefoot {

/// A number of a CSV file, which reads back as the same double.
std::string csv_number(double value);

/// A text of a CSV file (RFC 4180): quoted when it would otherwise be read as
/// more than one field, as a comment, or without its blanks.
std::string csv_field(std::string_view text);

}  // namespace surefoot
