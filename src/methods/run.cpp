#include "methods/run.hpp"

#include <algorithm>

#include <surefoot/draws/merged_draws.hpp>

namespace surefoot {

DrawJob Run::begin_draws() {
  result.settings = settings;
  if (continuation.finished) finished = continuation.finished(result);
  const DrawShare share = share_of(settings);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = share.first; number < share.last; ++number)
    if (!std::binary_search(finished.index.begin(), finished.index.end(), number))
      numbers.push_back(number);
  return {
      space, DrawNumbers(std::move(numbers)), settings.threads, events, stop, continuation.crew};
}

void Run::keep(Drawn drawn) {
  result.draws = merged(finished, drawn.draws);
  if (drawn.failure) fail(*drawn.failure);
}

bool draws_are_independent(Method method) {
  switch (method) {
    case Method::npl_mmd:
    case Method::npl_wll:
    case Method::npl_wasserstein:
      return true;
    case Method::wabc:
    case Method::mmd_abc:
    case Method::mmd_bayes:
    case Method::bayes:
      return false;
  }
  return false;
}

DrawShare share_of(const FitConfig& settings) {
  const auto draws = static_cast<std::uint32_t>(settings.draws);
  if (!settings.part) return {0, draws};
  const auto begin_of = [&](int number) {
    return static_cast<std::uint32_t>(std::uint64_t{draws} * static_cast<std::uint64_t>(number) /
                                      static_cast<std::uint64_t>(settings.part->of));
  };
  return {begin_of(settings.part->number - 1), begin_of(settings.part->number)};
}

}  // namespace surefoot
