#pragma once

#include <functional>
#include <string>

#include <surefoot/model.hpp>
#include <surefoot/settings/config.hpp>

namespace surefoot {

/// The model for a run with these settings: where it is a header's, and isolation is asked for or
/// the header has crashed before, its simulator runs in processes of its own.  A call that crashes
/// there, ends its process or does not return in time has failed as one that gives no number has,
/// and is counted by what it did; draws have the same bits as without.  They are computed on the
/// CPU.
///
/// Throws Fault::usage if isolation is asked for where there is no header; its calls throw
/// Fault::data if none of the first of them returned.
Model isolated_where_wanted(const Model& model, const FitConfig& settings,
                            const std::function<void(const std::string&)>& note);

}  // namespace surefoot
