#include "methods/early_scores.hpp"

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot {

void tell_scores(const Run& run, const std::function<std::vector<double>()>& inlier) {
  if (!run.events.scores || run.settings.max_calls) return;
  try {
    const std::vector<double> scores = inlier();
    if (!scores.empty()) run.events.scores(scores);
  } catch (const Error& error) {
    run.note(
        fmt::format("the observations could not be scored before the draws: {}", error.what()));
  }
}

}  // namespace surefoot
