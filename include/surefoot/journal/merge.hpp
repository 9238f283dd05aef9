#pragma once

#include <span>
#include <string>
#include <vector>

#include <surefoot/fit.hpp>

namespace surefoot {

/// A part of a run, and the name of its file for messages.
struct PartFile {
  std::string name;
  Fit fit;
};

/// The numbers, rising, of the parts of a run that are not among these, or are not finished.
/// Throws Fault::data for files that are no parts of one run, as `merge_parts` does.
std::vector<int> missing_parts(std::span<const PartFile> parts);

/// The fit that a single run would have given, bit for bit but for times, from all its parts in any
/// order.  Throws Fault::data, naming the files, if one is not a part or of another run than the
/// others, if parts are missing or not finished, and if one is there twice.
Fit merge_parts(std::vector<PartFile> parts);

/// Numbers as job arrays take them: 3,7-9.
std::string array_text(std::span<const int> numbers);

}  // namespace surefoot
