#include "bootstrap/value_search.hpp"

#include <surefoot/optim/derivative_free.hpp>
#include <surefoot/optim/powell.hpp>

namespace surefoot {

static_assert(std::all_of(optimisers.begin(), optimisers.end(),
                          [](const OptimiserFacts& facts) {
                            const bool searches =
                                facts.nlopt.name || facts.name == OptimiserName::powell;
                            return searches == (facts.needs == Needs::values);
                          }),
              "an optimiser of values alone must be one of NLopt's or have its branch here, and no "
              "other may");

Minimum minimise_values(OptimiserName optimiser, int evaluations, std::uint64_t seed,
                        Objective& objective, std::span<const double> start, const Box& box) {
  if (optimiser == OptimiserName::powell)
    return minimise(Powell{.evaluations = evaluations}, objective, start, box);
  const DerivativeFreeSearch search{
      .algorithm = facts_of(optimiser).nlopt, .evaluations = evaluations, .seed = seed};
  return minimise(search, objective, start, box);
}

}  // namespace surefoot
