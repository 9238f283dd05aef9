#pragma once

#include <Eigen/Dense>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include <surefoot/draws/events.hpp>
#include <surefoot/parameters.hpp>

#include "emulator/simulation_file.hpp"

namespace surefoot {

/// Coordinates of a place in which what is near does the same for an emulator: about one unit for
/// each that the places of a design are apart.
using PlaceCoordinates = std::function<Eigen::VectorXd(const Eigen::VectorXd& eta)>;

/// The simulations that a file keeps for fits of one simulator, as one run sees them: what was
/// there when the run began, which it takes up where it would simulate nearby, and what it has
/// simulated itself.  A run that is in the file already is repeated from it, bit for bit.
class SimulationStore {
 public:
  /// Reads the file if it is there.  Throws Fault::data unless it is of this simulator, and
  /// Fault::output unless it can be written.  `key` is a hash of all that decides the run.
  SimulationStore(std::filesystem::path path, const Model& model, const ParameterSpace& space,
                  std::string key);

  const std::filesystem::path& path() const { return path_; }

  /// For each place of this run those that others have simulated nearby, nearest first, until they
  /// have `count` observations.  Nobody gets them again; they are valid until something is added.
  std::vector<std::vector<const KeptPlace*>> take_near(const std::vector<Eigen::VectorXd>& places,
                                                       int count,
                                                       const PlaceCoordinates& coordinates);

  /// The number by which the run's place number `index` is random.
  std::uint32_t number_of(std::size_t index) const {
    return first_ + static_cast<std::uint32_t>(index);
  }

  /// What this run has simulated under a number before, if it was in the same place.
  const KeptPlace* find_own(std::uint32_t number, const std::vector<double>& theta,
                            int asked) const;

  /// What a place is on the optimiser's scale.
  Eigen::VectorXd eta_of(const KeptPlace& place) const;

  void add(KeptPlace place);

  /// Writes what was added, with all that is in the file by now.  What cannot be written is said as
  /// a warning: the run goes on without.
  void save(const Events& events);

  /// The same, unless it was done a moment ago.
  void save_now_and_then(const Events& events);

 private:
  struct Candidate {
    std::size_t place;
    Eigen::VectorXd eta;
    bool taken = false;
    Eigen::VectorXd at = {};  // in the coordinates of the latest question
  };

  std::vector<const KeptPlace*> take_near(const Eigen::VectorXd& here, int count);

  void find_candidates();
  bool changed_by_others() const;
  void remember_file();
  void take_up_others();

  std::filesystem::path path_;
  ParameterSpace space_;
  KeptSimulations kept_;
  std::string key_;
  std::uint32_t first_ = 0;  // number of this run's first place
  std::vector<Candidate> candidates_;
  std::unordered_map<std::uint32_t, std::size_t> own_;  // by number
  std::size_t saved_ = 0;                               // places that the file has
  std::optional<std::filesystem::file_time_type> file_time_;
  std::chrono::steady_clock::time_point saved_at_ = std::chrono::steady_clock::now();
};

}  // namespace surefoot
