#pragma once

#include <surefoot/fit.hpp>
#include <surefoot/model.hpp>

namespace surefoot {

/// Throws Fault::usage unless a finished fit is one by npl-mmd of this model, and Fault::data
/// without draws.
void require_checkable(const Model& model, const Fit& fit);

}  // namespace surefoot
