#pragma once

#include <filesystem>

#include <surefoot/fit.hpp>

namespace surefoot {

/// Writes a fit in the format that the extension names: `.nc` for netCDF,
/// `.csv` for CSV.  Throws Fault::usage for another extension, Fault::output if
/// the file cannot be created, Fault::write if writing it fails.
void write_fit(const Fit& fit, const std::filesystem::path& path);

/// Throws what `write_fit` would throw before it writes.  To be called before a
/// long run, whose result would otherwise be lost.
void check_writable(const std::filesystem::path& path);

}  // namespace surefoot
