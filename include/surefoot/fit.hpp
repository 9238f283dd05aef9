#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <surefoot/check/calibration.hpp>
#include <surefoot/check/model_check.hpp>
#include <surefoot/check/scores.hpp>
#include <surefoot/data/sample.hpp>
#include <surefoot/draws/draws.hpp>
#include <surefoot/draws/events.hpp>
#include <surefoot/error.hpp>
#include <surefoot/parameters.hpp>
#include <surefoot/settings/config.hpp>
#include <surefoot/undetermined.hpp>

namespace surefoot {

class Crew;
class Kernel;
class Model;

/// Simulated data of some draws: `draws` x `observations` x dimension values.
struct Predictive {
  std::vector<std::uint32_t> index;  // which rows of Draws
  int observations = 0;
  std::vector<double> values;

  /// Of one simulated observation.
  int columns() const {
    const std::size_t rows = index.size() * static_cast<std::size_t>(observations);
    return rows == 0 ? 0 : static_cast<int>(values.size() / rows);
  }
};

/// Parameters drawn from the prior that a run was given, row by row, for pictures beside the
/// posterior; parameters without a prior are not among them.
struct PriorDraws {
  std::vector<std::string> names;
  std::vector<double> values;
};

/// One step of a sequential method: how far it came, and at what cost.
struct SmcStep {
  double threshold;
  std::int64_t simulations;  // data sets simulated until then, all steps together
  double acceptance;         // of moves
  int unique;                // distinct particles
  double seconds;            // since the beginning
};

/// A finished (or interrupted) run and all that is needed to report or repeat it.
struct Fit {
  std::string model;
  std::string model_source;                       // as Model::source
  FitConfig settings;                             // every value in force
  std::optional<std::vector<std::string>> given;  // names of settings; none: an older file
  Sample observations;
  std::size_t left_out = 0;  // observations that there were, where the data are not here
  Draws draws;
  Predictive predictive;
  std::vector<double> lengthscales;  // one for each term of the kernel; empty for the energy kernel
  int simulations_per_draw = 0;      // m; 0 for the closed form
  std::int64_t simulator_calls = 0;  // of draws, search and checks; with a budget of all together
  std::int64_t forecast_calls = 0;   // of these, to tell before the draws if simulations are few
  std::string evaluator;             // how the embeddings were computed
  std::vector<double> modes;  // minima on the observations, natural scale, one after the other
  std::vector<double> mode_objectives;
  std::vector<std::string> blind;  // parameters whose effect pathwise derivatives miss
  Undetermined undetermined;       // what the data leave open
  std::vector<SmcStep> history;    // of wabc and mmd-abc
  int chains = 0;                  // rows lie chain by chain; 0: draws are independent
  double acceptance = std::numeric_limits<double>::quiet_NaN();        // of the chains' moves
  double simulation_share = std::numeric_limits<double>::quiet_NaN();  // of the posterior variance
  std::vector<DoubledDraw> doubled;         // what that share was computed from
  std::vector<TriedNeighbours> neighbours;  // of some draws, where the simulator may fail
  std::optional<ObservationScores> scores;  // where the kernel is bounded
  std::optional<ModelCheck> check;
  std::optional<Calibration> calibration;  // of its intervals, where somebody asked for it
  double data_weight = std::numeric_limits<double>::quiet_NaN();  // beta, beside a prior (npl-mmd)
  std::vector<Interval> box;         // of each parameter, natural scale; empty: an older file
  PriorDraws prior_draws;            // empty without a prior
  std::vector<double> prior_shares;  // of what is known of each parameter, where it has a prior
  double seconds = 0.0;
  double device_seconds = 0.0;  // of a device's own clock; 0 on the host
  int threads = 1;
  std::string device = "cpu";
  std::string instruction_set;
  bool partial = false;  // ended before all draws were done
  Fault failure_fault = Fault::device;
  std::string failure;  // of simulator or device that ended it; empty: none
  std::vector<std::string> warnings;
  std::string version;  // of the surefoot that drew; empty: the one that runs
};

/// What of a run is there already, and who makes the rest.
struct Continuation {
  /// The draws that an earlier run of the same model, data and settings has finished; they are not
  /// made again, and are among those of the result.  Asked once, before the first draw is made: by
  /// then the fit so far, without draws, has everything that decides them.  May throw.
  std::function<Draws(const Fit& begun)> finished;
  /// Of methods whose draws are independent; none: this process alone.
  Crew* crew = nullptr;
};

/// Draws from the robust posterior: for each draw a Dirichlet-process posterior
/// sample P_W of the data-generating distribution, and the parameter whose
/// simulations are nearest to it in MMD.
///
/// Stops early, with `partial` set and every finished draw kept, when `stop` is
/// requested, or when simulator or device fail, which `failure` then tells.
/// Throws Error for settings or observations that cannot be fitted, and for a
/// failure before the first draw.
Fit fit(const Model& model, const Sample& observations, const FitConfig& config = {},
        const Events& events = {}, std::stop_token stop = {});

/// The same with a kernel of the user's own instead of the settings' (if given), or from where an
/// earlier run stopped, with the bits of a run that was never stopped.
Fit fit(const Model& model, const Sample& observations, const std::optional<Kernel>& kernel,
        const FitConfig& config = {}, const Events& events = {}, std::stop_token stop = {},
        const Continuation& continuation = {});

/// Whether a method makes each draw for itself, so that runs can be continued and divided.
bool draws_are_independent(Method method);

/// The draws of a run that are made under these settings: those of its part, else all.
struct DrawShare {
  std::uint32_t first;
  std::uint32_t last;  // one past the end
};
DrawShare share_of(const FitConfig& settings);

}  // namespace surefoot
