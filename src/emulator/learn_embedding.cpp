#include "emulator/learn_embedding.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>

#include "bootstrap/lengthscale_search.hpp"
#include "bootstrap/search_box.hpp"
#include "emulator/lengthscale_by_emulator.hpp"
#include "emulator/pictured_places.hpp"

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
                  std::stop_token stop)
      : problem_(problem),
        budget_(budget),
        events_(events),
        seen_(problem, std::move(stop)),
        p_(static_cast<Eigen::Index>(problem.space->eta_scale.size())),
        n_(problem.data->observations->size()) {
    const Box box = problem.box();
    lower_.assign(box.lower.begin(), box.lower.end());
    upper_.assign(box.upper.begin(), box.upper.end());
    // Of a normal distribution in u hardly anything is beyond `reach_`; places a little further
    // out hold the polynomials there.
    reach_ = std::sqrt(double(p_)) + 2.5;
    cut_ = reach_ + 1.0;
  }

  [[noreturn]] void refuse_budget() const {
    throw Error(
        Fault::usage,
        fmt::format("a budget of {} simulated observations is too small to learn how the "
                    "model moves with {} parameter{}; {} or more may do",
                    budget_, p_, p_ == 1 ? "" : "s",
                    std::max(4 * budget_, usual_budget(static_cast<std::size_t>(p_), n_) / 8)));
  }

  /// Narrows the box to where the model is near the data, until an emulator takes over.
  void search() {
    const int many = std::max(48, 16 * static_cast<int>(p_));
    const int each = 2 * std::clamp(static_cast<int>(n_ / 32), 4, 64);
    const std::int64_t most = budget_ * 3 / 10;
    const std::int64_t first = std::clamp<std::int64_t>(most / 3 / each, 4 * p_, 8 * many);
    std::vector<Eigen::VectorXd> places;
    for (const auto& theta :
         spread_points(*problem_.space, static_cast<int>(first), problem_.settings->seed)) {
      Eigen::VectorXd eta(p_);
      problem_.space->parameters.to_optimiser(theta, {eta.data(), static_cast<std::size_t>(p_)});
      places.push_back(std::move(eta));
    }
    for (std::uint32_t round = 0;; ++round) {
      seen_.add(places, each);
      tell_progress();
      const Region region = region_of(best_places(many), 1.5);
      const bool fits = fit_in(region);
      const bool last = seen_.pool().simulator_calls() + std::int64_t{many} * each > most;
      if (fits && (last || draws_are_inside(region))) return;
      if (last) refuse_budget();
      places = places_in(region, many,
                         {problem_.settings->seed, search_places, round, 0, Purpose::start});
    }
  }

  /// Chooses the lengthscale by what is simulated already.
  void choose_lengthscale(const std::function<Problem(double)>& with_lengthscale) {
    if (problem_.comparison->pilot) {
      const auto factor = lengthscale_factor_of(problem_, seen_.pool(), next_region(), reach_);
      problem_ = with_lengthscale(lengthscale_of_choice(problem_, factor, events_));
    }
    seen_.look_again(problem_);
    fit_around_draws();
  }

  /// Spends so much in a round around the draws.
  void learn(std::int64_t spend) {
    add_around_draws(spend);
    ++rounds_;
    tell_progress();
    fit_around_draws();
  }

  std::int64_t left() const { return budget_ - seen_.pool().simulator_calls(); }

  /// Fresh simulations at some draws, whose embeddings the emulator has to foretell.
  LearntEmbedding judged() {
    constexpr std::size_t judges = 24;
    const int each = static_cast<int>(std::max<std::int64_t>(left() / (2 * judges), 1)) * 2;
    std::vector<Eigen::VectorXd> places;
    for (std::size_t k = 0; k < judges; ++k) places.push_back(draws_[k * pilots / judges]);
    const std::size_t before = seen_.pool().places().size();
    seen_.add(places, each);
    const EmbeddingEmulator& emulator = posterior_->emulator();
    Eigen::VectorXd level;
    Eigen::MatrixXd slopes;
    emulator.at(posterior_->best().u, level, slopes);
    const Eigen::MatrixXd to_u =
        (slopes.transpose() * slopes).ldlt().solve(Eigen::MatrixXd(slopes.transpose()));
    const double unit = (to_u * emulator.noise() * to_u.transpose()).trace();
    double squares = 0.0, expected = 0.0, told = 0.0;
    for (std::size_t k = 0; k < judges; ++k) {
      if (seen_.pool().places()[before + k].failed) continue;
      const Eigen::VectorXd u = emulator.region().u(places[k]);
      emulator.at(u, level);
      const Eigen::VectorXd off =
          emulator.directions().transpose() * seen_.picture_at(before + k) - level;
      ++told;
      squares += (to_u * off).squaredNorm();
      expected += unit * (1.0 / each + emulator.error_share(u));
    }
    const double beyond = std::max(squares - expected, 0.0) / std::max(told, 1.0) / variance_in_u();
    return {problem_,
            posterior_,
            seen_.pool().simulator_calls(),
            seen_.pool().places().size(),
            share_of_error(),
            std::sqrt(beyond)};
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

  void tell_progress() const {
    if (events_.progress)
      events_.progress({static_cast<std::size_t>(seen_.pool().simulator_calls()),
                        static_cast<std::size_t>(budget_), 0, "simulated observations"});
  }

  Region region_of(const std::vector<Eigen::VectorXd>& points, double widened) const {
    Region region;
    region.centre = Eigen::VectorXd::Zero(p_);
    for (const auto& eta : points) region.centre += eta / double(points.size());
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(p_, p_);
    for (const auto& eta : points)
      covariance +=
          (eta - region.centre) * (eta - region.centre).transpose() / double(points.size() - 1);
    covariance *= widened * widened;
    constexpr double least = 1e-4;  // of the box, or nothing could be told apart
    for (Eigen::Index k = 0; k < p_; ++k) {
      const double width = 10.0 * problem_.space->eta_scale[static_cast<std::size_t>(k)];
      covariance(k, k) += least * least * width * width;
    }
    region.factor = covariance.llt().matrixL();
    return region;
  }

  /// Reflected at the edges of the box.
  Eigen::VectorXd inside(Eigen::VectorXd eta) const {
    for (Eigen::Index k = 0; k < p_; ++k) {
      const double lower = lower_[static_cast<std::size_t>(k)];
      const double upper = upper_[static_cast<std::size_t>(k)];
      if (eta[k] < lower) eta[k] = std::min(2.0 * lower - eta[k], upper);
      if (eta[k] > upper) eta[k] = std::max(2.0 * upper - eta[k], lower);
    }
    return eta;
  }

  std::vector<Eigen::VectorXd> places_in(const Region& region, int count,
                                         const Coordinates& at) const {
    std::vector<Eigen::VectorXd> places;
    Noise noise(at);
    for (int k = 0; k < count; ++k) {
      Eigen::VectorXd z(p_);
      for (Eigen::Index i = 0; i < p_; ++i) z[i] = noise.normal();
      places.push_back(inside(region.eta(z)));
    }
    return places;
  }

  /// Fits where the draws are, or in so much more as there are places enough.
  void fit_around_draws() {
    constexpr int tries = 8;
    Region region = next_region();
    for (int k = 0; k < tries; ++k, region.factor *= 1.4)
      if (fit_in(region)) return;
    refuse_budget();
  }

  bool fit_in(const Region& region) {
    auto model = seen_.model_in(region, cut_, reach_);
    if (!model) return false;
    posterior_ = std::make_shared<const EmulatedPosterior>(problem_, seen_.data(),
                                                           std::move(*model), reach_);
    draws_.assign(pilots, {});
    std::vector<char> leaves(pilots);
    for_each_index(problem_.settings->threads, pilots, [&](std::size_t i) {
      const auto drawn = posterior_->draw(first_pilot + static_cast<std::uint32_t>(i));
      draws_[i] = drawn.minimum.eta;
      leaves[i] = drawn.minimum.at_reach;
    });
    leaving_ = double(std::count(leaves.begin(), leaves.end(), 1)) / pilots;
    return true;
  }

  /// Whether the draws know better than the region where they are.
  bool draws_are_inside(const Region& region) const {
    const Region own = region_of(draws_, 1.0);
    const Eigen::MatrixXd relative = region.factor.triangularView<Eigen::Lower>().solve(own.factor);
    return error_over_data() < 3.0 && leaving_ < 0.05 && relative.operatorNorm() < 0.7 &&
           region.u(own.centre).norm() < 0.5 * reach_;
  }

  /// The variance of the emulator's error where draws typically are, over that of the data.
  double error_over_data() const {
    return posterior_->emulator().error_share(Eigen::VectorXd::Ones(p_)) * double(n_);
  }

  /// Where the posterior is, as far as is known: wider than the draws where the emulator was not
  /// good enough to be followed, or where they wanted to leave its region.
  Region next_region() const {
    const double error = error_over_data();
    Region region = region_of(draws_, error > 10.0 ? 2.0 : error > 1.0 ? 1.5 : 1.0);
    if (leaving_ > 0.05) {
      const Eigen::MatrixXd& before = posterior_->emulator().region().factor;
      const Eigen::MatrixXd both =
          region.factor * region.factor.transpose() + before * before.transpose();
      region.factor = both.llt().matrixL();
    }
    return region;
  }

  /// Places around draws, so that they follow the shape of the posterior.
  void add_around_draws(std::int64_t spend) {
    const Region own = next_region();
    const std::int64_t wanted = 64 + 4 * PolynomialBasis::size_of(p_, 3);
    const std::int64_t least_each =
        std::clamp<std::int64_t>(static_cast<std::int64_t>(n_) / 8, 16, 64);
    const std::int64_t count = std::clamp<std::int64_t>(spend / least_each, 1, wanted);
    const int each = static_cast<int>(std::max<std::int64_t>(spend / count / 2 * 2, 2));
    std::vector<Eigen::VectorXd> places;
    Noise noise({problem_.settings->seed, round_places, static_cast<std::uint32_t>(rounds_), 0,
                 Purpose::start});
    for (std::int64_t k = 0; k < count; ++k) {
      Eigen::VectorXd z(p_);
      for (Eigen::Index i = 0; i < p_; ++i) z[i] = std::sqrt(1.2) * noise.normal();
      places.push_back(inside(draws_[static_cast<std::size_t>(k) % pilots] + own.factor * z));
    }
    seen_.add(places, each);
  }

  /// The mean over the parameters of the draws' variance in u.
  double variance_in_u() const {
    const Region own = region_of(draws_, 1.0);
    const Eigen::MatrixXd relative =
        posterior_->emulator().region().factor.triangularView<Eigen::Lower>().solve(own.factor);
    return std::max(relative.squaredNorm() / double(p_), 1e-300) * double(p_);
  }

  /// By what share the draws' variance falls without the emulator's error.
  double share_of_error() const {
    constexpr std::size_t some = 64;
    std::vector<double> squares(some);
    const Region& region = posterior_->emulator().region();
    for_each_index(problem_.settings->threads, some, [&](std::size_t i) {
      const auto without = posterior_->draw(first_pilot + static_cast<std::uint32_t>(i), false);
      squares[i] = (region.u(draws_[i]) - without.minimum.u).squaredNorm();
    });
    double sum = 0.0;
    for (const double square : squares) sum += square / double(some);
    return std::min(sum / variance_in_u(), 1.0);
  }

  Problem problem_;
  std::int64_t budget_;
  const Events& events_;
  PicturedPlaces seen_;
  Eigen::Index p_;
  std::size_t n_;
  std::vector<double> lower_, upper_;
  double reach_ = 0.0, cut_ = 0.0;
  double leaving_ = 0.0;  // share of the draws that would leave the region
  std::vector<Eigen::VectorXd> draws_;
  std::shared_ptr<const EmulatedPosterior> posterior_;
  int rounds_ = 0;
};

}  // namespace

