#pragma once

#include <string>

#include "report/shown_fit.hpp"

namespace surefoot {

/// What must be read before anything else: failed draws, an unfinished run.
std::string banners(const Page& page);

/// What was fitted, and every setting in force.
std::string settings_section(const Page& page);

/// The posterior in numbers.
std::string numbers_section(const Page& page);

/// How far the draws can be trusted, in words and numbers.
std::string health_section(const ShownFit& shown, const Page& page);

/// The clean share of the data, and what that says about contamination; empty
/// where no fit left the mass free.
std::string mass_section(const Page& page);

/// What a check of the model found; empty where there was none.
std::string check_section(const ShownFit& shown, const Page& page);

/// The observations that the model explains least; empty where they have no scores.
std::string observations_section(const ShownFit& shown, const Page& page);

/// The fit's name with its colour, where there are several.
std::string label_of(const ShownFit& shown, const Page& page);

}  // namespace surefoot
