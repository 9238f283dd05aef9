#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// What the search for paths along which the data decide nothing found.
struct FlatSearchResult {
  std::vector<FlatPath> paths;
  bool same_everywhere = true;  // no value that was seen differs from another beyond rounding
  std::int64_t simulator_calls = 0;
};

/// Walks from the best of some modes, of which there must be one, towards the ends of the box.
FlatSearchResult search_flat_paths(const Problem& problem, const Modes& modes,
                                   std::stop_token stop);

}  // namespace surefoot
