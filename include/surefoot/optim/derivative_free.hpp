#pragma once

#include <cstdint>

#include <surefoot/optim/objective.hpp>
#include <surefoot/optim/optimisers.hpp>

namespace surefoot {

/// Minimisation of a function without derivatives, by what NLopt has: BOBYQA
/// (quadratic models, for smooth functions), subplex and Nelder-Mead (simplices,
/// which only compare values), and controlled random search, which is global.
///
/// Converged when the value changes by less than `tolerance` of itself or no
/// coordinate by `tolerance` scales, unless the simulator fails right beside the
/// point: the minimum may lie there.  Points where it fails count as worse than
/// all others; a start where it fails is the end (`Ending::failed`), except for
/// crs2, which looks elsewhere.
///
/// The result depends on the settings, the start and the function alone,
/// whatever runs in other threads.  Only crs2 uses `seed`; it searches the box,
/// or ten scales about the start where that is infinite, and takes thousands of
/// evaluations to get as close as the others.
struct DerivativeFreeSearch {
  DerivativeFree algorithm = DerivativeFree::bobyqa;
  int evaluations = 500;
  double tolerance = 1e-8;
  double first = 0.1;  // step, in scales of the box
  std::uint64_t seed = 0;
};

/// `gradient_norm` of the minimum is 0, because it is not known.  Whatever the
/// objective throws ends the search and passes through.
Minimum minimise(const DerivativeFreeSearch& settings, Objective& objective,
                 std::span<const double> start, const Box& box);

}  // namespace surefoot
