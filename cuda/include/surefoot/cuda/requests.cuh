#pragma once

#include <surefoot/cuda/field.cuh>

// What the first warp of a block, which leads, and the others tell each other.
namespace surefoot::cuda {

enum class Request { begin_draw, begin_step, evaluate, report, model_picture, target_picture, end };

/// Where what Gauss-Newton works with lies in the memory that a block has for it.
struct PictureMemory {
  double* field;  // at the landmarks
  double* model;  // pictures
  double* target;
  double* room;  // of a PictureRoom

  __device__ explicit PictureMemory(double* memory)
      : field(memory),
        model(field + most_landmarks),
        target(model + most_landmarks),
        room(target + most_landmarks) {}
};

/// What the threads of a block share.
struct Shared {
  Request request;
  std::uint32_t draw;
  std::uint32_t step;
  bool gradient;
  int mode;
  double theta[most_parameters];
  // Answers.
  bool failed;
  double a, c;
  double theta_slopes_a[most_parameters], theta_slopes_c[most_parameters];
  double data;       // sum_ab W_a W_b k(z_a, z_b), or what stands for it
  double subset[3];  // sums over some observations: of W, with mu_W and with mu_theta
  // Room to work in.
  double room[warps * (most_parameters + 1)];
  Spline spline;
};

}  // namespace surefoot::cuda
