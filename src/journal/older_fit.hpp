#pragma once

#include <filesystem>

namespace surefoot {

/// What a file that is there says of its draws.
struct OlderFit {
  std::size_t draws = 0;
  bool complete = false;
};

/// The fit in a file, netCDF or CSV; of none, or none that can be read, no draws.
OlderFit older_fit(const std::filesystem::path& path);

}  // namespace surefoot
