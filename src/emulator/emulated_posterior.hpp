#pragma once

#include <memory>
#include <optional>

#include <surefoot/bootstrap/problem.hpp>

#include "bootstrap/trimming.hpp"
#include "emulator/embedding_picture.hpp"
#include "emulator/emulated_draw.hpp"
#include "emulator/map_ensemble.hpp"

namespace surefoot {

/// The observations as the emulated model is compared with them.
struct PicturedData {
  std::shared_ptr<const EmbeddingPicture> picture;
  Eigen::MatrixXd rows;  // pictures of the observations, one a column
  /// The same for the kernel that tells excess data, if they are trimmed.
  std::shared_ptr<const EmbeddingPicture> trim_picture;
  Eigen::MatrixXd trim_rows;
  std::vector<Eigen::Index> nearest;  // landmark of trim_picture to each observation
};

/// The model around the posterior: its embedding, and what trimming looks at.
struct EmulatedModel {
  EmbeddingEmulator embedding;
  std::optional<EmbeddingEmulator> trim_mean;    // E k(z, Y), as a picture
  std::optional<EmbeddingEmulator> trim_square;  // E k(z, Y)^2 at its landmarks
};

/// Draws of the posterior by an emulated model: nothing is simulated.
class EmulatedPosterior {
 public:
  /// Draws begin at one of the `starts`, on the optimiser's scale, and stay within `reach` of the
  /// middle of the emulator's region.
  EmulatedPosterior(const Problem& problem, std::shared_ptr<const PicturedData> data,
                    EmulatedModel model, std::span<const Eigen::VectorXd> starts, double reach);

  const EmbeddingEmulator& emulator() const { return model_.embedding; }

  /// Draw number `draw`, a function of its number alone; with the emulator's own error, unless that
  /// is to be left out.
  struct Draw {
    EmulatedMinimum minimum;
    double mmd2 = 0.0;
    bool prior_cut = false;
  };
  enum class MapError { none, here, everywhere };
  Draw draw(std::uint32_t number, MapError error = MapError::here) const;

  /// What the observations with equal weights lead to, and the shares of them that count there.
  const EmulatedMinimum& best() const { return best_; }
  const std::vector<double>& shares() const { return shares_; }

 private:
  void settle_shares();
  void shares_at(const EmulatedMinimum& minimum, const Eigen::VectorXd& weights,
                 std::vector<double>& shares) const;

  Problem problem_;
  std::shared_ptr<const PicturedData> data_;
  EmulatedModel model_;
  Eigen::MatrixXd outputs_;       // of the observations, one a column
  Eigen::VectorXd left_out_;      // k(x, x) less what is in the picture of each observation
  Eigen::MatrixXd trim_outputs_;  // of the observations, one a row
  EmulatedTarget target_;
  MapEnsemble maps_;
  EmulatedMinimum best_;
  std::vector<double> shares_;  // empty: all of all observations
};

/// The rows of a sample in units of the column scales.
Eigen::MatrixXd scaled_rows(std::span<const double> values, const std::vector<double>& scale);

}  // namespace surefoot
