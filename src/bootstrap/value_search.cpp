#include "bootstrap/value_search.hpp"

#include <surefoot/error.hpp>
#include <surefoot/optim/derivative_free.hpp>
#include <surefoot/optim/powell.hpp>

namespace surefoot {
namespace {

DerivativeFree nlopt_search(OptimiserName optimiser) {
  switch (optimiser) {
    case OptimiserName::bobyqa:
      return DerivativeFree::bobyqa;
    case OptimiserName::sbplx:
      return DerivativeFree::sbplx;
    case OptimiserName::nelder_mead:
      return DerivativeFree::nelder_mead;
    case OptimiserName::crs2:
      return DerivativeFree::crs2;
    default:
      throw Error(Fault::internal, to_word(optimiser) + " does not do with values alone");
  }
}

}  // namespace

Minimum minimise_values(OptimiserName optimiser, int evaluations, std::uint64_t seed,
                        Objective& objective, std::span<const double> start, const Box& box) {
  if (optimiser == OptimiserName::powell)
    return minimise(Powell{.evaluations = evaluations}, objective, start, box);
  const DerivativeFreeSearch search{
      .algorithm = nlopt_search(optimiser), .evaluations = evaluations, .seed = seed};
  return minimise(search, objective, start, box);
}

}  // namespace surefoot
