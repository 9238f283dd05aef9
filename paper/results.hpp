#pragma once

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include <surefoot/fit.hpp>

#include "paper/item.hpp"

namespace surefoot::paper {

/// Which fit of an item: places in its lists of fits, cases and points.
struct Place {
  std::size_t fit = 0, which_case = 0, point = 0;
  int run = 0, seed = 0;

  auto operator<=>(const Place&) const = default;
};

/// A finished fit and what it took.
struct StoredFit {
  Fit fit;
  double cpu_seconds = 0.0;
};

/// The finished fits of an item, and why the others are missing.
class Results {
 public:
  explicit Results(std::stop_token stop, int threads, std::uint64_t seed)
      : stop_(std::move(stop)), threads_(threads), seed_(seed) {}

  void add(const Place& place, std::shared_ptr<const StoredFit> fit) {
    fits_[place] = std::move(fit);
  }

  /// Null for a fit that failed or has no data.
  const StoredFit* find(const Place& place) const {
    const auto at = fits_.find(place);
    return at == fits_.end() ? nullptr : at->second.get();
  }

  /// Those of all runs, in order.
  std::vector<const StoredFit*> runs(Place place, int count) const {
    std::vector<const StoredFit*> found;
    for (place.run = 0; place.run < count; ++place.run)
      if (const StoredFit* fit = find(place)) found.push_back(fit);
    return found;
  }

  std::stop_token stop() const { return stop_; }
  int threads() const { return threads_; }
  std::uint64_t seed() const { return seed_; }

 private:
  std::map<Place, std::shared_ptr<const StoredFit>> fits_;
  std::stop_token stop_;
  int threads_;
  std::uint64_t seed_;
};

/// Calls visit(fit, case, stored) for the first run of every fit and case that there is.
template <class Visit>
void for_each_first_run(const Item& item, const Results& results, Visit&& visit) {
  for (std::size_t f = 0; f < item.fits.size(); ++f)
    for (std::size_t c = 0; c < item.cases.size(); ++c)
      if (const StoredFit* stored = results.find({f, c, 0, 0, 0}))
        visit(item.fits[f], item.cases[c], *stored);
}

/// Thrown by long work when a stop was requested.
struct Stopped {};

}  // namespace surefoot::paper
