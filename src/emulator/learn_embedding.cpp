#include "emulator/learn_embedding.hpp"

#include <algorithm>

#include <surefoot/parallel/threads.hpp>

#include "emulator/embedding_search.hpp"

namespace surefoot {
namespace {

/// Whether some of the draws have their lowest minimum in a valley.
bool could_win(const EmulatedPosterior& valley, const EmulatedPosterior& best, int threads) {
  std::vector<char> wins(RecentDraws::count);
  for_each_index(threads, wins.size(), [&](std::size_t i) {
    const std::uint32_t number = RecentDraws::first + static_cast<std::uint32_t>(i);
    wins[i] = valley.draw(number).minimum.value < best.draw(number).minimum.value;
  });
  return std::count(wins.begin(), wins.end(), 1) > 0;
}

/// Learns each of several valleys, in turn, and puts them together around the best.
LearntEmbedding learn_valleys(const EmbeddingSearch& search, const std::vector<Valley>& valleys,
                              const std::function<Problem(double)>& with_lengthscale) {
  const std::int64_t spend = search.left() / static_cast<std::int64_t>(valleys.size());
  std::vector<LearntEmbedding> learnt;
  Problem problem = search.problem();
  for (const Valley& valley : valleys) {
    EmbeddingSearch one = search;
    one.enter(valley, problem, spend);
    one.learn_all(with_lengthscale, spend / 12);
    problem = one.problem();  // whose lengthscale is chosen
    learnt.push_back(one.judged());
  }
  std::stable_sort(learnt.begin(), learnt.end(), [](const auto& a, const auto& b) {
    return a.posterior->best().value < b.posterior->best().value;
  });
  LearntEmbedding best = learnt.front();
  for (auto other = learnt.begin() + 1; other != learnt.end(); ++other) {
    if (!could_win(*other->posterior, *best.posterior, problem.settings->threads)) continue;
    best.others.push_back(other->posterior);
    best.unknown_error = std::max(best.unknown_error, other->unknown_error);
    best.simulation_share = std::max(best.simulation_share, other->simulation_share);
    best.leaving = std::max(best.leaving, other->leaving);
  }
  best.simulator_calls = best.seen->pool().simulator_calls();
  best.places = best.seen->pool().places().size();
  return best;
}

}  // namespace

LearntEmbedding learn_embedding(const Problem& problem, std::int64_t budget,
                                const std::function<Problem(double)>& with_lengthscale,
                                const Events& events, std::stop_token stop, SimulationStore* store,
                                Crew* crew) {
  EmbeddingSearch search(problem, budget, events, std::move(stop), store, crew);
  const auto parameters = static_cast<Eigen::Index>(problem.space->eta_scale.size());
  if (budget < 100 * PolynomialBasis::size_of(parameters, 2)) search.refuse_budget();
  search.search();
  const std::vector<Valley> valleys = search.valleys();
  if (valleys.size() > 1) return learn_valleys(search, valleys, with_lengthscale);
  search.learn_all(with_lengthscale, budget / 12);
  return search.judged();
}

LearntEmbedding::Draw LearntEmbedding::draw(std::uint32_t number) const {
  Draw best{posterior->draw(number)};
  for (std::size_t k = 0; k < others.size(); ++k) {
    auto other = others[k]->draw(number);
    if (other.minimum.value < best.drawn.minimum.value)
      best = {std::move(other), static_cast<int>(k) + 1};
  }
  return best;
}

std::vector<Mode> LearntEmbedding::modes() const {
  std::vector<Mode> list = posterior->modes().list;
  for (const auto& other : others) list.push_back(other->modes().list.front());
  return list;
}

std::int64_t usual_budget(std::size_t parameters, std::size_t observations) {
  constexpr double error = 0.03, most = 1e7;  // of the variance
  const auto quadratic = PolynomialBasis::size_of(static_cast<Eigen::Index>(parameters), 2);
  const double wanted = 2.0 * double(quadratic) * static_cast<double>(observations) / error;
  return static_cast<std::int64_t>(std::clamp(wanted, 2e4, most));
}

}  // namespace surefoot
