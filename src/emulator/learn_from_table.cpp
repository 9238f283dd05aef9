#include "emulator/learn_from_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>

#include "bootstrap/lengthscale_search.hpp"
#include "emulator/judge_embedding.hpp"
#include "emulator/lengthscale_by_emulator.hpp"
#include "emulator/pictured_places.hpp"
#include "emulator/place_design.hpp"

namespace surefoot {
namespace {

/// Draws that only show where the posterior is; those of the run count from 0.
constexpr std::uint32_t first_table_pilot = 0x80000000U;
constexpr std::size_t table_pilots = 200;

/// Places that a table is put together to, so that looking at them takes seconds: the more, the
/// less does the model bend within one.  Pictures of rows of several numbers are eight times as
/// large.
constexpr std::size_t most_coarse_places = 2048, most_near_on_a_line = 8192, most_near = 4096;

/// Rows that are looked at closely, at least.
constexpr std::size_t fewest_near_rows = 8192;

/// Fits an emulator where the draws of the one before are, from places that do not change.
class TableSearch {
 public:
  TableSearch(const Problem& problem, const SimulationTable& table, const std::stop_token& stop)
      : problem_(problem),
        table_(table),
        stop_(stop),
        design_(problem),
        seen_(problem, stop),
        p_(static_cast<Eigen::Index>(problem.space->eta_scale.size())),
        reach_(std::sqrt(double(p_)) + 2.5) {}

  void take(std::span<const TablePlace> places) { seen_.take(places); }

  /// Where the places are that are nearest to the data.
  Region region_of_best() const {
    const auto order = seen_.ranking();
    const auto fewest = static_cast<std::size_t>(3 * p_ + 3);
    const std::size_t count = std::max(fewest, std::min<std::size_t>(order.size() / 20, 64));
    if (order.size() < count) refuse();
    std::vector<Eigen::VectorXd> best;
    for (std::size_t k = 0; k < count; ++k) best.push_back(seen_.pool().places()[order[k]].eta);
    return design_.region_of(best, 1.5);
  }

  /// Where the draws are, which know nothing beyond the region that they come from.
  Region region_of_draws() const { return design_.region_of(draws_, leaving_ > 0.05 ? 1.5 : 1.0); }

  /// Fits in a region, or in so much more of it as makes the error at the draws least: further out
  /// there are more places, and polynomials fit less.
  void fit_around(Region region) {
    constexpr int tries = 12, most_fits = 6;
    std::optional<EmulatedModel> best;
    double least = INFINITY;
    for (int k = 0, fits = 0; k < tries && fits < most_fits; ++k, region = region.widened(1.4)) {
      auto polynomial = seen_.polynomial_in(region, reach_ + 1.0, reach_);
      if (!polynomial) continue;
      auto model = seen_.model_by(region, {std::move(*polynomial)}, reach_ + 1.0);
      if (!model) continue;
      const double error = error_at_draws(model->embedding);
      if (error < least) {
        least = error;
        best = std::move(model);
      }
      ++fits;
    }
    if (!best) refuse();
    draw_from(std::move(*best));
  }

  /// Follows the draws until they stay where they are.
  void settle() {
    constexpr int most = 8;
    for (int round = 0; round < most; ++round) {
      if (stop_.stop_requested()) throw Interrupted{};
      const Region before = region_of_draws();
      fit_around(before);
      const Region after = region_of_draws();
      const double wider = (before.slopes(Eigen::VectorXd::Zero(p_)) *
                            after.slopes(Eigen::VectorXd::Zero(p_)).inverse())
                               .norm() /
                           std::sqrt(double(p_));
      if (before.u(after.centre()).norm() < 0.1 && wider > 0.9 && wider < 1.1) return;
    }
  }

  void choose_lengthscale(const std::function<Problem(double)>& with_lengthscale,
                          const Events& events) {
    if (problem_.comparison->pilot) {
      const auto factor = lengthscale_factor_of(problem_, seen_.pool(), region_of_draws(), reach_);
      problem_ = with_lengthscale(lengthscale_of_choice(problem_, factor, events));
    }
    seen_.look_again(problem_);
    fit_around(region_of_draws());
  }

  /// Judges by places that were left out, and then takes them in.
  TableEmbedding judged_by(std::span<const TablePlace> left_out) {
    const std::size_t before = seen_.pool().places().size();
    take(left_out);
    const double unknown = unknown_error(pilots(), seen_, before);
    fit_around(region_of_draws());
    return {{problem_, posterior_, 0, seen_.pool().reused(), seen_.pool().places().size(),
             share_of_error(pilots(), problem_.settings->threads), unknown},
            uncovered()};
  }

  double reach() const { return reach_; }

 private:
  PilotDraws pilots() const { return {*posterior_, first_table_pilot, draws_}; }

  [[noreturn]] void refuse() const {
    throw Error(
        Fault::data,
        fmt::format(
            "{}: its {} simulations inside the box are too few around the data to learn "
            "how the model moves with {} parameter{} there; more are needed, at more values "
            "of the parameters",
            table_.path().string(), table_.rows(), p_, p_ == 1 ? "" : "s"));
  }

