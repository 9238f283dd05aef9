#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/prior/randomised_prior.hpp>

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

/// The mean fall of draws from a place with that Hessian, for each direction that is not flat;
/// nothing if all are.  `gradient_along` is the gradient of a draw's objective there, less that on
/// the observations, along directions in scales of the box; nothing where the draw has none.
std::optional<double> fall_per_direction(
    const Eigen::MatrixXd& hessian, const Eigen::VectorXd& scale,
    const std::function<std::optional<Eigen::VectorXd>(
        std::uint32_t draw, const Eigen::MatrixXd& directions)>& gradient_along);

/// The weight of a prior from such a fall.
double weight_of_fall(const Problem& problem, std::optional<double> fall);

/// How much of what is known of each parameter the prior says, at the best mode: the variance that
/// is left to the parameter in parts of the prior's, 0 where the data decide, 1 where they say
/// nothing.
std::vector<double> prior_shares(const Problem& problem, const Modes& modes);

/// The same of so many parameters at eta, where an objective that has the prior in it curves so.
std::vector<double> prior_shares(const RandomisedPrior& prior, int parameters,
                                 std::span<const double> eta, const Eigen::MatrixXd& hessian);

}  // namespace surefoot
