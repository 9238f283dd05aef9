#include "report/netcdf_bytes.hpp"

#include <chrono>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "report/netcdf_layout.hpp"
#include "report/trial_reading.hpp"

namespace surefoot {
namespace {

constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";

void require_netcdf(std::string_view start, const char* what) {
  if (!start.starts_with(signature))
    throw Error(Fault::data, fmt::format("{} must be a netCDF-4 file, but this is not one", what));
}

std::string checked(std::string content, const char* what) {
  require_netcdf(content, what);
  const auto body = before_checksum(content);
  if (!body)
    throw Error(Fault::data,
                fmt::format("the checksum at the end of the file is missing or wrong: it is not {} "
                            "of surefoot, or it has been damaged or changed since",
                            what));
  content.resize(body->size());
  return content;
}

/// Many times what any disk and processor take.
std::chrono::milliseconds patience(std::size_t bytes) {
  constexpr std::size_t bytes_per_millisecond = 5'000, least = 20'000;
  return std::chrono::milliseconds(least + bytes / bytes_per_millisecond);
}

}  // namespace

std::string read_netcdf_bytes(const std::filesystem::path& path, const char* what) {
  std::error_code fault;
  const auto found = std::filesystem::status(path, fault);
  if (found.type() == std::filesystem::file_type::not_found)
    throw Error(Fault::data, "there is no such file");
  if (fault) throw Error(Fault::data, fmt::format("it cannot be read: {}", fault.message()));
  if (!std::filesystem::is_regular_file(found)) throw Error(Fault::data, "this is not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(Fault::data, "the file cannot be opened");

  std::string content(signature.size(), '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(file.gcount()));
  require_netcdf(content, what);  // before the rest of what may be anything is in memory
  content.append(std::istreambuf_iterator<char>(file), {});
  return content;
}

void decode_checked(std::string content, const char* what,
                    const std::function<void(std::string_view body)>& decode) {
  const std::string body = checked(std::move(content), what);
  const NetcdfTurn turn;
  require_harmless([&] { decode(body); }, patience(body.size()));
  decode(body);
}

void require_format(const GroupReader& root, int newest) {
  const auto found = root.integer("format_version");
  if (found > newest)
    throw Error(Fault::data,
                fmt::format("the file has format {}, but this surefoot reads up to {}: "
                            "a newer surefoot is needed",
                            found, newest));
}

}  // namespace surefoot
