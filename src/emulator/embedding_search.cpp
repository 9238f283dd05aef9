#include "emulator/embedding_search.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "bootstrap/lengthscale_search.hpp"
#include "emulator/emulated_flat.hpp"
#include "emulator/emulated_prior.hpp"
#include "emulator/judge_embedding.hpp"
#include "emulator/lengthscale_by_emulator.hpp"

namespace surefoot {
namespace {

using MapError = EmulatedPosterior::MapError;

/// What places of a round are random by.
constexpr std::uint32_t search_places = 0xfffffffbU, round_places = 0xfffffffaU;

PlaceCoordinates in_region(const Region& region) {
  return [region](const Eigen::VectorXd& eta) { return region.u(eta); };
}

}  // namespace

EmbeddingSearch::EmbeddingSearch(const Problem& problem, std::int64_t budget, const Events& events,
                                 std::stop_token stop, SimulationStore* store, Crew* crew)
    : problem_(problem),
      budget_(budget),
      events_(events),
      design_(problem),
      places_(std::make_shared<PicturedPlaces>(problem, std::move(stop), store, crew)),
      seen_(*places_),
      store_(store),
      alone_(crew == nullptr),
      p_(static_cast<Eigen::Index>(problem.space->eta_scale.size())),
      n_(problem.data->observations->size()) {
  // Of a normal distribution in u hardly anything is beyond the reach; places a little further
  // out hold the polynomials there.
  size_.reach = std::sqrt(double(p_)) + 2.5;
  size_.cut = size_.reach + 1.0;
}

void EmbeddingSearch::refuse_budget() const {
  throw Error(
      Fault::usage,
      fmt::format("the budget is too small to learn how the model moves with {1} parameter{2}: {0} "
                  "simulated observations of it are left for that; a budget of {3} or more may do",
                  budget_, p_, p_ == 1 ? "" : "s",
                  std::max(4 * budget_, usual_budget(static_cast<std::size_t>(p_), n_) / 8)));
}

void EmbeddingSearch::search() {
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
    const auto is_known = [&] {
      return round >= fewest_rounds && error_over_data() < 3.0 &&
             draws_.are_inside(region, size_.reach);
    };
    if (fits && (last || is_known())) return;
    if (last) refuse_budget();
    places = design_.in(region, many,
                        {problem_.settings->seed, search_places, round, 0, Purpose::start});
    coordinates = in_region(region);
  }
}

std::vector<Valley> EmbeddingSearch::valleys() const {
  return valleys_of(best_places(places_of_a_search()), design_.unit());
}

void EmbeddingSearch::enter(const Valley& valley, const Problem& problem, std::int64_t spend) {
  problem_ = problem;
  budget_ = seen_.pool().spent() + spend;
  draws_.forget_all();
  const Region region = design_.region_of(valley, 1.5);
  const auto number = static_cast<std::uint32_t>(seen_.pool().places().size());
  simulate(design_.in(region, places_of_a_search(),
                      {problem_.settings->seed, search_places, number, 0, Purpose::start}),
           static_cast<int>(least_each()), in_region(region));
  if (!fit_in(region)) refuse_budget();
}

void EmbeddingSearch::learn_all(const std::function<Problem(double)>& with_lengthscale,
                                std::int64_t kept) {
  constexpr Eigen::Index few = 2;  // of many parameters, draws go on finding better places
  const int count = rounds();
  const std::int64_t each = std::max<std::int64_t>((left() - kept) / count, 1);
  learn(each);
  choose_lengthscale(with_lengthscale);
  while (left() - kept > each / 2) {
    // Draws that stay where they are learn as much from half as many rounds.
    const bool settled = p_ <= few && error_over_data() < 1.0 && draws_.are_settled();
    learn(std::min(settled ? 2 * each : each, left() - kept));
  }
}

