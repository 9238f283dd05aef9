#pragma once

#include <span>
#include <string>

#include <surefoot/report/summary.hpp>

namespace surefoot {

/// Several fits of one model to the same data beside each other, for people:
/// each parameter by each method, then what each method cost.
std::string comparison_text(std::span<const Summary> fits);

/// The same as CSV, one row a parameter and method; and as a JSON object with
/// the whole summary of each.
std::string comparison_csv(std::span<const Summary> fits);
std::string comparison_json(std::span<const Summary> fits);

}  // namespace surefoot
