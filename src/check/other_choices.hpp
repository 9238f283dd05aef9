#pragma once

#include <string>
#include <vector>

#include <surefoot/bootstrap/problem.hpp>

namespace surefoot {

/// A setting that could have been chosen otherwise, and the problem with that choice.
struct OtherChoice {
  std::string setting, value;
  Problem problem;
};

/// Half and twice the lengthscale, another kernel, the other mass, with or without trimming, twice
/// the simulations: one at a time, and those only that the problem allows.
std::vector<OtherChoice> other_choices(const Problem& problem);

}  // namespace surefoot
