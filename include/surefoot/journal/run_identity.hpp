#pragma once

#include <string>
#include <utility>
#include <vector>

#include <surefoot/fit.hpp>

namespace surefoot {

/// Everything that decides the draws of a run, by name: draws of equal identities that have the
/// same number have the same bits.
using RunIdentity = std::vector<std::pair<std::string, std::string>>;

/// What is known before the run begins: enough to refuse early what cannot go together.
RunIdentity identity_before(const Model& model, const Sample& observations,
                            const FitConfig& settings);

/// The identity of a run whose draws are about to be made, or of a fit in a file.
RunIdentity identity_of(const Fit& fit);

/// The first thing that two runs do not have in common, as "seed: 3 there, 4 here"; empty if there
/// is none.  Only what `here` names is compared.
std::string difference(const RunIdentity& there, const RunIdentity& here);

}  // namespace surefoot
