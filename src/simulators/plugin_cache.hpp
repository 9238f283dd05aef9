#pragma once

#include <filesystem>

namespace surefoot {

/// The folder that compiled headers are kept in, made if it is not there.  Throws
/// Fault::output if it cannot be written.
std::filesystem::path cache_folder();

}  // namespace surefoot
