#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/bootstrap/modes.hpp>

#include "bootstrap/place_in_box.hpp"

namespace surefoot {

/// How far each coordinate goes from a mode while its place in the box moves by a tenth.
Eigen::VectorXd tenths_at(const Mode& mode, std::span<const PlaceInBox> places);

/// Coordinates along which the data may decide nothing, the most likely first.  `value` is the
/// objective's at the mode, `noise` the relative rounding of the one that its Hessian is from.
std::vector<std::size_t> flat_candidates(const Mode& mode, std::span<const PlaceInBox> places,
                                         DrawObjective& objective, double value, double noise);

}  // namespace surefoot
