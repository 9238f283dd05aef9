#pragma once

#include <string>

#include <surefoot/check/calibration.hpp>

namespace surefoot {

/// What repeated sampling showed, for people: a table, and whether intervals were corrected.
std::string calibration_text(const Calibration& calibration);

/// The same as one JSON object.
std::string calibration_json(const Calibration& calibration);

}  // namespace surefoot
