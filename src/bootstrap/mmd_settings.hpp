#pragma once

#include <surefoot/model.hpp>
#include <surefoot/settings/config.hpp>

#include "settings/setting_rows.hpp"

namespace surefoot {

/// Decides the settings of npl-mmd that neither the observations nor the kernel have a part in:
/// the user's, else the preset's, else the model's or the library's.  Throws Fault::usage for those
/// that do not go together.
void settle_mmd_settings(FitConfig& settings, const Model& model);

/// The trimming where it is done and none is given.
inline constexpr Trim usual_trim = default_of<&FitConfig::trim>();

/// Decides the mass and the trimming, which devices do not do, given whether the kernel is bounded.
/// Throws Fault::usage for what does not go together.
void settle_robustness(FitConfig& settings, bool bounded);

}  // namespace surefoot
