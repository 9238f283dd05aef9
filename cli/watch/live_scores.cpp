#include "watch/live_scores.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <surefoot/kernels/kernel.hpp>
#include <surefoot/optim/optimisers.hpp>

namespace surefoot::cli {
namespace {

constexpr std::size_t most_lowest = 500, most_others = 500, most_columns = 4;

/// The places of the lowest scores, the lowest first, and of others at even distances.
std::vector<std::size_t> chosen(std::span<const double> inlier) {
  std::vector<std::size_t> order(inlier.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return inlier[a] < inlier[b]; });
  if (order.size() <= most_lowest + most_others) return order;
  const std::size_t others = order.size() - most_lowest;
  for (std::size_t k = 0; k < most_others; ++k)
    order[most_lowest + k] = order[most_lowest + k * others / most_others];
  order.resize(most_lowest + most_others);
  return order;
}

bool is_bounded(const std::string& kernel) {
  std::vector<KernelTerm> terms = parse_kernel(kernel);
  for (KernelTerm& term : terms)
    if (needs_lengthscale(term)) term.lengthscale = 1.0;  // any will do
  return Kernel(terms).bounded();
}

}  // namespace

LiveScores scores_to_show(const Sample& observations, std::span<const double> inlier) {
  const std::size_t columns =
      std::min(static_cast<std::size_t>(observations.dimension()), most_columns);
  LiveScores scores;
  for (std::size_t c = 0; c < columns; ++c)
    scores.columns.push_back(observations.label(static_cast<int>(c)));
  for (const std::size_t i : chosen(inlier)) {
    const auto values = observations.row(i).first(columns);
    scores.rows.push_back({i + 1, inlier[i], {values.begin(), values.end()}});
  }
  scores.dimension = observations.dimension();
  scores.observations = inlier.size();
  scores.below_half = static_cast<std::size_t>(
      std::count_if(inlier.begin(), inlier.end(), [](double score) { return score < 0.5; }));
  return scores;
}

std::string why_no_scores(const FitConfig& settings) {
  if (settings.method != Method::npl_mmd)
    return fmt::format("Method {} does not score observations.", to_word(settings.method));
  if (settings.kernel && !is_bounded(*settings.kernel))
    return fmt::format("Kernel {} is not bounded, so observations have no scores.",
                       *settings.kernel);
  if (settings.max_calls)
    return "Calls of the simulator are limited, so none are spent on scores before the draws.";
  if (settings.optimiser && !follows_modes(*settings.optimiser))
    return fmt::format(
        "Optimiser {} looks for no best fit before the draws, by which observations could be "
        "scored.",
        to_word(*settings.optimiser));
  return "";
}

}  // namespace surefoot::cli
