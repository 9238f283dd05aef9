#pragma once

#include <filesystem>

// Where compiled headers are kept.  What is there is code that we run, so nobody else may write it.
namespace surefoot {

/// The folder that compiled headers are kept in, made if it is not there.  Throws
/// Fault::output if it cannot be written, is another user's, or can be written by others.
std::filesystem::path cache_folder();

/// Whether a file is there that we made, whole, and that nobody else could have changed.
bool is_sealed(const std::filesystem::path& file);

/// Ends a new file of the cache with its checksum, and sees to it that it is on the disk and ours
/// alone before it gets its name.  Returns why that failed, if it did.
std::error_code seal(const std::filesystem::path& file);

}  // namespace surefoot
