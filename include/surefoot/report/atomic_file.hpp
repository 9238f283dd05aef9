#pragma once

#include <filesystem>
#include <string_view>

namespace surefoot {

/// Writes a whole file, or none: the content goes to a temporary name in the
/// same directory, is forced to disk, and only then takes the final name.  A
/// device or a pipe is written to as it stands.
///
/// Throws Fault::output if the file cannot be created and Fault::write if
/// writing it fails; nothing is left behind then, and a file that had the name
/// before is as it was.
void write_atomically(const std::filesystem::path& path, std::string_view content);

/// Makes a folder and those above it, unless it is there.  Throws Fault::output.
void make_folder(const std::filesystem::path& folder);

/// Throws Fault::output unless `write_atomically` could create the file now.
/// Found out by creating and removing a temporary one, since permissions alone
/// do not tell.
void check_creatable(const std::filesystem::path& path);

}  // namespace surefoot
