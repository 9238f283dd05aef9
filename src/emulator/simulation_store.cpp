#include "emulator/simulation_store.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>

namespace surefoot {
namespace {

namespace fs = std::filesystem;

/// Simulations that were made so near to a place do as well as its own: a design whose places are
/// moved by half of their distance, in each coordinate, is as good a design.
double near_enough(Eigen::Index parameters) { return 0.5 * std::sqrt(double(parameters)); }

void require_simulator(const KeptSimulations& kept, const SimulatorIdentity& wanted,
                       const fs::path& path) {
  const std::string what = difference(kept.simulator, wanted);
  if (!what.empty())
    throw Error(Fault::data,
                fmt::format("{}: its simulations are of another simulator ({}); name another file",
                            path.string(), what));
}

}  // namespace

SimulationStore::SimulationStore(fs::path path, const Model& model, const ParameterSpace& space,
                                 std::string key)
    : path_(std::move(path)), space_(space), key_(std::move(key)) {
  check_creatable(path_);
  kept_.simulator = simulator_of(model);
  if (fs::exists(path_)) {
    KeptSimulations found = read_simulations(path_);
    require_simulator(found, kept_.simulator, path_);
    kept_ = std::move(found);
    saved_ = kept_.places.size();
    remember_file();
  }
  const auto before = std::find_if(kept_.runs.begin(), kept_.runs.end(),
                                   [&](const KeptRun& run) { return run.key == key_; });
  if (before != kept_.runs.end()) {
    first_ = before->first;
  } else {
    for (const KeptPlace& place : kept_.places) first_ = std::max(first_, place.number + 1);
    kept_.runs.push_back({key_, first_});
  }
  find_candidates();
}

void SimulationStore::find_candidates() {
  for (std::size_t j = 0; j < kept_.places.size(); ++j) {
    const KeptPlace& place = kept_.places[j];
    if (place.number >= first_) {
      own_.emplace(place.number, j);
      continue;
    }
    bool inside = true;
    for (int k = 0; k < space_.size(); ++k) {
      const double value = place.theta[static_cast<std::size_t>(k)];
      const double held = space_.held()[static_cast<std::size_t>(k)];
      inside &=
          std::isnan(held) ? space_[k].lower <= value && value <= space_[k].upper : value == held;
    }
    if (inside) candidates_.push_back({j, eta_of(place)});
  }
}

Eigen::VectorXd SimulationStore::eta_of(const KeptPlace& place) const {
  Eigen::VectorXd eta(space_.free_size());
  space_.to_optimiser(place.theta, {eta.data(), static_cast<std::size_t>(eta.size())});
  return eta;
}

std::vector<std::vector<const KeptPlace*>> SimulationStore::take_near(
    const std::vector<Eigen::VectorXd>& places, int count, const PlaceCoordinates& coordinates) {
  std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.taken; });
  for (Candidate& candidate : candidates_) candidate.at = coordinates(candidate.eta);
  std::vector<std::vector<const KeptPlace*>> taken;
  for (const Eigen::VectorXd& eta : places) taken.push_back(take_near(coordinates(eta), count));
  return taken;
}

std::vector<const KeptPlace*> SimulationStore::take_near(const Eigen::VectorXd& here, int count) {
  constexpr double same_place = 1e-6;  // but for rounding
  std::vector<std::pair<double, Candidate*>> near;
  for (Candidate& candidate : candidates_) {
    if (candidate.taken) continue;
    // A simulator that failed somewhere may work beside.
    const double most =
        kept_.places[candidate.place].failed ? same_place : near_enough(here.size());
    const double distance = (candidate.at - here).norm();
    if (distance <= most) near.emplace_back(distance, &candidate);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const KeptPlace*> taken;
  for (const auto& [distance, candidate] : near) {
    if (count <= 0) break;
    const KeptPlace& place = kept_.places[candidate->place];
    candidate->taken = true;
    count -= place.asked;
    taken.push_back(&place);
  }
  return taken;
}

const KeptPlace* SimulationStore::find_own(std::uint32_t number, const std::vector<double>& theta,
                                           int asked) const {
  const auto found = own_.find(number);
  if (found == own_.end()) return nullptr;
  const KeptPlace& place = kept_.places[found->second];
  return place.theta == theta && place.asked == asked ? &place : nullptr;
}

void SimulationStore::add(KeptPlace place) {
  own_.insert_or_assign(place.number, kept_.places.size());
  kept_.places.push_back(std::move(place));
}

void SimulationStore::remember_file() {
  std::error_code unknown;
  const auto time = fs::last_write_time(path_, unknown);
  file_time_ = unknown ? std::nullopt : std::optional(time);
}

bool SimulationStore::changed_by_others() const {
  std::error_code unknown;
  const auto time = fs::last_write_time(path_, unknown);
  return !unknown && file_time_ != time;
}

/// Adds what other runs have written since, so that nothing of theirs is lost.
void SimulationStore::take_up_others() {
  const KeptSimulations theirs = read_simulations(path_);
  require_simulator(theirs, kept_.simulator, path_);
  std::unordered_multimap<std::uint32_t, std::size_t> ours;
  for (std::size_t j = 0; j < kept_.places.size(); ++j) ours.emplace(kept_.places[j].number, j);
  for (const KeptPlace& place : theirs.places) {
    const auto [begin, end] = ours.equal_range(place.number);
    if (std::none_of(begin, end,
                     [&](const auto& entry) { return kept_.places[entry.second] == place; }))
      kept_.places.push_back(place);
  }
  for (const KeptRun& run : theirs.runs)
    if (std::find(kept_.runs.begin(), kept_.runs.end(), run) == kept_.runs.end())
      kept_.runs.push_back(run);
}

void SimulationStore::save(const Events& events) {
  saved_at_ = std::chrono::steady_clock::now();
  if (kept_.places.size() == saved_) return;
  try {
    if (changed_by_others()) take_up_others();
    write_atomically(path_, to_netcdf(kept_));
    saved_ = kept_.places.size();
    remember_file();
  } catch (const Error& error) {
    if (events.warning)
      events.warning(fmt::format("what was simulated could not be kept: {}", error.what()));
  }
}

void SimulationStore::save_now_and_then(const Events& events) {
  constexpr auto often_enough = std::chrono::seconds(30);
  if (std::chrono::steady_clock::now() - saved_at_ > often_enough) save(events);
}

}  // namespace surefoot
