#pragma once

#include <filesystem>
#include <string>

#include <surefoot/fit.hpp>

namespace surefoot {

/// Writes a fit as netCDF-4 in the InferenceData layout that ArviZ opens:
/// groups posterior, sample_stats, observed_data, posterior_predictive, and our
/// own group surefoot for what that layout has no place for.  Row r of B draws
/// is draw r mod B/4 of chain r / (B/4) where B is divisible by four, and draw r
/// of a single chain otherwise.
///
/// The file is made in memory and ends with a checksum behind the last byte
/// that HDF5 reads, so that a damaged one is known before it is opened.
void write_netcdf(const Fit& fit, const std::filesystem::path& path);

/// Reads what `write_netcdf` wrote.  Throws Fault::data for a file that is
/// missing, is no such fit, is damaged or changed since, or has a newer format.
Fit read_netcdf(const std::filesystem::path& path);

/// The bytes of such a file, and the fit that they hold.
std::string to_netcdf(const Fit& fit);
Fit from_netcdf(std::string content);

}  // namespace surefoot
