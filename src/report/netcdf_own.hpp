#pragma once

#include "report/netcdf_reader.hpp"
#include "report/netcdf_writer.hpp"

// The group "surefoot" of our files: what ArviZ's layout has no place for.
namespace surefoot {

/// `usable` are the draws of the posterior, whose dimensions in this group are `coordinates`.
void write_own(const GroupWriter& group, const Fit& fit, const Draws& usable,
               const std::vector<int>& coordinates);

/// Throws Fault::data for numbers of another count.
void read_own(const GroupReader& group, Fit& fit);

}  // namespace surefoot
