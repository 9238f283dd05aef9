#include "report/netcdf_writer.hpp"

#include <cstdlib>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <netcdf_mem.h>

#include <surefoot/error.hpp>

namespace surefoot {

void check_write(int code, const std::string& what) {
  if (code == NC_NOERR) return;
  throw Error(Fault::write,
              fmt::format("netCDF could not write \"{}\": {}", what, nc_strerror(code)));
}

GroupWriter GroupWriter::group(const char* name) const {
  int id = 0;
  check_write(nc_def_grp(id_, name, &id), name);
  return GroupWriter(id);
}

int GroupWriter::dimension(const char* name, std::size_t length) const {
  int id = 0;
  check_write(nc_def_dim(id_, name, length, &id), name);
  return id;
}

void GroupWriter::attribute(int variable, const std::string& name, const std::string& text) const {
  check_write(nc_put_att_text(id_, variable, name.c_str(), text.size(), text.data()), name);
}

void GroupWriter::attribute(const std::string& name, const std::vector<std::string>& texts) const {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  check_write(nc_put_att_string(id_, NC_GLOBAL, name.c_str(), pointers.size(), pointers.data()),
              name);
}

int GroupWriter::define(const std::string& name, nc_type type,
                        const std::vector<int>& dimensions) const {
  int id = 0;
  const auto rank = static_cast<int>(dimensions.size());
  check_write(nc_def_var(id_, name.c_str(), type, rank, dimensions.data(), &id), name);
  return id;
}

void GroupWriter::put(int variable, const std::string& name, const void* values,
                      std::size_t bytes) const {
  if (bytes == 0) return;
  // Below a page there is nothing to gain.
  if (bytes >= 4096) check_write(nc_def_var_deflate(id_, variable, 1, 1, 1), name);
  check_write(nc_put_var(id_, variable, values), name);
}

int GroupWriter::variable(const std::string& name, const std::vector<int>& dimensions,
                          const std::vector<std::string>& values) const {
  const int id = define(name, NC_STRING, dimensions);
  std::vector<const char*> text;
  for (const std::string& value : values) text.push_back(value.c_str());
  if (!text.empty()) check_write(nc_put_var_string(id_, id, text.data()), name);
  return id;
}

void GroupWriter::named_variable(const std::string& name, std::string fallback,
                                 const std::vector<int>& dimensions,
                                 const std::vector<double>& values) const {
  int id = 0;
  const auto rank = static_cast<int>(dimensions.size());
  int code = nc_def_var(id_, name.c_str(), NC_DOUBLE, rank, dimensions.data(), &id);
  while (code == NC_EBADNAME || code == NC_EMAXNAME || code == NC_ENAMEINUSE) {
    code = nc_def_var(id_, fallback.c_str(), NC_DOUBLE, rank, dimensions.data(), &id);
    fallback += '_';
  }
  check_write(code, name);
  put(id, name, values.data(), values.size() * sizeof(double));
}

NetcdfImage::NetcdfImage() {
  constexpr std::size_t first_size = 1 << 16;  // it grows as it must
  check_write(nc_create_mem("fit", NC_NETCDF4, first_size, &id_), "fit");
}

NetcdfImage::~NetcdfImage() {
  if (id_ >= 0) nc_abort(id_);
}

std::string NetcdfImage::finish() {
  NC_memio image{};
  const int code = nc_close_memio(std::exchange(id_, -1), &image);
  const std::unique_ptr<void, decltype(&std::free)> owner(image.memory, &std::free);
  check_write(code, "fit");
  return {static_cast<const char*>(image.memory), image.size};
}

}  // namespace surefoot
