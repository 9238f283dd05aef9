#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <surefoot/model.hpp>

namespace surefoot {

/// What tells a simulator apart from others, as far as anybody can tell: of programs and Python
/// functions only their names are known.
struct SimulatorIdentity {
  std::string model, source;
  std::string options;  // NAME=VALUE,...
  std::vector<std::string> parameters;
  int dimension = 0;

  friend bool operator==(const SimulatorIdentity&, const SimulatorIdentity&) = default;
};

SimulatorIdentity simulator_of(const Model& model);

/// What is another simulator's, in words; empty if nothing is.
std::string difference(const SimulatorIdentity& there, const SimulatorIdentity& here);

/// What was simulated at one place of the parameters.
struct KeptPlace {
  std::vector<double> theta;  // of all parameters, natural scale
  std::uint32_t number = 0;   // that its latent points are random by
  int asked = 0;              // observations, in two halves that are independent of each other
  bool failed = false;        // the simulator gave none
  std::vector<double> rows;   // observations in their own units, row by row, the first half first

  friend bool operator==(const KeptPlace&, const KeptPlace&) = default;
};

/// A run that was kept: a hash of all that decides what it simulates, and the number of its first
/// place, so that it can be told what was in the file when it began.
struct KeptRun {
  std::string key;
  std::uint32_t first = 0;

  friend bool operator==(const KeptRun&, const KeptRun&) = default;
};

/// What runs of one simulator have simulated so far.
struct KeptSimulations {
  SimulatorIdentity simulator;
  std::vector<KeptPlace> places;
  std::vector<KeptRun> runs;
};

/// A netCDF-4 file of these; docs/files.md has its layout.
std::string to_netcdf(const KeptSimulations& kept);

/// Throws Fault::data for bytes that are no such file.
KeptSimulations simulations_of_netcdf(std::string content);

/// The same of the part before the checksum, which nobody has looked at.
KeptSimulations decode_simulations(std::string_view content);

/// The same from a file, whose name errors have in front.
KeptSimulations read_simulations(const std::filesystem::path& path);

}  // namespace surefoot
