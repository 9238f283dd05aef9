#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <surefoot/data/sample.hpp>

#include "paper/item.hpp"

namespace surefoot::paper {

/// Where data sets come from: simulated, or read from a folder in the layout of
/// the published ones.
class DataSource {
 public:
  /// An empty folder simulates.
  DataSource(std::string folder, std::uint64_t seed) : folder_(std::move(folder)), seed_(seed) {}

  /// The data of a run, none if the folder has no such file.  A case without
  /// published files is simulated.
  std::optional<Sample> observations(const Case& c, int observations, int run) const;

  /// All that decides them, for the key of a fit: which simulation, or the
  /// content of the file.  Empty if there is none.
  std::string identity(const Case& c, int observations, int run) const;

  bool reads(const Case& c) const { return !folder_.empty() && !c.file.empty(); }
  std::string path(const Case& c, int run) const;

 private:
  std::uint64_t seed_of(int run) const { return seed_ + static_cast<std::uint64_t>(run); }

  std::string folder_;
  std::uint64_t seed_;
};

}  // namespace surefoot::paper