  /// Of the map, over the variance of a simulated observation; in the middle as long as there are
  /// no draws.
  double error_at_draws(const EmbeddingEmulator& emulator) const {
    if (draws_.empty()) return emulator.error_share(Eigen::VectorXd::Zero(p_));
    double sum = 0.0;
    for (const Eigen::VectorXd& eta : draws_) sum += emulator.error_share(emulator.region().u(eta));
    return sum / double(draws_.size());
  }

  void draw_from(EmulatedModel model) {
    const auto maps = std::make_shared<const MapEnsemble>(
        model.embedding, draws_, problem_.settings->seed, problem_.settings->threads);
    posterior_ = std::make_shared<const EmulatedPosterior>(problem_, seen_.data(), std::move(model),
                                                           maps, reach_);
    draws_.assign(table_pilots, {});
    std::vector<char> leaves(table_pilots);
    for_each_index(problem_.settings->threads, table_pilots, [&](std::size_t i) {
      const auto drawn = posterior_->draw(first_table_pilot + static_cast<std::uint32_t>(i));
      draws_[i] = drawn.minimum.eta;
      leaves[i] = drawn.minimum.at_reach;
    });
    leaving_ = double(std::count(leaves.begin(), leaves.end(), 1)) / table_pilots;
  }

  /// The share of the draws that would leave the region, or lie beyond every place of it in one of
  /// the parameters or one of the region's own directions.
  double uncovered() const {
    const Region& region = posterior_->emulator().region();
    const auto both = [&](const Eigen::VectorXd& eta) {
      Eigen::VectorXd together(2 * p_);
      together << eta, region.u(eta);
      return together;
    };
    Eigen::VectorXd low = Eigen::VectorXd::Constant(2 * p_, INFINITY), high = -low;
    for (const SimulatedPlace& place : seen_.pool().places()) {
      const Eigen::VectorXd at = both(place.eta);
      if (at.tail(p_).norm() > reach_ + 1.0) continue;
      low = low.cwiseMin(at);
      high = high.cwiseMax(at);
    }
    const auto beyond = std::count_if(draws_.begin(), draws_.end(), [&](const auto& eta) {
      const Eigen::VectorXd at = both(eta);
      return (at.array() < low.array()).any() || (at.array() > high.array()).any();
    });
    return std::max(double(beyond) / table_pilots, leaving_);
  }

  Problem problem_;
  const SimulationTable& table_;
  const std::stop_token& stop_;
  PlaceDesign design_;
  PicturedPlaces seen_;
  Eigen::Index p_;
  double reach_;
  double leaving_ = 0.0;  // share of the draws that would leave the region
  std::vector<Eigen::VectorXd> draws_;
  std::shared_ptr<const EmulatedPosterior> posterior_;
};

PlaceCoordinates coordinates_in(const Region& region) {
  return [region](const Eigen::VectorXd& eta) { return region.u(eta); };
}

/// Takes out some of the places that lie among the draws.
std::vector<TablePlace> leave_out(std::vector<TablePlace>& places, const Region& region) {
  constexpr std::size_t most = 24, of = 6;
  std::vector<std::size_t> among;
  const double near = std::sqrt(double(region.size())) + 1.0;
  for (std::size_t j = 0; j < places.size(); ++j)
    if (region.u(places[j].eta).norm() < near) among.push_back(j);
  const std::size_t count = std::min(among.size() / of, most);
  std::vector<TablePlace> out;
  for (std::size_t k = count; k-- > 0;) {  // from behind, so that numbers hold
    const std::size_t j = among[(2 * k + 1) * among.size() / (2 * count)];
    out.push_back(std::move(places[j]));
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(j));
  }
  return out;
}

}  // namespace

TableEmbedding learn_from_table(const Problem& problem, const SimulationTable& table,
                                const std::function<Problem(double)>& with_lengthscale,
                                const Events& events, const std::stop_token& stop) {
  TableSearch coarse(problem, table, stop);
  coarse.take(table.places(PlaceDesign(problem).coordinates(1), INFINITY, most_coarse_places));
  coarse.fit_around(coarse.region_of_best());
  coarse.settle();
  const Region around = coarse.region_of_draws();
  // Where rows are few, the region has to be widened.
  const double within =
      std::max(coarse.reach() + 1.0, table.radius_of(coordinates_in(around), fewest_near_rows));
  std::vector<TablePlace> places =
      table.places(coordinates_in(around), within,
                   problem.simulation->model.dimension == 1 ? most_near_on_a_line : most_near);
  const std::vector<TablePlace> left_out = leave_out(places, around);
  TableSearch search(problem, table, stop);
  search.take(places);
  search.fit_around(around);
  search.choose_lengthscale(with_lengthscale, events);
  search.settle();
  return search.judged_by(left_out);
}

}  // namespace surefoot
