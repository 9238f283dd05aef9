#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include <surefoot/parameters.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// What is known of a model where it fits the observations best.
struct BestFit {
  std::span<const double> eta;
  Eigen::MatrixXd hessian;     // of the objective, in eta
  std::vector<double> field;   // mu_theta at each observation
  Eigen::MatrixXd slopes;      // of these in eta, one observation a row
  std::vector<double> shares;  // of each observation that counts; empty: all of it
  double mass = 1.0;
  Mass mass_setting = Mass::fixed;
};

/// By how much each observation moves the best fit, natural scale, one observation after the other;
/// empty if the Hessian does not tell.
std::vector<double> influences_on(const BestFit& best, const ParameterSpace& space);

}  // namespace surefoot
