#pragma once

#include <optional>

#include <surefoot/bootstrap/modes.hpp>

namespace surefoot {

/// The weight of a prior beside MMD^2, under which one observation counts as one; of modes that
/// were found without it, and the calls that it cost are added to theirs.
///
/// Draws fall by half of G' H^-1 G from the mode, with G the gradient of a draw there and H the
/// Hessian, and n beta / 2 times the MMD^2, as if it were minus a log-likelihood, must fall by half
/// a unit for each parameter.  Hence
///
///     weight = 1 / (n beta) = fall / p,
///
/// with the mean over some draws apart from those of the run.  Directions in which the objective is
/// flat count neither in the fall nor in p.
///
/// Throws Fault::data where the curvature at the best mode is unknown.
double prior_weight(const Problem& problem, Modes& modes, std::stop_token stop);

/// The same from the fall of draws for each direction that is not flat; nothing: all are.
double weight_of_fall(const Problem& problem, std::optional<double> fall);

/// How much of what is known of each parameter the prior says, at the best mode: the variance that
/// is left to the parameter in parts of the prior's, 0 where the data decide, 1 where they say
/// nothing.
std::vector<double> prior_shares(const Problem& problem, const Modes& modes);

}  // namespace surefoot
