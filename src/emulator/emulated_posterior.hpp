#pragma once

#include <memory>
#include <optional>

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/bootstrap/problem.hpp>

#include "bootstrap/trimming.hpp"
#include "emulator/emulated_draw.hpp"
#include "emulator/map_ensemble.hpp"
#include "emulator/pictured_data.hpp"

namespace surefoot {

/// The model around the posterior: its embedding, and what trimming looks at.
struct EmulatedModel {
  EmbeddingEmulator embedding;
  std::optional<EmbeddingEmulator> trim_mean;    // E k(z, Y), as a picture
  std::optional<EmbeddingEmulator> trim_square;  // E k(z, Y)^2 at its landmarks
};

/// Draws of the posterior by an emulated model: nothing is simulated.
class EmulatedPosterior {
 public:
  /// Draws begin at one of the starts of `maps`, or in the middle of the emulator's region without
  /// them, and stay within `reach` of the middle of a part of it.
  EmulatedPosterior(const Problem& problem, std::shared_ptr<const PicturedData> data,
                    EmulatedModel model, std::shared_ptr<const MapEnsemble> maps, double reach);

  const EmbeddingEmulator& emulator() const { return model_.embedding; }
  const Problem& problem() const { return problem_; }
  const PicturedData& data() const { return *data_; }
  const EmulatedModel& model() const { return model_; }
  double reach() const { return target_.reach; }
  const std::shared_ptr<const MapEnsemble>& maps() const { return maps_; }

  /// The observations in the outputs of the emulator, one a column.
  const Eigen::MatrixXf& outputs() const { return outputs_; }

  /// What data of these weights and the model at u embed to at the observations under the kernel
  /// that trimming looks with, each observation included.  Of problems that trim.
  AtomFields atom_fields(const Eigen::VectorXd& u, const Eigen::VectorXd& weights) const;

  /// How many observations leave as much to chance as those of the data and the emulator's error of
  /// these fields together.
  std::size_t observations_worth(const Eigen::VectorXd& u) const;

  /// Draw number `draw`, a function of its number alone, with the emulator's own error: one around
  /// the draw, another such, one that goes on as a straight line, for draws that explore, or one of
  /// those that differ everywhere (of `maps`).
  struct Draw {
    EmulatedMinimum minimum;
    double mmd2 = 0.0;
    bool prior_cut = false;
    bool undetermined = false;  // other places are as good
    bool led_out = false;       // its minimum would be beyond what is known
  };
  enum class MapError { here, another, straight, everywhere };
  Draw draw(std::uint32_t number, MapError error = MapError::here) const;

  /// What the observations with equal weights lead to, and the shares of them that count there.
  const EmulatedMinimum& best() const { return best_; }
  const std::vector<double>& shares() const { return shares_; }

  /// The same from a place of eta on, where these coordinates of it are held.
  EmulatedMinimum best_beside(const Eigen::VectorXd& eta,
                              const std::vector<std::size_t>& held) const;

  /// What the observations, with equal weights or with those of a draw, are in the outputs of the
  /// emulator, as far as they count for the best fit.
  Eigen::VectorXd weighted_outputs() const;
  Eigen::VectorXd weighted_outputs(std::uint32_t draw) const;

  /// Takes the prior of the settings with this weight beside MMD^2, of a problem that has not
  /// weighed it yet.
  void take_prior(double weight);

  /// Spreads draws over values between which the data do not decide.
  void spread_over(std::vector<FlatPath> paths);
  const Modes& modes() const { return modes_; }  // the best fit, and those paths

 private:
  /// Weights, and pseudo-observations in the outputs and as a picture.
  struct WeightedData {
    DirichletDraw drawn;
    Eigen::VectorXd weights, pseudo_picture, pseudo_outputs;
  };
  WeightedData data_of(std::uint32_t draw) const;
  Eigen::VectorXd counted(const Eigen::VectorXd& weights, const std::vector<double>& shares) const;

  /// Holds a draw at a random place of what the data leave open, and begins there; the rest is what
  /// it would be if that were known.
  EmulatedStart hold_what_is_open(EmulatedTarget& target, std::uint32_t number) const;

  /// The minimum of the expected distance, which may be further out.
  EmulatedMinimum minimum_of_expected(EmulatedTarget target, DrawnMap map,
                                      const EmulatedStart& start, double settled) const;

  void centre_prior();
  EmulatedStart start_for(const EmulatedTarget& target) const;
  void settle_shares();
  double own_field(double weight) const;  // of an observation at its place
  void shares_at(const EmulatedMinimum& minimum, const Eigen::VectorXd& weights,
                 std::vector<double>& shares) const;

  Problem problem_;
  std::shared_ptr<const PicturedData> data_;
  EmulatedModel model_;
  Eigen::MatrixXf outputs_;       // of the observations, one a column
  Eigen::MatrixXf trim_outputs_;  // of the observations, one a row
  double trim_at_zero_ = 0.0;     // k(x, x) of the kernel that trimming looks with
  EmulatedTarget target_;
  std::shared_ptr<const MapEnsemble> maps_;  // null: none
  EmulatedMinimum best_;
  Modes modes_;
  std::vector<double> shares_;  // empty: all of all observations
};

}  // namespace surefoot
