#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "emulator/emulated_posterior.hpp"
#include "emulator/simulation_pool.hpp"
#include "emulator/simulation_table.hpp"

namespace surefoot {

/// The observations and all that was simulated, as pictures of one kernel.
class PicturedPlaces {
 public:
  PicturedPlaces(const Problem& problem, std::stop_token stop, SimulationStore* store = nullptr,
                 Crew* crew = nullptr);

  const SimulationPool& pool() const { return pool_; }
  const std::shared_ptr<const PicturedData>& data() const { return data_; }

  /// Simulates `count` observations at each place, less what is kept nearby, so many places
  /// `together` by the same latent points, and looks at them.
  void add(const std::vector<Eigen::VectorXd>& places, int count,
           const PlaceCoordinates& coordinates, std::size_t together = 1);

  /// Looks at what was simulated elsewhere.
  void take(std::span<const TablePlace> places);

  /// Takes the kernels of a problem, which compares the same model with the same observations, and
  /// landmarks from the observations and from the best places so far.
  void look_again(const Problem& problem);

  /// Places at which the simulator gave observations, those first that are nearest to the data.
  std::vector<std::size_t> ranking() const;

  /// The polynomial of a part of a region, from the places within `cut` of its middle; draws are
  /// within `reach` of it.  Nothing if the places are too few.
  std::optional<PolynomialFit> polynomial_in(const Region& part, double cut, double reach) const;

  /// The model by the polynomials of such parts.
  std::optional<EmulatedModel> model_by(const Region& region, std::vector<PolynomialFit> parts,
                                        double cut) const;

  /// The picture of the embedding at a place, by all of its simulations.
  Eigen::VectorXd picture_at(std::size_t place) const {
    return 0.5 * (seen_[place].embedding[0] + seen_[place].embedding[1]);
  }

 private:
  /// What was seen at a place, by each half of its simulations.
  struct Seen {
    std::array<Eigen::VectorXd, 2> embedding, trim_mean, trim_square;
    double value = 0.0;  // of the objective on the observations
  };
  using Picture = std::array<Eigen::VectorXd, 2> Seen::*;

  Eigen::MatrixXd landmark_candidates() const;
  void look_at_new_places();
  void look_at(std::size_t first, std::size_t last);  // of the places
  std::vector<std::size_t> places_around(std::span<const Region* const> parts, double cut) const;
  SeenPictures seen_at(const std::vector<std::size_t>& places, Picture what) const;

  Problem problem_;
  SimulationPool pool_;
  std::shared_ptr<const PicturedData> data_;
  Eigen::VectorXd mean_of_data_;
  std::vector<Seen> seen_;
};

}  // namespace surefoot
