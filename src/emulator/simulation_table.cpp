#include "emulator/simulation_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/data/read.hpp>
#include <surefoot/error.hpp>

#include "simulators/table_model.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

/// Which columns of a table are the parameters, and which the observation.
struct TableColumns {
  std::vector<int> parameters, observation;
};

TableColumns columns_by_name(const std::vector<std::string>& names, const ParameterSpace& space,
                             const std::string& file) {
  TableColumns columns;
  const std::vector<std::string> wanted = space.names();
  for (const std::string& name : wanted) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      throw Error(Fault::data,
                  fmt::format("{}: there must be a column for each parameter, but none is named {} "
                              "among {}",
                              file, in_quotes(name), fmt::join(names, ", ")));
    columns.parameters.push_back(static_cast<int>(found - names.begin()));
  }
  for (std::size_t c = 0; c < names.size(); ++c)
    if (std::find(wanted.begin(), wanted.end(), names[c]) == wanted.end())
      columns.observation.push_back(static_cast<int>(c));
  return columns;
}

TableColumns columns_of(const ReadResult& read, const ParameterSpace& space, int dimension,
                        const std::string& file) {
  TableColumns columns;
  if (!read.names.empty()) {
    columns = columns_by_name(read.names, space, file);
  } else {
    for (int c = 0; c < read.observations.dimension(); ++c)
      (c < space.size() ? columns.parameters : columns.observation).push_back(c);
  }
  if (std::ssize(columns.parameters) != space.size() ||
      std::ssize(columns.observation) != dimension)
    throw Error(
        Fault::data,
        fmt::format(
            "{}: there must be {} column{} of parameters ({}) and {} of the observation, as "
            "many as the data have, but there are {} and {}{}",
            file, space.size(), space.size() == 1 ? "" : "s", fmt::join(space.names(), ", "),
            dimension, columns.parameters.size(), columns.observation.size(),
            read.names.empty() ? "; without names, the parameters come first" : ""));
  return columns;
}

/// Puts rows together that are near each other: halves them at the widest of their coordinates, as
/// long as both parts have `least` rows.
class Grouping {
 public:
  Grouping(const std::vector<Eigen::VectorXd>& at, std::size_t least) : at_(at), least_(least) {}

  void split(std::span<std::size_t> rows, std::vector<std::span<std::size_t>>& groups) const {
    if (rows.empty()) return;
    const std::size_t cut = rows.size() < 2 * least_ ? 0 : halve(rows);
    if (cut == 0) return groups.push_back(rows);
    split(rows.first(cut), groups);
    split(rows.subspan(cut), groups);
  }

 private:
  /// Orders the rows, and says where to cut them; 0: nowhere.
  std::size_t halve(std::span<std::size_t> rows) const {
    Eigen::VectorXd low = at_[rows[0]], high = low;
    for (const std::size_t row : rows) {
      low = low.cwiseMin(at_[row]);
      high = high.cwiseMax(at_[row]);
    }
    Eigen::Index widest = 0;
    if (!((high - low).maxCoeff(&widest) > 0.0)) return 0;
    const auto value = [&](std::size_t i) { return at_[rows[i]][widest]; };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::size_t a, std::size_t b) { return at_[a][widest] < at_[b][widest]; });
    // Even numbers leave no row without a partner, which counts where rows are few.
    constexpr std::size_t few = 32;
    const auto may_cut = [&](std::size_t cut) {
      return cut >= least_ && cut + least_ <= rows.size() && value(cut - 1) < value(cut) &&
             (cut % 2 == 0 || rows.size() > few);
    };
    const std::size_t middle = rows.size() / 4 * 2;
    for (std::size_t off = 0; off < rows.size(); ++off)
      for (const std::size_t cut : {middle - std::min(off, middle), middle + off})
        if (may_cut(cut)) return cut;
    return 0;
  }

  const std::vector<Eigen::VectorXd>& at_;
  std::size_t least_;
};

}  // namespace

