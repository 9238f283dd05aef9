#pragma once

#include <surefoot/optim/objective.hpp>

namespace surefoot {

/// Calls an Objective as the loops do.
struct Call {
  Objective& objective;
  std::size_t size;

  double operator()(const double* eta, double* gradient) const {
    return objective({eta, size}, {gradient, gradient ? size : 0});
  }
};

}  // namespace surefoot
