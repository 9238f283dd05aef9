#pragma once

#include <string>
#include <vector>

#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// Of differences of simulations that stand for derivatives, in scales of the
/// box.
inline constexpr double small_step = 1e-4;

/// Of differences over which simulations change their course, in scales of the
/// box.
inline constexpr double large_step = 0.2;

/// The parameters whose effect on the embedding pathwise derivatives at a mode
/// miss: compared with differences over steps large enough for simulations to
/// change their course.
std::vector<std::string> blind_parameters(const Problem& problem, const Mode& mode,
                                          DrawObjective& objective);

}  // namespace surefoot