LearntEmbedding EmbeddingSearch::judged() {
  draws_.make(*posterior_, [](std::size_t) { return MapError::here; });
  constexpr std::int64_t most = 24;
  const auto judges = static_cast<std::size_t>(std::clamp<std::int64_t>(left() / 2, 0, most));
  const int each = static_cast<int>(left() / std::max<std::int64_t>(2 * judges, 1)) * 2;
  std::vector<Eigen::VectorXd> places;
  for (std::size_t k = 0; k < judges; ++k)
    places.push_back(draws_.latest()[k * RecentDraws::count / judges]);
  const std::size_t before = seen_.pool().places().size();
  simulate(places, each, in_region(posterior_->emulator().region()));
  const PilotDraws draws{*posterior_, RecentDraws::first, draws_.latest()};
  return {posterior_->problem(),
          posterior_,
          seen_.pool().simulator_calls(),
          seen_.pool().reused(),
          seen_.pool().places().size(),
          share_of_error(draws, problem_.settings->threads),
          unknown_error(draws, seen_, before),
          places_,
          failing_beside(draws, seen_.pool()),
          draws_.leaving()};
}

int EmbeddingSearch::places_of_a_search() const { return std::max(48, 16 * static_cast<int>(p_)); }

std::vector<Eigen::VectorXd> EmbeddingSearch::best_places(int many) const {
  const auto order = seen_.ranking();
  const auto fewest = static_cast<std::size_t>(3 * p_ + 3);
  const std::size_t most = std::max(static_cast<std::size_t>(many / 3), fewest);
  const std::size_t count = std::clamp(order.size() / 5, fewest, most);
  if (order.empty())
    throw Error(Fault::data,
                fmt::format("the simulator failed at each of the {} places that were tried",
                            seen_.pool().places().size()));
  if (order.size() < count) refuse_budget();
  std::vector<Eigen::VectorXd> best;
  for (std::size_t k = 0; k < count; ++k) best.push_back(seen_.pool().places()[order[k]].eta);
  return best;
}

void EmbeddingSearch::choose_lengthscale(const std::function<Problem(double)>& with_lengthscale) {
  if (problem_.comparison->pilot) {
    // Draws that are skewed have a mean that is far from the best fit.
    const Region around_best = next_region().moved_to(posterior_->best().eta);
    const auto factor = lengthscale_factor_of(problem_, seen_.pool(), around_best, size_.reach);
    problem_ = with_lengthscale(lengthscale_of_choice(problem_, factor, events_));
  }
  seen_.look_again(problem_);
  fit_around_draws();
}

void EmbeddingSearch::learn(std::int64_t spend) {
  add_around_draws(spend);
  std::vector<Eigen::VectorXd> before = draws_.latest();
  ++rounds_;
  tell_progress();
  fit_around_draws();
  if (error_over_data() > 1.0)
    draws_.forget_rounds();
  else
    draws_.remember(std::move(before));
}

/// Many small rounds rather than few large ones, as long as each has places enough.
int EmbeddingSearch::rounds() const {
  constexpr std::int64_t fewest = 6, most = 14;
  return static_cast<int>(std::clamp(left() / (wanted_places() * least_each()), fewest, most));
}

/// Of a round.
std::int64_t EmbeddingSearch::wanted_places() const {
  return 64 + 4 * PolynomialBasis::size_of(p_, 3);
}

/// Observations at a place.
std::int64_t EmbeddingSearch::least_each() const {
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(n_) / 8, 16, 64);
}

/// With N observations in groups of J places that share the part r of their errors, those of M
/// coefficients add up to about (J r + M (1 - r)) / N.
std::size_t EmbeddingSearch::places_together() const {
  return static_cast<std::size_t>(std::max<Eigen::Index>(PolynomialBasis::size_of(p_, 2) / 3, 1));
}

