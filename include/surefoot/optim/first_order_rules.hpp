#pragma once

#include <surefoot/optim/adam.hpp>
#include <surefoot/optim/sgd.hpp>
#include <surefoot/type_list.hpp>

namespace surefoot {

/// The optimisers that take a step along each gradient, which may be another function's every time.
using FirstOrderRules = TypeList<Adam, Sgd>;

template <class... Rule>
constexpr bool is_first_order(TypeList<Rule...>, OptimiserName name) {
  return ((name == Rule::name) || ...);
}
static_assert(std::all_of(optimisers.begin(), optimisers.end(),
                          [](const OptimiserFacts& facts) {
                            return facts.name == OptimiserName::automatic ||
                                   facts.takes_fresh_noise ==
                                       is_first_order(FirstOrderRules{}, facts.name);
                          }),
              "an optimiser that takes fresh noise must be in FirstOrderRules, and no other may");

}  // namespace surefoot
