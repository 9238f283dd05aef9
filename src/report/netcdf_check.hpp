#pragma once

#include "report/netcdf_reader.hpp"
#include "report/netcdf_writer.hpp"

// The groups "scores", "check" and "calibration" of our files.
namespace surefoot {

void write_scores(const GroupWriter& group, const Fit& fit);
void write_calibration(const GroupWriter& group, const Calibration& calibration);
void write_check(const GroupWriter& group, const Fit& fit);

/// Into a fit whose observations and parameters are read already.  Throw Fault::data for numbers of
/// another count.
void read_scores(const GroupReader& group, Fit& fit);
void read_check(const GroupReader& group, Fit& fit);
void read_calibration(const GroupReader& group, Fit& fit);

}  // namespace surefoot
