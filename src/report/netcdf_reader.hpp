#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>

namespace surefoot {

/// A group of a netCDF-4 file.  Everything asked for must be there, unless the
/// answer is optional; else it throws Fault::data, naming what is missing.
class GroupReader {
 public:
  /// A variable of more than `most_values` is refused.
  GroupReader(int id, std::size_t most_values) : id_(id), most_values_(most_values) {}

  GroupReader group(const char* name) const;
  bool has_group(const char* name) const;
  bool has_variable(const char* name) const;

  /// An attribute as text: numbers in the shortest form that reads back.
  std::optional<std::string> find_text(const std::string& name) const;
  std::string text(const std::string& name) const;
  double number(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;

  /// The variables in the order in which they were written.
  std::vector<std::string> variables() const;
  std::vector<std::size_t> shape(const std::string& variable) const;
  std::vector<double> numbers(const std::string& variable) const;
  std::vector<std::int64_t> integers(const std::string& variable) const;
  std::vector<std::string> texts(const std::string& variable) const;

 private:
  int find(const std::string& variable) const;
  std::size_t length(const std::string& variable) const;

  int id_;
  std::size_t most_values_;
};

/// A netCDF-4 file opened from its bytes, which must outlive it.
class NetcdfSource {
 public:
  explicit NetcdfSource(std::string_view bytes);
  NetcdfSource(const NetcdfSource&) = delete;
  NetcdfSource& operator=(const NetcdfSource&) = delete;
  ~NetcdfSource();

  GroupReader root() const;

 private:
  int id_ = -1;
  std::size_t bytes_;
};

/// Throws Fault::data unless a variable has as many values as it must.
template <class T>
void require_length(const std::vector<T>& values, std::size_t expected, const std::string& what) {
  if (values.size() == expected) return;
  throw Error(Fault::data,
              fmt::format("\"{}\" must have {} values, but has {}", what, expected, values.size()));
}

/// Numbers of draws or rows.
inline std::vector<std::uint32_t> to_index(const std::vector<std::int64_t>& values) {
  std::vector<std::uint32_t> index;
  index.reserve(values.size());
  for (const std::int64_t v : values) index.push_back(static_cast<std::uint32_t>(v));
  return index;
}

/// The fit in a netCDF-4 file without its checksum, for who holds the NetcdfTurn and knows that
/// HDF5 can read it.  Throws Fault::data for what is no fit.
Fit decode_netcdf(std::string_view content);

}  // namespace surefoot
