#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include <surefoot/draws/events.hpp>

#include "emulator/learn_embedding.hpp"
#include "emulator/place_design.hpp"
#include "emulator/recent_draws.hpp"
#include "emulator/region_parts.hpp"
#include "emulator/valleys.hpp"

namespace surefoot {

/// The steps by which an embedding is learnt, and what is known between them.
class EmbeddingSearch {
 public:
  EmbeddingSearch(const Problem& problem, std::int64_t budget, const Events& events,
                  std::stop_token stop, SimulationStore* store, Crew* crew);

  const Problem& problem() const { return problem_; }
  std::int64_t left() const { return budget_ - seen_.pool().spent(); }  // of the budget

  [[noreturn]] void refuse_budget() const;

  /// Narrows the box to where the model is near the data, until an emulator takes over.
  void search();

  /// Where the search has ended: in one valley, or in several that are far apart.
  std::vector<Valley> valleys() const;

  /// Learns one of several valleys from now on, under the kernel of this problem, by so many more
  /// observations.
  void enter(const Valley& valley, const Problem& problem, std::int64_t spend);

  /// Spends what is left, but for what is kept to judge by; chooses the lengthscale on the way.
  void learn_all(const std::function<Problem(double)>& with_lengthscale, std::int64_t kept);

  /// Fresh simulations at some draws, whose embeddings the emulator has to foretell.
  LearntEmbedding judged();

 private:
  int places_of_a_search() const;
  std::vector<Eigen::VectorXd> best_places(int many) const;

  /// Chooses the lengthscale by what is simulated already.
  void choose_lengthscale(const std::function<Problem(double)>& with_lengthscale);

  /// Spends so much in a round around the draws.
  void learn(std::int64_t spend);
  int rounds() const;
  std::int64_t wanted_places() const;
  std::int64_t least_each() const;
  std::size_t places_together() const;
  void add_around_draws(std::int64_t spend);
  void simulate(const std::vector<Eigen::VectorXd>& places, int each,
                const PlaceCoordinates& coordinates, std::size_t together = 1);
  void tell_progress() const;

  /// Fits where the draws are, or in so much more as there are places enough.
  void fit_around_draws();
  bool fit_in(const Region& region);
  Region next_region() const;

  /// Variances where draws typically are, over that of the data: of all of the emulator's error,
  /// and of lack of fit.
  double error_over_data() const;
  double lack_over_data() const;

  Problem problem_;
  std::int64_t budget_;
  const Events& events_;
  PlaceDesign design_;
  std::shared_ptr<PicturedPlaces> places_;
  PicturedPlaces& seen_;
  SimulationStore* store_;
  bool alone_;  // without a crew
  Eigen::Index p_;
  std::size_t n_;
  RegionSize size_;
  RecentDraws draws_;
  std::shared_ptr<const EmulatedPosterior> posterior_;
  int rounds_ = 0;
  int halvings_ = 0;  // of the region, into parts
};

}  // namespace surefoot
