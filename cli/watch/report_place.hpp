#pragma once

#include <filesystem>

namespace surefoot::cli {

/// Where the report of a run that is watched is left: beside its output, or in the working
/// directory where it has none.
std::filesystem::path report_beside(const std::filesystem::path& output);

/// Throws Fault::usage if another file than a report of ours is there, which nobody asked us to
/// replace.
void require_own_report(const std::filesystem::path& path);

}  // namespace surefoot::cli
