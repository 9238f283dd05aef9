#pragma once

#include <string>
#include <vector>

namespace surefoot::paper {

/// One way to fit the data of an experiment, and what it took on one thread.
/// Seconds are CPU seconds of the process.
struct SuiteRow {
  std::string what;
  int draws_run;
  int converged;                  ///< of these; Adam never says so
  double seconds;                 ///< for all draws of the experiment
  double evaluations_per_draw;    ///< of the objective
  double simulated_observations;  ///< for all draws, the search for starts included
  double objective;               ///< mean over the first draws, as one and the same judge sees it
};

/// One experiment of the paper: the baseline and the fits that are compared with
/// it.
///
/// The baseline is Adam on sums over all pairs with the paper's settings.  It runs
/// a few draws, whose seconds and simulated observations are scaled to all of
/// them; its search for starts happens once and is not scaled.
struct SuiteExperiment {
  std::string model;
  int observations;
  int dimension;
  int draws;
  int judged_draws;  ///< the draws that the mean objective is over
  SuiteRow baseline;
  std::vector<SuiteRow> fits;

  double ratio(const SuiteRow& fit) const { return baseline.seconds / fit.seconds; }
};

/// How much of the suite is run: all, or just enough to see that it works.
enum class SuiteSize { full, smoke };

/// The paper's three experiments on data that are simulated at the models' truths
/// with a fixed seed.  Takes about a minute in full.
std::vector<SuiteExperiment> measure_paper_suite(SuiteSize size);

}  // namespace surefoot::paper
