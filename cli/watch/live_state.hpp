#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <surefoot/draws/events.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/parameters.hpp>

#include "watch/live_scores.hpp"
#include "watch/thinned_rows.hpp"

namespace surefoot::cli {

/// What is known of a run before it begins.
struct LiveFacts {
  std::string model;
  std::string method;
  Sample observations;
  bool draws_come_singly = true;
  bool ends_with_scores = true;  // the report has those of the observations
  std::string no_scores;         // why there will be none before; empty: there may be
  std::string report;            // the file that will be left
};

/// What the page of a running fit shows.  The run tells it from its threads, and others ask; none
/// of them waits for longer than some thousand numbers take to copy.
class LiveState {
 public:
  LiveState(LiveFacts facts, const ParameterSpace& space);

  void progress(const Progress& at);
  void warning(const std::string& text);
  void note(const std::string& text);
  void scores(std::span<const double> inlier);
  void draw(const FinishedDraw& draw);

  /// The draws begin: in this box, by these settings, and with those of an earlier run.
  void begin(const ParameterSpace& space, const FitConfig& settings, const Draws& earlier);

  /// A signal came.
  void stop();
  /// There are no more draws to come; files are written.
  void write_files();
  /// The report can be asked for.
  void offer_report();

  /// All of it, for the page's script.
  std::string json() const;

 private:
  using Clock = std::chrono::steady_clock;

  enum class Phase { searching, counting, stopping, writing, ended };
  static constexpr std::size_t statuses = 6;

  /// What changes, and is copied when somebody asks.
  struct Content {
    Phase phase = Phase::searching;
    Progress at;
    std::string unit;
    Clock::time_point counting_since;
    std::size_t counted_before = 0;  // when counting began
    Clock::time_point last_count;
    ParameterSpace space;
    std::array<std::size_t, statuses> by_status{};
    std::size_t usable = 0;
    std::vector<double> sums;  // over usable draws: of each parameter, and of the mass
    bool mass_is_free = false;
    ThinnedRows shown;
    std::array<std::size_t, statuses> placed{};  // of draws that are no minima inside the box,
                                                 // those of which it is known where they lie
    std::vector<ThinnedRows> unsettled;          // by status: where they lie
    std::shared_ptr<const LiveScores> scores;    // null: none, or not known yet
    std::string no_scores;                       // why none; empty: not known yet
    std::vector<std::string> warnings, notes;
  };

  void add(const FinishedDraw& draw);
  Content copy() const;

  const LiveFacts facts_;
  const Clock::time_point began_ = Clock::now();
  mutable std::mutex mutex_;
  Content content_;
  std::vector<double> row_;  // room for one
};

}  // namespace surefoot::cli
