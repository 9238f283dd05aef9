#pragma once

#include <string>

#include <surefoot/report/summary.hpp>

namespace surefoot {

/// The summary as a table for people.  Each row shows the digits that its Monte
/// Carlo error leaves meaningful.  Warnings are not part of it, except that too
/// many failed draws or an unfinished run are said first.
std::string to_text(const Summary& summary);

/// The table of the summary as CSV, one row a parameter; an unknown number is
/// an empty field.  A free mass is the last row.
std::string to_csv(const Summary& summary);

/// The whole summary as one JSON object; an unknown number is null.
std::string to_json(const Summary& summary);

}  // namespace surefoot
