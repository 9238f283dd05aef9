#pragma once

#include "report/vega_matrix.hpp"

namespace surefoot {

/// Observations of several columns against simulated ones: a histogram of each column, and of each
/// two the observations as points under the contours of the simulated.  Histograms of these have
/// the mass as their area, the share of the data that the model explains.
Json columns_spec(const std::vector<MatrixVariable>& columns, double mass);

}  // namespace surefoot
