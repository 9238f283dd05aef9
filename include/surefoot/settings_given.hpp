#pragma once

#include <surefoot/fit.hpp>

namespace surefoot {

/// The settings that a run was given, with which it can be made again; every one in force where a
/// file does not tell.
FitConfig settings_given(const Fit& fit);

}  // namespace surefoot
