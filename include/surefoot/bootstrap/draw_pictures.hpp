#pragma once

#include <surefoot/optim/gauss_newton_loop.hpp>

// What Gauss-Newton asks of a draw, on either processor: pictures of its embeddings (Landmarks),
// and how they move with eta.
namespace surefoot {

/// Where the Jacobian of `rows` numbers and what goes with it lie in memory that is given.
struct PictureRoom {
  double* jacobian;
  double* above;  // of one side of a difference
  double* work;

  SUREFOOT_HD static constexpr int size(int rows, int p) {
    return (p + 1) * rows + GaussNewtonLoop<int>::workspace(rows, p);
  }
  SUREFOOT_HD PictureRoom(double* memory, int rows, int p)
      : jacobian(memory), above(memory + p * rows), work(above + rows) {}
};

/// The model at some eta: the objective's value there, the mass in force, and its
/// picture by the landmarks of a mode, which lasts until the next; only the value
/// (infinite) where the simulator fails.
struct ModelPicture {
  double value;
  double mass;
  const double* numbers;
};

/// The residual s mu_theta - mu_W of a draw, as its picture by the landmarks of a mode.
template <class Evaluator>
struct PictureResidual {
  Evaluator& evaluate;
  int mode;
  int rows;
  const double* target;

  SUREFOOT_HD_CALL double operator()(const double* eta, double* residual) {
    const ModelPicture model = evaluate.picture_at(eta, mode);
    if (!std::isfinite(model.value)) return model.value;
    for (int i = 0; i < rows; ++i) residual[i] = model.mass * model.numbers[i] - target[i];
    return model.value;
  }
};

/// The Jacobian of the model's picture at eta by central differences of `step`
/// scales with common latent points; `at` has room for one more eta.  False if the
/// simulator fails nearby.
template <class Evaluator>
SUREFOOT_HD bool difference_jacobian(Evaluator& evaluate, int mode, int rows, int p,
                                     const Edges& box, const double* eta, const double* step,
                                     double* at, const PictureRoom& room) {
  copy(eta, p, at);
  for (int k = 0; k < p; ++k) {
    const double up = inside(eta[k] + step[k] * box.scale[k], k, box);
    const double down = inside(eta[k] - step[k] * box.scale[k], k, box);
    at[k] = up;
    const ModelPicture above = evaluate.picture_at(at, mode);
    if (!std::isfinite(above.value)) return false;
    copy(above.numbers, rows, room.above);
    at[k] = down;
    const ModelPicture below = evaluate.picture_at(at, mode);
    if (!std::isfinite(below.value)) return false;
    for (int i = 0; i < rows; ++i)
      room.jacobian[k * rows + i] = (room.above[i] - below.numbers[i]) / (up - down);
    at[k] = eta[k];
  }
  return true;
}

/// A draw's objective around a point, as a function of how far to go along each principal axis.
template <class Evaluator>
struct AlongAxes {
  Evaluator& evaluate;
  int p;
  const Edges& box;
  const double* axes;
  const double* length;
  const double* centre;
  double* at;

  SUREFOOT_HD void eta(const double* along, double* into) const {
    for (int i = 0; i < p; ++i) {
      double move = 0.0;
      for (int k = 0; k < p; ++k) move += axes[k * p + i] * length[k] * along[k];
      into[i] = inside(centre[i] + move, i, box);
    }
  }
  SUREFOOT_HD double operator()(const double* along, double*) {
    eta(along, at);
    return evaluate(at, nullptr);
  }
};

}  // namespace surefoot
