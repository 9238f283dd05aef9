#include "watch/report_place.hpp"

#include <fstream>
#include <string>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot::cli {

namespace fs = std::filesystem;

fs::path report_beside(const fs::path& output) {
  return output.empty() ? fs::path("surefoot-report.html")
                        : fs::path(output).replace_extension(".html");
}

void require_own_report(const fs::path& path) {
  constexpr std::size_t enough = 4096;  // for the title, which stands near the beginning
  std::error_code unknown;
  if (!fs::is_regular_file(path, unknown)) return;
  std::string beginning(enough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(beginning.data(), static_cast<std::streamsize>(enough));
  if (beginning.find("surefoot</title>") == std::string::npos)
    throw Error(Fault::usage,
                fmt::format("{}: --watch would leave its report here, but the file is there and is "
                            "no report of surefoot's; --report names another place for it",
                            path.string()));
}

}  // namespace surefoot::cli
