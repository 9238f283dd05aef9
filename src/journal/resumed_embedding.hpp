#pragma once

#include <string>

#include <surefoot/journal/run_identity.hpp>
#include <surefoot/settings/config.hpp>

namespace surefoot {

/// What an earlier run had under a name; null: it knew of none.
const std::string* find(const RunIdentity& identity, const char* name);

/// Has a run go on from the same kind of embedding as an earlier one: what the clock decided then
/// holds, a budget that is a time is what it was then, and what was kept is taken up if its file is
/// still there.
void take_embedding(const RunIdentity& earlier, FitConfig& config);

/// Whether a run has more to spend than an emulated run before it, so that all is learnt anew, and
/// no draw of that can be kept.  Throws Fault::usage if it has less.
bool has_larger_budget(const FitConfig& config, const RunIdentity& earlier,
                       const std::string& where);

}  // namespace surefoot
