#pragma once

#include <Eigen/Dense>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <surefoot/model.hpp>

#include "emulator/simulation_store.hpp"

namespace surefoot {

/// Simulations of a table that are looked at as those of one place.
struct TablePlace {
  Eigen::VectorXd eta;  // the middle of where they were made
  KeptPlace simulations;
};

/// Simulations that were made elsewhere, by anything: rows of parameters, and the observation that
/// was simulated there.
class SimulationTable {
 public:
  /// Rows inside the box of `space`, with its held values.  A file that ends in .nc must be one
  /// that a fit has kept; any other is a table as data are, with a column for each name of a
  /// parameter, or with the parameters first where columns have no names.  The other columns are
  /// the observation.  Throws Fault::data for what cannot be read, columns that are missing or too
  /// many, simulations of another simulator, and when no row is left.
  static SimulationTable read(const std::filesystem::path& path, const Model& model,
                              const ParameterSpace& space);

  const std::filesystem::path& path() const { return path_; }
  std::size_t rows() const { return etas_.size(); }
  std::size_t left_out() const { return left_out_; }  // for lying outside

  /// How far from the origin of some coordinates so many rows are, or all if there are fewer.
  double radius_of(const PlaceCoordinates& coordinates, std::size_t count) const;

  /// Rows at most `within` from the origin of some coordinates, put together to at most so many
  /// places.  Rows of equal parameters stay together; those that are alone at theirs are joined
  /// with neighbours, since simulation error is told from two simulations of a place.
  std::vector<TablePlace> places(const PlaceCoordinates& coordinates, double within,
                                 std::size_t most) const;

 private:
  SimulationTable(std::filesystem::path path, int dimension)
      : path_(std::move(path)), dimension_(static_cast<std::size_t>(dimension)) {}

  void add(const ParameterSpace& space, std::span<const double> theta,
           std::span<const double> observation);
  TablePlace place_of(std::span<const std::size_t> rows) const;

  std::filesystem::path path_;
  std::size_t dimension_;
  std::vector<Eigen::VectorXd> etas_;
  std::vector<double> x_;  // observations, row by row
  std::size_t left_out_ = 0;
};

}  // namespace surefoot
