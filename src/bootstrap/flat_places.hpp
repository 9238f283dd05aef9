#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <surefoot/bootstrap/modes.hpp>

#include "bootstrap/place_in_box.hpp"

namespace surefoot {

/// Mode number `mode`, moved to a place of each of the paths in `modes`; places are those of the
/// coordinates that lead along them (PlaceInBox).
std::vector<double> moved_along_paths(const Problem& problem, const Modes& modes, std::size_t mode,
                                      std::span<const double> place);

/// Where draw number `draw` starts for mode number `mode`: the mode, moved to a random place of
/// each path.
std::vector<double> start_on_flat_paths(const Problem& problem, const Modes& modes,
                                        std::size_t mode, std::uint32_t draw);

/// Whether a path leads nowhere that others together do not.
bool runs_along(const FlatPath& path, const std::vector<FlatPath>& others,
                std::span<const PlaceInBox> places);

}  // namespace surefoot
