#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/fit.hpp>

namespace surefoot {

/// So many data sets are simulated and fitted again by default, so that it costs a small part of
/// the draws; 0 where there are too few of them to say anything.
int usual_replicates(std::size_t draws);

/// How a fit is looked back at, whatever its draws were made by.  A part that is null is left out.
struct FitChecks {
  std::function<ObservationScores()> scores;
  std::function<std::optional<CompositeTest>()> test;
  std::function<std::vector<WitnessPlace>()> places;
  std::function<std::vector<Sensitivity>()> sensitivities;
};

/// Does so; what is found goes into the fit, and what fails is told, and takes nothing from its
/// draws.  A fit without draws that did not fail has nothing to look back at.
void carry_out_checks(const FitChecks& checks, const Events& events, Fit& fit);

/// Scores the observations of a fit and checks its model, as its settings ask; what is found goes
/// into the fit.  Methods whose draws are no minima of an MMD have neither.
void check_fit(const Problem& problem, const Modes& modes, int replicates, const Events& events,
               std::stop_token stop, Fit& fit);

}  // namespace surefoot
