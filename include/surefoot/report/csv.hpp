#pragma once

#include <filesystem>

#include <surefoot/fit.hpp>

namespace surefoot {

/// Writes the draws as CSV: one row a draw, its number first, then one column a
/// parameter, then the statistics.  Numbers read back as the same doubles; a
/// failed draw has NaN.  Only the file of an unfinished run starts with a
/// comment, which says so.
void write_draws_csv(const Fit& fit, const std::filesystem::path& path);

}  // namespace surefoot
