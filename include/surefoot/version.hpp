#pragma once

#include <string_view>

namespace surefoot {

/// The version of the library that runs, such as "1.2.3".
std::string_view version();

}  // namespace surefoot
