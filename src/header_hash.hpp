#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "hash.hpp"

namespace surefoot {

/// The hash of files in a folder, names included; nothing if one of them cannot be read.  Those of
/// the headers that the library is built from are taken by cmake/header_hash.cpp.
inline std::optional<std::uint64_t> header_hash(const std::filesystem::path& folder,
                                                const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) {
    std::ifstream file(folder / name, std::ios::binary);
    if (!file) return std::nullopt;
    all += name + '\n';
    all.append(std::istreambuf_iterator<char>(file), {});
  }
  return hash_of(all);
}

}  // namespace surefoot
