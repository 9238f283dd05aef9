#include "version.hpp"

#include <surefoot/version.hpp>

namespace surefoot {

std::string_view version() { return version_text; }

}  // namespace surefoot