LearntEmbedding learn_embedding(const Problem& problem, std::int64_t budget,
                                const std::function<Problem(double)>& with_lengthscale,
                                const Events& events, std::stop_token stop) {
  EmbeddingSearch search(problem, budget, events, std::move(stop));
  const auto parameters = static_cast<Eigen::Index>(problem.space->eta_scale.size());
  if (budget < 100 * PolynomialBasis::size_of(parameters, 2)) search.refuse_budget();
  search.search();
  constexpr int rounds = 6;
  const std::int64_t kept = budget / 12;  // to judge by
  const std::int64_t each = std::max<std::int64_t>((search.left() - kept) / rounds, 1);
  search.learn(each);
  search.choose_lengthscale(with_lengthscale);
  while (search.left() - kept > each / 2) search.learn(std::min(each, search.left() - kept));
  return search.judged();
}

std::int64_t usual_budget(std::size_t parameters, std::size_t observations) {
  constexpr double error = 0.03, most = 1e7;  // of the variance
  const auto quadratic = PolynomialBasis::size_of(static_cast<Eigen::Index>(parameters), 2);
  const double wanted = 2.0 * double(quadratic) * static_cast<double>(observations) / error;
  return static_cast<std::int64_t>(std::clamp(wanted, 2e4, most));
}

}  // namespace surefoot
