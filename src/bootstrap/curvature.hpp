#pragma once

#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// Before anything is known of the curvature: a ten-millionth of k(x,x)/n, the size by which the
/// objectives of the draws differ.
double first_tolerance(const Problem& problem);

/// The rows of the model at a mode less those of the draw's target (Gauss-Newton).
std::vector<double> residual_of(const Mode& mode, DrawObjective& objective,
                                const EmbeddedModel& model);

/// Gives a mode with a Hessian the spread of the draws' minima around it, from the first Newton
/// steps of a few draws apart from those of the run.
void spread_by_hessian(const Problem& problem, Mode& mode, DrawObjective& objective);

/// Completes a mode with the Hessian there and with the spread of the draws' minima around it, from
/// the steps that a few draws, apart from those of the run, would take first.  Goes downhill once
/// more if the descent that found it turns out to have been too loose.
void complete_by_hessian(const Problem& problem, Mode& mode, DrawObjective& objective);

/// The same with the Jacobian of the embedding by differences instead of the Hessian; returns the
/// simulator calls that came on top of the objective's.
std::int64_t complete_by_differences(const Problem& problem, Mode& mode, DrawObjective& objective,
                                     std::stop_token stop);

}  // namespace surefoot
