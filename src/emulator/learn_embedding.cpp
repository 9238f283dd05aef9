#include "emulator/learn_embedding.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>

#include "bootstrap/lengthscale_search.hpp"
#include "emulator/emulated_flat.hpp"
#include "emulator/emulated_prior.hpp"
#include "emulator/judge_embedding.hpp"
#include "emulator/lengthscale_by_emulator.hpp"
#include "emulator/pictured_places.hpp"
#include "emulator/place_design.hpp"
#include "emulator/region_parts.hpp"
#include "emulator/valleys.hpp"

namespace surefoot {
namespace {

/// Draws that only show where the posterior is; those of the run count from 0.
constexpr std::uint32_t first_pilot = 0x80000000U;
constexpr std::size_t pilots = 200;

/// What places of a round are random by.
constexpr std::uint32_t search_places = 0xfffffffbU, round_places = 0xfffffffaU;

class EmbeddingSearch {
 public:
  EmbeddingSearch(const Problem& problem, std::int64_t budget, const Events& events,
                  std::stop_token stop, SimulationStore* store)
      : problem_(problem),
        budget_(budget),
        events_(events),
        design_(problem),
        places_(std::make_shared<PicturedPlaces>(problem, std::move(stop), store)),
        seen_(*places_),
        store_(store),
        p_(static_cast<Eigen::Index>(problem.space->eta_scale.size())),
        n_(problem.data->observations->size()) {
    // Of a normal distribution in u hardly anything is beyond the reach; places a little further
    // out hold the polynomials there.
    size_.reach = std::sqrt(double(p_)) + 2.5;
    size_.cut = size_.reach + 1.0;
  }

  [[noreturn]] void refuse_budget() const {
    throw Error(
        Fault::usage,
        fmt::format("the budget is too small to learn how the model moves with {1} parameter{2}: "
                    "{0} simulated observations of it are left for that; a budget of {3} or more "
                    "may do",
                    budget_, p_, p_ == 1 ? "" : "s",
                    std::max(4 * budget_, usual_budget(static_cast<std::size_t>(p_), n_) / 8)));
  }

  /// Narrows the box to where the model is near the data, until an emulator takes over.
  void search() {
    const int many = places_of_a_search();
    const int each = 2 * std::clamp(static_cast<int>(n_ / 32), 4, 64);
    const std::int64_t most =
        std::min<std::int64_t>(budget_ * 3 / 10, std::int64_t{32} * many * each);
    const std::int64_t first = std::clamp<std::int64_t>(most / 3 / each, 4 * p_, 8 * many);
    std::vector<Eigen::VectorXd> places = design_.everywhere(static_cast<int>(first));
    PlaceCoordinates coordinates = design_.coordinates(first);
    for (std::uint32_t round = 0;; ++round) {
      simulate(places, each, coordinates);
      tell_progress();
      const Region region = design_.region_of(best_places(many), 1.5);
      const bool fits = fit_in(region);
      const bool last = seen_.pool().spent() + std::int64_t{many} * each > most;
      // So few observations at a place rank by chance as well: the first narrowings may be wrong.
      constexpr std::uint32_t fewest_rounds = 4;
      if (fits && (last || (round >= fewest_rounds && draws_are_inside(region)))) return;
      if (last) refuse_budget();
      places = design_.in(region, many,
                          {problem_.settings->seed, search_places, round, 0, Purpose::start});
      coordinates = in_region(region);
    }
  }

  /// Where the search has ended: in one valley, or in several that are far apart.
  std::vector<Valley> valleys() const {
    return valleys_of(best_places(places_of_a_search()), design_.unit());
  }

  /// Learns one of several valleys from now on, under the kernel of this problem, by so many more
  /// observations.
  void enter(const Valley& valley, const Problem& problem, std::int64_t spend) {
    problem_ = problem;
    budget_ = seen_.pool().spent() + spend;
    draws_.clear();
    draws_before_.clear();
    const Region region = design_.region_of(valley, 1.5);
    const int each = static_cast<int>(least_each());
    simulate(
        design_.in(region, places_of_a_search(),
                   {problem_.settings->seed, search_places,
                    static_cast<std::uint32_t>(seen_.pool().places().size()), 0, Purpose::start}),
        each, in_region(region));
    if (!fit_in(region)) refuse_budget();
  }

