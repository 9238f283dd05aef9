#pragma once

#include "bootstrap/screening.hpp"

namespace surefoot {

/// Drops minima, best first, that no reweighting of the data could make the best, and what goes
/// beyond `most`.
void keep_contenders(const Problem& problem, std::vector<Mode>& modes, int most,
                     SearchWorkers& workers);

/// Drops modes that the pilots show to be out of reach: so far behind the best that a descent ten
/// times as deep as is typical there would not catch up.
void drop_hopeless(const Problem& problem, std::vector<Mode>& modes);

}  // namespace surefoot