void SimulationTable::add(const ParameterSpace& space, std::span<const double> theta,
                          std::span<const double> observation) {
  for (int k = 0; k < space.size(); ++k) {
    const double value = theta[static_cast<std::size_t>(k)];
    const double held = space.held()[static_cast<std::size_t>(k)];
    if (std::isnan(held) ? value < space[k].lower || value > space[k].upper : value != held) {
      ++left_out_;
      return;
    }
  }
  Eigen::VectorXd eta(space.free_size());
  space.to_optimiser(theta, {eta.data(), static_cast<std::size_t>(eta.size())});
  etas_.push_back(std::move(eta));
  x_.insert(x_.end(), observation.begin(), observation.end());
}

SimulationTable SimulationTable::read(const std::filesystem::path& path, const Model& model,
                                      const ParameterSpace& space) {
  SimulationTable table(path, model.dimension);
  if (path.extension() == ".nc") {
    const KeptSimulations kept = read_simulations(path);
    SimulatorIdentity wanted = simulator_of(model);
    if (is_table(model.name))  // which has no simulator of its own to be compared with
      wanted = {kept.simulator.model, kept.simulator.source, kept.simulator.options,
                wanted.parameters, wanted.dimension};
    if (const std::string what = difference(kept.simulator, wanted); !what.empty())
      throw Error(Fault::data, fmt::format("{}: its simulations are of another simulator ({})",
                                           path.string(), what));
    for (const KeptPlace& place : kept.places)
      for (std::size_t i = 0; i < place.rows.size(); i += table.dimension_)
        table.add(space, place.theta, std::span(place.rows).subspan(i, table.dimension_));
  } else {
    const ReadResult read = read_sample(path.string());
    const TableColumns columns = columns_of(read, space, model.dimension, path.string());
    std::vector<double> theta(columns.parameters.size()), x(columns.observation.size());
    for (std::size_t i = 0; i < read.observations.size(); ++i) {
      for (std::size_t k = 0; k < theta.size(); ++k)
        theta[k] = read.observations(i, columns.parameters[k]);
      for (std::size_t c = 0; c < x.size(); ++c)
        x[c] = read.observations(i, columns.observation[c]);
      table.add(space, theta, x);
    }
  }
  if (table.rows() < 2)
    throw Error(Fault::data,
                fmt::format("{}: there must be simulations inside the box of the "
                            "parameters, but {} of {} rows lie outside",
                            path.string(), table.left_out(), table.left_out() + table.rows()));
  return table;
}

double SimulationTable::radius_of(const PlaceCoordinates& coordinates, std::size_t count) const {
  std::vector<double> distances;
  for (const Eigen::VectorXd& eta : etas_) distances.push_back(coordinates(eta).norm());
  const auto last =
      distances.begin() + static_cast<std::ptrdiff_t>(std::min(count, distances.size()) - 1);
  std::nth_element(distances.begin(), last, distances.end());
  return *last;
}

std::vector<TablePlace> SimulationTable::places(const PlaceCoordinates& coordinates, double within,
                                                std::size_t most) const {
  std::vector<Eigen::VectorXd> at;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < etas_.size(); ++i) {
    at.push_back(coordinates(etas_[i]));
    if (at.back().norm() <= within) rows.push_back(i);
  }
  constexpr std::size_t two_halves = 2;
  std::vector<std::span<std::size_t>> groups;
  Grouping(at, std::max(two_halves, (rows.size() + most - 1) / most)).split(rows, groups);
  std::vector<TablePlace> places;
  for (const auto& group : groups)
    if (group.size() >= two_halves) places.push_back(place_of(group));
  return places;
}

TablePlace SimulationTable::place_of(std::span<const std::size_t> rows) const {
  const std::size_t half = rows.size() / 2;
  TablePlace place{Eigen::VectorXd::Zero(etas_[rows[0]].size()), {}};
  place.simulations.asked = static_cast<int>(2 * half);
  for (std::size_t h = 0; h < 2; ++h)  // neighbours go to different halves
    for (std::size_t j = 0; j < half; ++j) {
      const std::size_t row = rows[2 * j + h];
      place.eta += etas_[row] / double(2 * half);
      const auto x = std::span(x_).subspan(row * dimension_, dimension_);
      place.simulations.rows.insert(place.simulations.rows.end(), x.begin(), x.end());
    }
  return place;
}

}  // namespace surefoot