  const Problem& problem() const { return problem_; }

  /// Chooses the lengthscale by what is simulated already.
  void choose_lengthscale(const std::function<Problem(double)>& with_lengthscale) {
    if (problem_.comparison->pilot) {
      const auto factor = lengthscale_factor_of(problem_, seen_.pool(), next_region(), size_.reach);
      problem_ = with_lengthscale(lengthscale_of_choice(problem_, factor, events_));
    }
    seen_.look_again(problem_);
    fit_around_draws();
  }

  /// Spends so much in a round around the draws.
  void learn(std::int64_t spend) {
    add_around_draws(spend);
    const std::vector<Eigen::VectorXd> before = draws_;
    ++rounds_;
    tell_progress();
    fit_around_draws();
    constexpr std::size_t remembered = 2;
    if (error_over_data() > 1.0) return draws_before_.clear();
    draws_before_.push_back(before);
    if (draws_before_.size() > remembered) draws_before_.erase(draws_before_.begin());
  }

  /// Spends what is left, but for what is kept to judge by.
  void learn_all(const std::function<Problem(double)>& with_lengthscale, std::int64_t kept) {
    const int count = rounds();
    const std::int64_t each = std::max<std::int64_t>((left() - kept) / count, 1);
    learn(each);
    choose_lengthscale(with_lengthscale);
    while (left() - kept > each / 2) learn(std::min(each, left() - kept));
  }

  /// Many small rounds rather than few large ones, as long as each has places enough.
  int rounds() const {
    constexpr std::int64_t fewest = 6, most = 14;
    return static_cast<int>(std::clamp(left() / (wanted_places() * least_each()), fewest, most));
  }

  std::int64_t left() const { return budget_ - seen_.pool().spent(); }

  /// Fresh simulations at some draws, whose embeddings the emulator has to foretell.
  LearntEmbedding judged() {
    make_pilots([](std::size_t) { return EmulatedPosterior::MapError::here; });
    constexpr std::int64_t most = 24;
    const auto judges = static_cast<std::size_t>(std::clamp<std::int64_t>(left() / 2, 0, most));
    const int each = static_cast<int>(left() / std::max<std::int64_t>(2 * judges, 1)) * 2;
    std::vector<Eigen::VectorXd> places;
    for (std::size_t k = 0; k < judges; ++k) places.push_back(draws_[k * pilots / judges]);
    const std::size_t before = seen_.pool().places().size();
    simulate(places, each, in_region(posterior_->emulator().region()));
    const PilotDraws draws{*posterior_, first_pilot, draws_};
    return {posterior_->problem(),
            posterior_,
            seen_.pool().simulator_calls(),
            seen_.pool().reused(),
            seen_.pool().places().size(),
            share_of_error(draws, problem_.settings->threads),
            unknown_error(draws, seen_, before),
            places_,
            failing_beside(draws, seen_.pool()),
            leaving_};
  }

 private:
  std::vector<Eigen::VectorXd> best_places(int many) const {
    const auto order = seen_.ranking();
    const auto fewest = static_cast<std::size_t>(3 * p_ + 3);
    const std::size_t most = std::max(static_cast<std::size_t>(many / 3), fewest);
    const std::size_t count = std::clamp(order.size() / 5, fewest, most);
    if (order.empty())
      throw Error(Fault::data, fmt::format("the simulator failed at each of the {} places that "
                                           "were tried",
                                           seen_.pool().places().size()));
    if (order.size() < count) refuse_budget();
    std::vector<Eigen::VectorXd> best;
    for (std::size_t k = 0; k < count; ++k) best.push_back(seen_.pool().places()[order[k]].eta);
    return best;
  }

  int places_of_a_search() const { return std::max(48, 16 * static_cast<int>(p_)); }

