#pragma once

#include <string>
#include <string_view>

namespace surefoot {

/// The whole of a file of observations, and what errors call it.
struct Source {
  std::string name;
  std::string bytes;

  /// Throws Fault::data with the name in front.
  [[noreturn]] void refuse(const std::string& message) const;
};

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// What errors call the file at `path`.
std::string source_name(const std::string& path);

/// Reads a file, pipe or ("-") standard input to its end.  Throws Fault::data for
/// what cannot be read, and for what is neither text nor .npy as soon as that shows,
/// so that an endless device does not fill the memory.
Source read_source(const std::string& path);

}  // namespace surefoot
