#pragma once

#include <memory>
#include <span>
#include <vector>

#include <surefoot/bootstrap/draw_objective.hpp>

namespace surefoot {

/// A finite picture of the embeddings: their values at some points of the data
/// space, whitened by the kernel between those, so that squared distances
/// between pictures are those of the embeddings, projected (Nystrom).
class Landmarks {
 public:
  /// Points from the observations and from the model at eta.
  Landmarks(const Problem& problem, DrawObjective& objective, std::span<const double> eta);

  /// Numbers in a picture.
  int size() const { return size_; }

  /// Of a model, and of the draw's target.
  std::vector<double> of_model(const EmbeddedModel& model) const;
  std::vector<double> of_target(DrawObjective& objective) const;

  /// The points, one after the other, in units of the column scales, and the
  /// matrix that turns values there into a picture, row by row.
  std::span<const double> points() const { return points_; }
  std::span<const double> whitening() const { return whitening_; }

  /// Most points that there are.
  static constexpr int most = 96;

 private:
  std::vector<double> whiten(const std::vector<double>& field) const;

  std::vector<double> points_;
  std::vector<double> whitening_;  // size x points, row by row
  int count_ = 0;
  int size_ = 0;
};

/// What Gauss-Newton takes for the model at eta and for the draw's target: pictures, and behind
/// them the rows of a prior on theta.
std::vector<double> rows_of_model(const Landmarks& landmarks, const DrawObjective& objective,
                                  const EmbeddedModel& model, std::span<const double> eta);
std::vector<double> rows_of_target(const Landmarks& landmarks, DrawObjective& objective);

/// How many rows that are.
int row_count(const Landmarks& landmarks, const DrawObjective& objective);

/// The residual of a draw, and how it moves with eta where a mode is.
struct Linearisation {
  std::shared_ptr<const Landmarks> landmarks;
  std::vector<double> jacobian;  // of the rows of the model, one parameter after the other
};

/// That Jacobian by central differences of `step` scales with common latent
/// points.  Empty if the simulator fails nearby.
std::vector<double> difference_jacobian(const Problem& problem, const Landmarks& landmarks,
                                        DrawObjective& objective, std::span<const double> eta,
                                        std::span<const double> step);

}  // namespace surefoot