  void tell_progress() const {
    if (events_.progress)
      events_.progress({static_cast<std::size_t>(seen_.pool().spent()),
                        static_cast<std::size_t>(budget_), 0, "simulated observations"});
  }

  /// Fits where the draws are, or in so much more as there are places enough.
  void fit_around_draws() {
    constexpr int tries = 8;
    Region region = next_region();
    for (int k = 0; k < tries; ++k, region = region.widened(1.4))
      if (fit_in(region)) return;
    // The draws went where nothing is known.
    if (!fit_in(design_.region_of(best_places(places_of_a_search()), 1.5))) refuse_budget();
  }

  bool fit_in(const Region& region) {
    // Before the first round nothing is known well enough to be split.
    RegionParts parts{{region}};
    if (rounds_ > 0) parts = parts_of(region, recent_draws(), seen_, design_, size_, halvings_ + 1);
    auto model = seen_.model_in(region, parts.regions, size_.cut, size_.reach);
    if (!model) return false;
    halvings_ = parts.halvings;
    const auto maps = std::make_shared<const MapEnsemble>(
        model->embedding, recent_draws(), problem_.settings->seed, problem_.settings->threads);
    const auto posterior = std::make_shared<EmulatedPosterior>(
        problem_, seen_.data(), std::move(*model), maps, size_.reach);
    posterior_ = posterior;
    if (problem_.settings->prior) posterior->take_prior(emulated_prior_weight(*posterior));
    // Where the emulator knows less than the data, nobody can tell what these leave open.
    if (error_over_data() < 1.0) posterior->spread_over(flat_paths_of(*posterior));
    make_pilots([](std::size_t i) {
      return i % 2 == 0 ? EmulatedPosterior::MapError::everywhere
                        : EmulatedPosterior::MapError::here;
    });
    return true;
  }

  /// Draws with an error of the map that depends on their number.  If it is drawn everywhere, draws
  /// also go where the posterior may turn out to be once more is known.
  template <class ErrorOf>
  void make_pilots(ErrorOf error_of) {
    draws_.assign(pilots, {});
    std::vector<char> leaves(pilots);
    for_each_index(problem_.settings->threads, pilots, [&](std::size_t i) {
      const auto drawn = posterior_->draw(first_pilot + static_cast<std::uint32_t>(i), error_of(i));
      draws_[i] = drawn.minimum.eta;
      leaves[i] = drawn.minimum.at_reach;
    });
    leaving_ = double(std::count(leaves.begin(), leaves.end(), 1)) / pilots;
  }

  /// Whether the draws know better than the region where they are.
  bool draws_are_inside(const Region& region) const {
    const Eigen::MatrixXd u = in_u(region);
    const Eigen::VectorXd middle = u.rowwise().mean();
    const Eigen::MatrixXd spread = u.colwise() - middle;
    const Eigen::MatrixXd covariance = spread * spread.transpose() / double(pilots - 1);
    return error_over_data() < 3.0 && leaving_ < 0.05 && covariance.operatorNorm() < 0.5 &&
           middle.norm() < 0.5 * size_.reach;
  }

  /// The draws in the coordinates of a region, one a column.
  Eigen::MatrixXd in_u(const Region& region) const {
    Eigen::MatrixXd u(p_, static_cast<Eigen::Index>(pilots));
    for (std::size_t i = 0; i < pilots; ++i)
      u.col(static_cast<Eigen::Index>(i)) = region.u(draws_[i]);
    return u;
  }

  /// The variance of the emulator's error where draws typically are, over that of the data.
  double error_over_data() const {
    return typical_of_draws(
               [&](const Eigen::VectorXd& u) { return posterior_->emulator().error_share(u); }) *
           double(n_);
  }

  double lack_over_data() const {
    return typical_of_draws(
               [&](const Eigen::VectorXd& u) { return posterior_->emulator().lack_of_fit(u); }) *
           double(n_);
  }

