#include "journal/older_fit.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <surefoot/error.hpp>
#include <surefoot/report/netcdf.hpp>

namespace surefoot {
namespace {

/// One row a draw behind the names; only a partial file begins with a comment.
OlderFit older_table(const std::filesystem::path& path) {
  std::ifstream file(path);
  OlderFit found{0, true};
  bool header = true;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#'))
      found.complete = false;
    else if (header)
      header = false;
    else
      ++found.draws;
  }
  if (found.draws == 0) return {};
  return found;
}

}  // namespace

OlderFit older_fit(const std::filesystem::path& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return {};
  if (path.extension() != ".nc") return older_table(path);
  try {
    const Fit fit = read_netcdf(path);
    return {fit.draws.rows(), !fit.partial};
  } catch (const Error&) {
    return {};
  }
}

}  // namespace surefoot
