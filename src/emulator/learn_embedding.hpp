#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

#include <surefoot/draws/events.hpp>

#include "emulator/emulated_posterior.hpp"
#include "emulator/failing_places.hpp"
#include "emulator/pictured_places.hpp"
#include "emulator/simulation_pool.hpp"

namespace surefoot {

/// An emulated model that draws can be made with, and what is known of it.
struct LearntEmbedding {
  Problem problem;  // with the lengthscale in force
  std::shared_ptr<const EmulatedPosterior> posterior;
  std::int64_t simulator_calls = 0;
  ReusedSimulations reused;       // in place of others
  std::size_t places = 0;         // at which the simulator was called
  double simulation_share = 0.0;  // of the posterior variance that is error of the emulator
  /// How far fresh simulations at some draws say that these are off, beyond chance and the errors
  /// that the emulator knows of, in posterior standard deviations.
  double unknown_error = 0.0;
  std::shared_ptr<const PicturedPlaces> seen = {};  // all that was simulated; null for tables
  FailingPlaces failing = {};
  double leaving = 0.0;  // share of the draws that would leave the region
  /// Of other minima, far from the best, that are the lower ones for some draws.
  std::vector<std::shared_ptr<const EmulatedPosterior>> others = {};

  /// A draw by the posterior whose minimum is the lowest, and which that is: 0 for the best.
  struct Draw {
    EmulatedPosterior::Draw drawn;
    int mode = 0;
  };
  Draw draw(std::uint32_t number) const;

  /// The minima on the observations, the best first.
  std::vector<Mode> modes() const;
};

/// Learns the embedding of the model around the posterior.
///
/// Places all over the box are simulated at first, then places around those that are nearest to the
/// data, until polynomials through their embeddings tell where the posterior is.  From then on
/// places are drawn from the posterior by the polynomials so far, widened, round by round, until
/// `budget` observations are simulated.  The last of them, at draws, only judge.  What `store` has
/// near such places is taken in their stead, and counts against the budget as they would.  Where
/// the search ends in several valleys far apart, each of them is learnt by an equal part of the
/// rest.
///
/// The processes of a `crew` learn alike at the same time, and each simulates at some of the
/// places.
///
/// `with_lengthscale` makes the same problem with another lengthscale, which is chosen once the
/// posterior is roughly known if the problem is a pilot.  Throws Error if the budget is too
/// small, or the simulator fails wherever it is tried.
LearntEmbedding learn_embedding(const Problem& problem, std::int64_t budget,
                                const std::function<Problem(double)>& with_lengthscale,
                                const Events& events, std::stop_token stop,
                                SimulationStore* store = nullptr, Crew* crew = nullptr);

/// What is spent where no budget is given: as much as makes simulation error a few percent of the
/// variance.
std::int64_t usual_budget(std::size_t parameters, std::size_t observations);

}  // namespace surefoot