void EmbeddingSearch::add_around_draws(std::int64_t spend) {
  const std::int64_t count = std::clamp<std::int64_t>(spend / least_each(), 1, wanted_places());
  const int each = static_cast<int>(std::max<std::int64_t>(spend / count / 2 * 2, 2));
  const Region whole = next_region();
  const auto region_at = [&](const Eigen::VectorXd& eta) {
    const auto& emulator = posterior_->emulator();
    return emulator.parts().size() == 1 ? whole : emulator.part_at(eta).region;
  };
  simulate(design_.around(draws_.all(), region_at, count,
                          {problem_.settings->seed, round_places,
                           static_cast<std::uint32_t>(rounds_), 0, Purpose::start}),
           each, in_region(whole), places_together());
}

void EmbeddingSearch::simulate(const std::vector<Eigen::VectorXd>& places, int each,
                               const PlaceCoordinates& coordinates, std::size_t together) {
  seen_.add(places, each, coordinates, together);
  // What others have kept meanwhile is taken up on the way, by one process only.
  if (store_ && alone_) store_->save_now_and_then(events_);
}

void EmbeddingSearch::tell_progress() const {
  if (events_.progress)
    events_.progress({static_cast<std::size_t>(seen_.pool().spent()),
                      static_cast<std::size_t>(budget_), 0, "simulated observations"});
}

void EmbeddingSearch::fit_around_draws() {
  constexpr int tries = 8;
  Region region = next_region();
  for (int k = 0; k < tries; ++k, region = region.widened(1.4))
    if (fit_in(region)) return;
  // The draws went where nothing is known.
  if (!fit_in(design_.region_of(best_places(places_of_a_search()), 1.5))) refuse_budget();
}

bool EmbeddingSearch::fit_in(const Region& region) {
  // Before the first round nothing is known well enough to be split.
  const int most_halvings = rounds_ > 0 ? halvings_ + 1 : 0;
  RegionParts parts = parts_of(region, draws_.all(), seen_, design_, size_, most_halvings);
  if (parts.fits.empty()) return false;
  auto model = seen_.model_by(region, std::move(parts.fits), size_.cut);
  if (!model) return false;
  halvings_ = parts.halvings;
  const auto maps = std::make_shared<const MapEnsemble>(
      model->embedding, draws_.all(), problem_.settings->seed, problem_.settings->threads);
  const auto posterior = std::make_shared<EmulatedPosterior>(problem_, seen_.data(),
                                                             std::move(*model), maps, size_.reach);
  posterior_ = posterior;
  if (problem_.settings->prior) posterior->take_prior(emulated_prior_weight(*posterior));
  // Where the emulator knows less than the data, nobody can tell what these leave open.
  if (error_over_data() < 1.0) posterior->spread_over(flat_paths_of(*posterior));
  // With an error that is drawn everywhere, draws also go where the posterior may turn out to be
  // once more is known.
  draws_.make(*posterior_,
              [](std::size_t i) { return i % 2 == 0 ? MapError::everywhere : MapError::straight; });
  return true;
}

/// Where the posterior is, as far as is known: wider than the draws where the emulator was not
/// good enough to be followed, or where they wanted to leave its region.
Region EmbeddingSearch::next_region() const {
  const std::vector<Eigen::VectorXd> recent = draws_.all();
  Region region = design_.region_of(recent, 1.0);
  const double noise = error_over_data() - lack_over_data();
  if (noise < 1.0) region.bend_along(recent);
  const bool leave = draws_.leaving() > 0.05;
  return region.widened(noise > 10.0 ? 2.0 : noise > 1.0 ? 1.5 : leave ? 1.25 : 1.0);
}

double EmbeddingSearch::error_over_data() const {
  const EmbeddingEmulator& emulator = posterior_->emulator();
  return double(n_) * draws_.typical(emulator.region(), [&](const Eigen::VectorXd& u) {
    return emulator.error_share(u);
  });
}

double EmbeddingSearch::lack_over_data() const {
  const EmbeddingEmulator& emulator = posterior_->emulator();
  return double(n_) * draws_.typical(emulator.region(), [&](const Eigen::VectorXd& u) {
    return emulator.lack_of_fit(u);
  });
}

}  // namespace surefoot
