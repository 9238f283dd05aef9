#pragma once

#include <filesystem>

namespace surefoot {

/// The file that this code was loaded from.
struct OwnFile {
  std::filesystem::path path;
  bool is_program;  ///< or a shared object, such as the module of the Python package
};

OwnFile own_file();

}  // namespace surefoot
