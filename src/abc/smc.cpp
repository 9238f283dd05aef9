#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include <surefoot/abc/mixture.hpp>
#include <surefoot/abc/smc.hpp>
#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>

#include "abc/move.hpp"
#include "parallel/early_end.hpp"
#include "special_numbers.hpp"

namespace surefoot {
namespace {

using Clock = std::chrono::steady_clock;
using Particle = SmcResult::Particle;
using Particles = std::vector<Particle>;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

/// Counts simulations, and tells of them now and then.
class Counter {
 public:
  Counter(const Events& events, std::int64_t most) : events_(events), most_(most) {}

  void count() {
    done_.fetch_add(1, std::memory_order_relaxed);
    constexpr auto often = std::chrono::milliseconds(100);
    if (events_.progress && reporting_.try_lock()) {
      const std::lock_guard lock(reporting_, std::adopt_lock);
      if (Clock::now() - reported_ > often) report();
    }
  }
  /// Between steps, when no other thread counts.
  void tell() {
    if (events_.progress) report();
  }
  std::int64_t done() const { return done_.load(std::memory_order_relaxed); }

 private:
  void report() {
    reported_ = Clock::now();
    events_.progress({static_cast<std::size_t>(std::min(done(), most_)),
                      static_cast<std::size_t>(most_), 0, "simulations"});
  }

  const Events& events_;
  std::int64_t most_;
  std::mutex reporting_;
  Clock::time_point reported_ = Clock::now();
  std::atomic<std::int64_t> done_ = 0;
};

/// A seed for each step, so that particle and trial have coordinates of their own.
std::uint64_t seed_of_step(std::uint64_t seed, std::size_t step) {
  const Block block =
      random_block({seed, static_cast<std::uint32_t>(step), 0, 0, Purpose::proposal}, 0);
  return std::uint64_t{block[0]} << 32 | block[1];
}

int distinct(std::span<const Particle> particles) {
  std::set<std::int64_t> labels;
  for (const Particle& p : particles) labels.insert(p.label);
  return static_cast<int>(labels.size());
}

/// N places for the particles within the threshold, each with as many as its equal share allows.
Particles resample(const Particles& particles, double threshold, std::uint64_t seed) {
  std::vector<const Particle*> within;
  for (const Particle& p : particles)
    if (p.distance <= threshold) within.push_back(&p);
  const auto places = static_cast<double>(particles.size());
  const double share = static_cast<double>(within.size()) / places;
  const double u = Noise({seed, 0, 0, 0, Purpose::resampling}).uniform();
  Particles result;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const auto k = static_cast<std::size_t>((static_cast<double>(i) + u) * share);
    result.push_back(*within[std::min(k, within.size() - 1)]);
  }
  return result;
}

std::vector<double> rows_of(const Particles& particles) {
  std::vector<double> rows;
  for (const Particle& p : particles) rows.insert(rows.end(), p.eta.begin(), p.eta.end());
  return rows;
}

/// The median (half way between the middle two) or, where that is infinite, the largest finite
/// distance.
double first_threshold(const Particles& particles) {
  std::vector<double> d;
  for (const Particle& p : particles) d.push_back(p.distance);
  std::sort(d.begin(), d.end());
  if (d.front() == infinite)
    throw Error(Fault::usage,
                fmt::format("the simulator failed at all of the {} points that the prior sent it "
                            "to; another prior, or bounds, may keep it where it works",
                            d.size()));
  const double median = 0.5 * (d[(d.size() - 1) / 2] + d[d.size() / 2]);
  if (median < infinite) return median;
  return *(std::lower_bound(d.begin(), d.end(), infinite) - 1);
}

/// A distance that does not throw: what ends it ends the run, at a simulation that hits nothing.
class EndingDistance final : public AbcDistance {
 public:
  EndingDistance(std::unique_ptr<AbcDistance> distance, EarlyEnd& end)
      : distance_(std::move(distance)), end_(end) {}

  double operator()(std::span<const double> eta, const Coordinates& at) override {
    double found = infinite;
    end_.attempt(at.draw, [&] { found = (*distance_)(eta, at); });
    return found;
  }

 private:
  std::unique_ptr<AbcDistance> distance_;
  EarlyEnd& end_;
};

class Smc {
 public:
  Smc(const AbcTarget& target, const SmcSettings& settings, const Events& events,
      std::stop_token stop)
      : target_(target),
        settings_(settings),
        stop_(std::move(stop)),
        counter_(events, settings.max_simulations),
        distances_([&] { return EndingDistance(target_.make_distance(), end_); }) {}

  SmcResult run() {
    const bool begun = begin();
    while (begun) {
      if (const auto ending = reason_to_end()) {
        result_.ending = *ending;
        break;
      }
      if (!step()) break;
    }
    result_.all_simulations = counter_.done();
    result_.failure = end_.failure();
    return std::move(result_);
  }

 private:
  bool over() const { return end_.reached() || stop_.stop_requested(); }

  /// Whether a step must be given up: one of many particles may take many times what is left.
  bool overdrawn() const {
    return counter_.done() / 2 >= settings_.max_simulations ||
           seconds_since(began_) >= settings_.max_seconds;
  }

  [[noreturn]] void refuse_to_begin() const {
    const bool late = seconds_since(began_) >= settings_.max_seconds;
    throw Error(Fault::usage,
                fmt::format("{} ended when {} particles had not been simulated once each: a larger "
                            "one, or fewer particles, are needed",
                            late ? "max-seconds" : "max-simulations", settings_.particles));
  }

