#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "report/netcdf_reader.hpp"

namespace surefoot {

/// The bytes of a netCDF-4 file.  Throws Fault::data for what cannot be read or is none; `what` is
/// what the file should be, such as "a fit".
std::string read_netcdf_bytes(const std::filesystem::path& path, const char* what);

/// Hands the netCDF part of `content` to `decode`, once its checksum has shown that it is what we
/// wrote and a trial in a process of its own that it does no harm: HDF5 is not safe against a
/// damaged file, and whoever can make a file can make its checksum.  Throws Fault::data.
void decode_checked(std::string content, const char* what,
                    const std::function<void(std::string_view body)>& decode);

/// Throws Fault::data for a file whose layout is newer than `newest`.
void require_format(const GroupReader& root, int newest);

}  // namespace surefoot