  /// The mean of something over some draws, or at a typical place as long as there are none.
  template <class At>
  double typical_of_draws(At at) const {
    if (draws_.empty()) return at(Eigen::VectorXd::Ones(p_));
    constexpr std::size_t some = 32;
    double sum = 0.0;
    for (std::size_t i = 0; i < some; ++i)
      sum += at(posterior_->emulator().region().u(draws_[i * pilots / some])) / double(some);
    return sum;
  }

  /// Where the posterior is, as far as is known: wider than the draws where the emulator was not
  /// good enough to be followed, or where they wanted to leave its region.
  Region next_region() const {
    const std::vector<Eigen::VectorXd> recent = recent_draws();
    Region region = design_.region_of(recent, 1.0);
    const double noise = error_over_data() - lack_over_data();
    if (noise < 1.0) region.bend_along(recent);
    return region.widened(noise > 10.0 ? 2.0 : noise > 1.0 ? 1.5 : leaving_ > 0.05 ? 1.25 : 1.0);
  }

  /// Draws of the last rounds: where these disagree, nobody knows yet which of them is right.
  std::vector<Eigen::VectorXd> recent_draws() const {
    std::vector<Eigen::VectorXd> recent = draws_;
    for (const auto& before : draws_before_)
      recent.insert(recent.end(), before.begin(), before.end());
    return recent;
  }

  /// Places of a round, and observations at each.
  std::int64_t wanted_places() const { return 64 + 4 * PolynomialBasis::size_of(p_, 3); }
  std::int64_t least_each() const {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(n_) / 8, 16, 64);
  }

  /// With N observations in groups of J places that share the part r of their errors, those of M
  /// coefficients add up to about (J r + M (1 - r)) / N.
  std::size_t places_together() const {
    return static_cast<std::size_t>(std::max<Eigen::Index>(PolynomialBasis::size_of(p_, 2) / 3, 1));
  }

  void add_around_draws(std::int64_t spend) {
    const std::int64_t count = std::clamp<std::int64_t>(spend / least_each(), 1, wanted_places());
    const int each = static_cast<int>(std::max<std::int64_t>(spend / count / 2 * 2, 2));
    const Region whole = next_region();
    const auto region_at = [&](const Eigen::VectorXd& eta) {
      const auto& emulator = posterior_->emulator();
      return emulator.parts().size() == 1 ? whole : emulator.part_at(eta).region;
    };
    simulate(design_.around(recent_draws(), region_at, count,
                            {problem_.settings->seed, round_places,
                             static_cast<std::uint32_t>(rounds_), 0, Purpose::start}),
             each, in_region(whole), places_together());
  }

  static PlaceCoordinates in_region(const Region& region) {
    return [region](const Eigen::VectorXd& eta) { return region.u(eta); };
  }

  void simulate(const std::vector<Eigen::VectorXd>& places, int each,
                const PlaceCoordinates& coordinates, std::size_t together = 1) {
    seen_.add(places, each, coordinates, together);
    if (store_) store_->save_now_and_then(events_);
  }

  Problem problem_;
  std::int64_t budget_;
  const Events& events_;
  PlaceDesign design_;
  std::shared_ptr<PicturedPlaces> places_;
  PicturedPlaces& seen_;
  SimulationStore* store_;
  Eigen::Index p_;
  std::size_t n_;
  RegionSize size_;
  double leaving_ = 0.0;  // share of the draws that would leave the region
  std::vector<Eigen::VectorXd> draws_;
  std::vector<std::vector<Eigen::VectorXd>> draws_before_;  // of rounds before
  std::shared_ptr<const EmulatedPosterior> posterior_;
  int rounds_ = 0;
  int halvings_ = 0;  // of the region, into parts
};

/// Whether some of the draws have their lowest minimum in a valley.
bool could_win(const EmulatedPosterior& valley, const EmulatedPosterior& best, int threads) {
  std::vector<char> wins(pilots);
  for_each_index(threads, pilots, [&](std::size_t i) {
    const std::uint32_t number = first_pilot + static_cast<std::uint32_t>(i);
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
                                const Events& events, std::stop_token stop,
                                SimulationStore* store) {
  EmbeddingSearch search(problem, budget, events, std::move(stop), store);
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
