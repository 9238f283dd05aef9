#pragma once

#include <string>

namespace surefoot {

/// Simulators run on packs of numbers and their derivatives, which not every function takes and
/// which decide no branch; a compiler says so in a hundred lines.  What its messages mean, in one
/// line; empty if the first error is about something else.
std::string missing_function(const std::string& messages);

}  // namespace surefoot
