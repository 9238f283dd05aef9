#pragma once

namespace surefoot {

// The data term of the reported MMD^2, which costs n^2 pairs, on host and device.

/// Atoms up to which it is summed over all pairs: as costly as a few evaluations.
inline constexpr int most_atoms_in_full = 8192;

/// Atoms that stand for all beyond that.
inline constexpr int atoms_that_stand_for_all = 1024;

}  // namespace surefoot
