#include "methods/learnt_draws.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bootstrap/draw_loop.hpp"
#include "bootstrap/flat_groups.hpp"
#include "methods/tell_undetermined.hpp"

namespace surefoot {
namespace {

constexpr double much_unknown_error = 0.3;      // posterior standard deviations
constexpr double much_simulation_error = 0.25;  // of the variance
constexpr double many_beside_failures = 0.1;    // of the draws
constexpr double many_leaving = 0.05;           // of the draws

/// Parameters whose prior lies so far from the best fit that its slope may be lost there.
std::vector<std::string> contradicted_priors(const LearntEmbedding& learnt) {
  constexpr double far = 8.0;  // standard deviations of the prior
  std::vector<std::string> names;
  if (const auto& prior = learnt.problem.parameter_prior)
    for (const RandomisedPrior::Term& term : prior->terms())
      if (std::abs(prior->score(term, learnt.modes().front().eta).value) > far)
        names.push_back(term.name);
  return names;
}

}  // namespace

DrawRow row_of(const ParameterSpace& space, const LearntEmbedding::Draw& one) {
  const EmulatedPosterior::Draw& drawn = one.drawn;
  const EmulatedMinimum& minimum = drawn.minimum;
  const std::span<const double> eta(minimum.eta.data(),
                                    static_cast<std::size_t>(minimum.eta.size()));
  DrawRow row = failed_row(static_cast<std::size_t>(space.size()));
  space.to_natural(eta, row.theta);
  row.prior_cut = drawn.prior_cut;
  row.info.objective = minimum.value;
  row.info.mmd2 = drawn.mmd2;
  row.info.gradient_norm = minimum.gradient_norm;
  row.info.mass = minimum.mass;
  row.info.mode = one.mode;
  row.info.evaluations = minimum.evaluations;
  row.info.remaining_move = minimum.remaining;
  row.info.status = !minimum.is_settled() ? DrawStatus::step_limit
                    : space.at_edge(eta)  ? DrawStatus::box_edge
                    : drawn.undetermined  ? DrawStatus::undetermined
                                          : DrawStatus::converged;
  return row;
}

std::string doubts_about(const LearntEmbedding& learnt, const DirectDraws& direct) {
  if (learnt.unknown_error > much_unknown_error) return "fresh simulations are not what was learnt";
  if (learnt.failing.share > many_beside_failures) return "the simulator fails beside the draws";
  if (learnt.simulation_share > std::max(much_simulation_error, direct.simulation_share))
    return "the error of what was learnt would be a good part of the posterior variance";
  if (learnt.leaving > many_leaving && !direct.are_rough)
    return "draws would leave the places that were simulated";
  return {};
}

void tell_what_was_learnt(const LearntEmbedding& learnt, std::int64_t budget,
                          const Events& events) {
  const double share = learnt.simulation_share;
  constexpr double noticeable = 0.1;
  std::string text = fmt::format(
      "the embedding was learnt from {} simulated observations at {} places; its error is {:.2g} % "
      "of the posterior variance",
      learnt.simulator_calls + learnt.reused.observations, learnt.places, 100.0 * share);
  if (share > noticeable && budget > 0)
    text += fmt::format("; a budget of {} would make it about {:.2g} %", 4 * budget, 25.0 * share);
  if (events.note) events.note(text);
  if (learnt.unknown_error > much_unknown_error)
    events.warning(fmt::format(
        "{} are off by {:.2g} posterior sd from what was learnt, "
        "beyond "
        "the error that is accounted for; {} needed",
        budget > 0 ? "fresh simulations at some draws" : "simulations that were left out",
        learnt.unknown_error,
        budget > 0 ? "a larger budget or embedding direct is"
                   : "more simulations around the posterior are"));
}

Undetermined tell_limits(const LearntEmbedding& learnt, const Events& events) {
  Undetermined undetermined = undetermined_by(learnt.problem, learnt.posterior->modes());
  tell_undetermined(undetermined, events);
  if (learnt.failing.share > many_beside_failures)
    events.warning(fmt::format(
        "the posterior may end where the simulator does: at the places next to {:.0f} % of the "
        "draws, which differ in {}, it gives no numbers, and what it would give there is not known",
        100.0 * learnt.failing.share, fmt::join(learnt.failing.parameters, ", ")));
  if (learnt.leaving > many_leaving)
    events.warning(fmt::format(
        "{:.0f} % of the draws would leave the places that were simulated, and are held back to "
        "what is known; a larger budget or embedding direct is needed",
        100.0 * learnt.leaving));
  if (const auto names = contradicted_priors(learnt); !names.empty())
    events.warning(fmt::format(
        "the prior of {} is far from all places that the data led to, and what it says there is "
        "not known; embedding direct looks there, too",
        fmt::join(names, ", ")));
  return undetermined;
}

}  // namespace surefoot
