#pragma once

#include <cstdint>
#include <vector>

#include <surefoot/draws/draws.hpp>

// Files keep failed draws apart, so that whoever reads the posterior meets numbers only.
namespace surefoot {

/// Draws that ended with parameters, and those that did not with their rows among all.
struct SortedDraws {
  Draws usable;
  Draws failed;
  std::vector<std::int64_t> failed_rows;     // ascending
  std::vector<std::uint32_t> usable_row_of;  // of each row of all; meaningless where it failed
};

SortedDraws sort_out_failures(const Draws& draws);

/// All draws in their order, as `sort_out_failures` took them apart.  Throws Fault::data for rows
/// that cannot have been those of such draws.
Draws put_failures_back(const Draws& usable, const Draws& failed,
                        const std::vector<std::int64_t>& failed_rows);

}  // namespace surefoot
