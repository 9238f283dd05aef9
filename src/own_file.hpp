#pragma once

#include <filesystem>

namespace surefoot {

/// The file that this code was loaded from: a program, or a shared object such as
/// the module of the Python package.
std::filesystem::path own_file();

}  // namespace surefoot