  /// Particles from the prior.  Where the simulator fails, the prior is asked again.
  bool begin() {
    constexpr std::uint32_t most_draws = 20;
    const auto n = static_cast<std::size_t>(settings_.particles);
    const std::uint64_t seed = seed_of_step(settings_.seed, 0);
    Particles particles(n);
    result_.trials.assign(n, 0);
    result_.simulations.assign(n, 0);
    for_each_index(settings_.threads, n, [&](std::size_t i) {
      const auto place = static_cast<std::uint32_t>(i);
      Particle& p = particles[i];
      p.eta.resize(static_cast<std::size_t>(target_.dimension));
      p.label = static_cast<std::int64_t>(i);
      for (std::uint32_t t = 0; t < most_draws && p.distance == infinite; ++t) {
        if (over() || overdrawn()) return;
        Noise noise({seed, place, t, 0, Purpose::prior});
        target_.draw_prior(noise, p.eta);
        p.distance = distances_.local()(p.eta, {seed, place, t, 0, Purpose::simulation});
        if (std::isnan(p.distance)) p.distance = infinite;
        ++result_.trials[i];
        counter_.count();
      }
      result_.simulations[i] = result_.trials[i];
    });
    if (over()) return false;
    if (std::count(result_.trials.begin(), result_.trials.end(), 0) > 0) refuse_to_begin();
    threshold_ = std::max(first_threshold(particles), settings_.threshold);
    result_.particles = std::move(particles);
    record(1.0);
    return true;
  }

  std::optional<SmcEnding> reason_to_end() const {
    constexpr int patience = 3;
    if (over()) return SmcEnding::stopped;
    if (moved_within_ <= settings_.threshold) return SmcEnding::threshold;
    if (idle_steps_ == patience) return SmcEnding::stuck;
    if (counter_.done() >= settings_.max_simulations) return SmcEnding::simulations;
    if (seconds_since(began_) >= settings_.max_seconds) return SmcEnding::seconds;
    return std::nullopt;
  }

  /// False if it was stopped, and left no trace but in the counts.
  bool step() {
    const std::uint64_t seed = seed_of_step(settings_.seed, result_.history.size());
    Particles particles = resample(result_.particles, threshold_, seed);
    const GaussianMixture proposal = fit_mixture(rows_of(particles), target_.dimension, seed);
    const auto n = particles.size();
    const StepOfMoves moves{target_,
                            proposal,
                            threshold_,
                            settings_.max_trials,
                            seed,
                            static_cast<std::int64_t>(n * result_.history.size()),
                            [&] { counter_.count(); },
                            [&] { return over() || overdrawn(); }};
    std::vector<MoveOutcome> outcomes(n);
    for_each_index(settings_.threads, n, [&](std::size_t i) {
      if (moves.stop()) return;
      outcomes[i] =
          move_particle(moves, static_cast<std::uint32_t>(i), distances_.local(), particles[i]);
    });
    for (const MoveOutcome& o : outcomes)
      if (!o.finished) return give_up();

    result_.particles = std::move(particles);
    int accepted = 0;
    for (std::size_t i = 0; i < n; ++i) {
      accepted += outcomes[i].accepted;
      result_.trials[i] = outcomes[i].simulations;
      result_.simulations[i] += outcomes[i].simulations;
    }
    moved_within_ = threshold_;
    threshold_ = std::max(next_threshold(result_.particles, threshold_), settings_.threshold);
    idle_steps_ = accepted == 0 && threshold_ == moved_within_ ? idle_steps_ + 1 : 0;
    record(accepted / static_cast<double>(n));
    return true;
  }

  /// False: the run is over.
  bool give_up() {
    if (over()) return false;
    result_.ending = seconds_since(began_) >= settings_.max_seconds ? SmcEnding::seconds
                                                                    : SmcEnding::simulations;
    return false;
  }

  void record(double acceptance) {
    result_.history.push_back({threshold_, counter_.done(), acceptance, distinct(result_.particles),
                               seconds_since(began_)});
    counter_.tell();
  }

  const AbcTarget& target_;
  const SmcSettings& settings_;
  std::stop_token stop_;
  Counter counter_;
  EarlyEnd end_;
  tbb::enumerable_thread_specific<EndingDistance> distances_;
  Clock::time_point began_ = Clock::now();
  SmcResult result_;
  double threshold_ = infinite;
  double moved_within_ = infinite;  // the threshold of the last moves
  int idle_steps_ = 0;
};

}  // namespace

double next_threshold(std::span<const Particle> particles, double threshold) {
  const auto places = static_cast<double>(particles.size());
  if (distinct(particles) <= 0.5 * places) return threshold;
  std::vector<const Particle*> order;
  for (const Particle& p : particles) order.push_back(&p);
  std::stable_sort(order.begin(), order.end(),
                   [](auto* a, auto* b) { return a->distance < b->distance; });
  std::set<std::int64_t> labels;
  double below = threshold;  // the largest distance before the tie, if enough are within
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double here = order[i]->distance;
    if (here >= threshold) return below;
    labels.insert(order[i]->label);
    const auto within = static_cast<double>(labels.size());
    if (within >= 0.5 * places + 1.0) return here;
    if (within >= 0.1 * places) below = here;
  }
  return order.back()->distance;
}

SmcResult run_smc(const AbcTarget& target, const SmcSettings& settings, const Events& events,
                  std::stop_token stop) {
  return Smc(target, settings, events, std::move(stop)).run();
}

}  // namespace surefoot
