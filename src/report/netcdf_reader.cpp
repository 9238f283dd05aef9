#include "report/netcdf_reader.hpp"

#include <array>

#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_mem.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot {
namespace {

void check_read(int code, const std::string& what) {
  if (code == NC_NOERR) return;
  throw Error(Fault::data, fmt::format("netCDF cannot read \"{}\": {}", what, nc_strerror(code)));
}

// netCDF writes as many values as an attribute has, whatever room there is.
void check_single(int group, const std::string& name) {
  std::size_t length = 0;
  check_read(nc_inq_attlen(group, NC_GLOBAL, name.c_str(), &length), name);
  if (length == 1) return;
  throw Error(Fault::data,
              fmt::format("attribute \"{}\" must be one value, but has {}", name, length));
}

}  // namespace

bool GroupReader::has_group(const char* name) const {
  int id = 0;
  return nc_inq_grp_ncid(id_, name, &id) == NC_NOERR;
}

bool GroupReader::has_variable(const char* name) const {
  int id = 0;
  return nc_inq_varid(id_, name, &id) == NC_NOERR;
}

GroupReader GroupReader::group(const char* name) const {
  int id = 0;
  check_read(nc_inq_grp_ncid(id_, name, &id), name);
  return {id, most_values_};
}

std::optional<std::string> GroupReader::find_text(const std::string& name) const {
  nc_type type = NC_NAT;
  std::size_t length = 0;
  const int code = nc_inq_att(id_, NC_GLOBAL, name.c_str(), &type, &length);
  if (code == NC_ENOTATT) return std::nullopt;
  check_read(code, name);
  if (type == NC_CHAR) {
    std::string text(length, '\0');
    if (length > 0) check_read(nc_get_att_text(id_, NC_GLOBAL, name.c_str(), text.data()), name);
    return text;
  }
  if (type == NC_DOUBLE) return shortest(number(name));
  if (type != NC_UINT64) return std::to_string(integer(name));
  check_single(id_, name);
  unsigned long long value = 0;
  check_read(nc_get_att_ulonglong(id_, NC_GLOBAL, name.c_str(), &value), name);
  return std::to_string(value);
}

std::string GroupReader::text(const std::string& name) const {
  const auto found = find_text(name);
  if (!found) throw Error(Fault::data, fmt::format("attribute \"{}\" is missing", name));
  return *found;
}

double GroupReader::number(const std::string& name) const {
  check_single(id_, name);
  double value = 0.0;
  check_read(nc_get_att_double(id_, NC_GLOBAL, name.c_str(), &value), name);
  return value;
}

std::int64_t GroupReader::integer(const std::string& name) const {
  check_single(id_, name);
  long long value = 0;
  check_read(nc_get_att_longlong(id_, NC_GLOBAL, name.c_str(), &value), name);
  return value;
}

std::vector<std::string> GroupReader::variables() const {
  int count = 0;
  check_read(nc_inq_varids(id_, &count, nullptr), "variables");
  std::vector<int> ids(static_cast<std::size_t>(count));
  check_read(nc_inq_varids(id_, &count, ids.data()), "variables");
  std::vector<std::string> names;
  for (const int id : ids) {
    std::array<char, NC_MAX_NAME + 1> name{};
    check_read(nc_inq_varname(id_, id, name.data()), "variables");
    names.emplace_back(name.data());
  }
  return names;
}

int GroupReader::find(const std::string& variable) const {
  int id = 0;
  check_read(nc_inq_varid(id_, variable.c_str(), &id), variable);
  return id;
}

std::vector<std::size_t> GroupReader::shape(const std::string& variable) const {
  const int id = find(variable);
  int rank = 0;
  check_read(nc_inq_varndims(id_, id, &rank), variable);
  std::vector<int> dimensions(static_cast<std::size_t>(rank));
  check_read(nc_inq_vardimid(id_, id, dimensions.data()), variable);
  std::vector<std::size_t> lengths(dimensions.size());
  for (std::size_t i = 0; i < lengths.size(); ++i)
    check_read(nc_inq_dimlen(id_, dimensions[i], &lengths[i]), variable);
  return lengths;
}

std::size_t GroupReader::length(const std::string& variable) const {
  std::size_t product = 1;
  for (const std::size_t extent : shape(variable)) {
    if (extent > 0 && product > most_values_ / extent)
      throw Error(Fault::data,
                  fmt::format("\"{}\" must have values that are in the file, but would have more "
                              "than the file can hold",
                              variable));
    product *= extent;
  }
  return product;
}

std::vector<double> GroupReader::numbers(const std::string& variable) const {
  std::vector<double> values(length(variable));
  if (!values.empty()) check_read(nc_get_var_double(id_, find(variable), values.data()), variable);
  return values;
}

std::vector<std::int64_t> GroupReader::integers(const std::string& variable) const {
  std::vector<long long> values(length(variable));
  if (!values.empty())
    check_read(nc_get_var_longlong(id_, find(variable), values.data()), variable);
  return {values.begin(), values.end()};
}

std::vector<std::string> GroupReader::texts(const std::string& variable) const {
  std::vector<char*> values(length(variable));
  if (values.empty()) return {};
  check_read(nc_get_var_string(id_, find(variable), values.data()), variable);
  std::vector<std::string> copies;
  for (const char* value : values) copies.emplace_back(value == nullptr ? "" : value);
  nc_free_string(values.size(), values.data());
  return copies;
}

NetcdfSource::NetcdfSource(std::string_view bytes) : bytes_(bytes.size()) {
  // netCDF takes the bytes as its own to change, but not when it only reads.
  void* memory = const_cast<char*>(bytes.data());
  check_read(nc_open_mem("fit", NC_NOWRITE, bytes.size(), memory, &id_), "fit");
}

// Deflation makes no file smaller than by a factor of about 1030.
GroupReader NetcdfSource::root() const {
  constexpr std::size_t most_values_per_byte = 1100;
  return {id_, bytes_ * most_values_per_byte};
}

NetcdfSource::~NetcdfSource() { nc_close(id_); }

}  // namespace surefoot
