#include "simulators/plugin_cache.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include <surefoot/error.hpp>

namespace surefoot {

namespace fs = std::filesystem;

fs::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  fs::path folder = variable("SUREFOOT_CACHE");
  if (folder.empty() && !variable("XDG_CACHE_HOME").empty())
    folder = variable("XDG_CACHE_HOME") / "surefoot";
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") / ".cache/surefoot";
  if (folder.empty())
    throw Error(
        Fault::output,
        "there is no home folder to keep compiled headers in: SUREFOOT_CACHE must name one");
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (!fault && ::access(folder.c_str(), W_OK | X_OK) != 0)
    fault = std::error_code(errno, std::generic_category());
  if (fault)
    throw Error(Fault::output, fmt::format("{}: compiled headers cannot be kept there: {}; "
                                           "SUREFOOT_CACHE may name another folder",
                                           folder.string(), fault.message()));
  return fs::absolute(folder);
}

}  // namespace surefoot
