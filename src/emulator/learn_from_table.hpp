#pragma once

#include "emulator/learn_embedding.hpp"
#include "emulator/simulation_table.hpp"

namespace surefoot {

/// An embedding that was learnt from a table, and what is known of the table.
struct TableEmbedding {
  LearntEmbedding learnt;
  double uncovered = 0.0;  // share of the draws beyond all simulations of the table
};

/// Learns the embedding of a model from simulations that are there, and nothing else.
///
/// All of them, put together to places, tell roughly where the posterior is.  Those around it are
/// then looked at closely, and fitted anew around the draws until these stay.  Some places among
/// the draws are left out of that, to judge it by, and taken in at the end.
///
/// Throws Fault::data if there are too few around the posterior.
TableEmbedding learn_from_table(const Problem& problem, const SimulationTable& table,
                                const std::function<Problem(double)>& with_lengthscale,
                                const Events& events, const std::stop_token& stop);

}  // namespace surefoot
