#pragma once

#include <surefoot/optim/pattern_loop.hpp>

namespace surefoot {

Minimum minimise(const PatternSearch& settings, Objective& objective, std::span<const double> start,
                 const Box& box);

}  // namespace surefoot
