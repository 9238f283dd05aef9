#pragma once

#include <surefoot/optim/objective.hpp>

namespace surefoot {

/// Pattern search after Hooke and Jeeves: steps along each coordinate and along
/// the moves that helped, halved when nothing does.  Uses values only, so it
/// sees what gradients miss (jumps, cells that change state), and has a
/// definite end: no step of `mesh` scales along any coordinate goes down.
struct PatternSearch {
  double first = 0.1;  // steps, in scales of the box
  double mesh = 0.002;
  int evaluations = 1500;
  double noise = 1e-7;  // relative decrease that counts as none
};

Minimum minimise(const PatternSearch& settings, Objective& objective, std::span<const double> start,
                 const Box& box);

}  // namespace surefoot
