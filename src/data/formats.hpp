#pragma once

#include <surefoot/data/read.hpp>

#include "data/source.hpp"

namespace surefoot {

/// Observations from text: CSV, TSV, semicolons or white space.
ReadResult read_text(const Source& source, const ReadOptions& options);

/// Observations from NumPy's .npy.
ReadResult read_npy(const Source& source, const ReadOptions& options);

}  // namespace surefoot
