#include "simulators/plugin_compiler.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace surefoot {

Error PluginCompiler::refusal(const std::string& messages) const {
  return {Fault::usage, fmt::format("it does not compile{}: {}", purpose(), first_error(messages))};
}

// g++ and clang++ write error:, nvcc also error #20013-D:.
std::string first_error(const std::string& messages) {
  const std::size_t found = std::min(messages.find("error:"), messages.find("error #"));
  const std::size_t at = found == messages.npos ? 0 : messages.rfind('\n', found) + 1;
  return messages.substr(at, messages.find('\n', at) - at);
}

}  // namespace surefoot
