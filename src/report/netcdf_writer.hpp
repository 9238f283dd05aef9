#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <netcdf.h>

namespace surefoot {

/// Throws Fault::write, with netCDF's reason, unless the call succeeded.
void check_write(int code, const std::string& what);

template <class T>
constexpr nc_type netcdf_type() {
  if constexpr (std::is_same_v<T, double>) return NC_DOUBLE;
  if constexpr (std::is_same_v<T, std::int8_t>) return NC_BYTE;
  if constexpr (std::is_same_v<T, int>) return NC_INT;
  if constexpr (std::is_same_v<T, std::int64_t>) return NC_INT64;
  if constexpr (std::is_same_v<T, std::uint64_t>) return NC_UINT64;
}

/// A group of a netCDF-4 file under construction.
class GroupWriter {
 public:
  explicit GroupWriter(int id) : id_(id) {}

  GroupWriter group(const char* name) const;
  int dimension(const char* name, std::size_t length) const;

  void attribute(const std::string& name, const std::string& text) const {
    attribute(NC_GLOBAL, name, text);
  }
  template <class T>
  requires std::is_arithmetic_v<T>
  void attribute(const std::string& name, T value) const {
    attribute(NC_GLOBAL, name, std::vector<T>{value});
  }
  void attribute(const std::string& name, const std::vector<std::string>& texts) const;
  void attribute(int variable, const std::string& name, const std::string& text) const;
  template <class T>
  void attribute(int variable, const std::string& name, const std::vector<T>& values) const {
    check_write(
        nc_put_att(id_, variable, name.c_str(), netcdf_type<T>(), values.size(), values.data()),
        name);
  }

  /// Writes a whole variable, and returns it for its attributes.
  template <class T>
  int variable(const std::string& name, const std::vector<int>& dimensions,
               const std::vector<T>& values) const {
    const int id = define(name, netcdf_type<T>(), dimensions);
    put(id, name, values.data(), values.size() * sizeof(T));
    return id;
  }
  int variable(const std::string& name, const std::vector<int>& dimensions,
               const std::vector<std::string>& values) const;

  /// Writes a variable of doubles under its name or, where netCDF refuses the
  /// name or it is taken, under `fallback` with as many underscores as it takes.
  void named_variable(const std::string& name, std::string fallback,
                      const std::vector<int>& dimensions, const std::vector<double>& values) const;

 private:
  int define(const std::string& name, nc_type type, const std::vector<int>& dimensions) const;
  void put(int variable, const std::string& name, const void* values, std::size_t bytes) const;

  int id_;
};

/// A netCDF-4 file made in memory, where no full disk can leave the library in
/// a state from which it does not recover.
class NetcdfImage {
 public:
  NetcdfImage();
  NetcdfImage(const NetcdfImage&) = delete;
  NetcdfImage& operator=(const NetcdfImage&) = delete;
  ~NetcdfImage();

  GroupWriter root() const { return GroupWriter(id_); }

  /// The bytes of the file, which is closed then.
  std::string finish();

 private:
  int id_ = -1;
};

}  // namespace surefoot
