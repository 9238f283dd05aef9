#pragma once

#include <surefoot/cuda/objective.cuh>
#include <surefoot/optim/pattern_loop.hpp>

// The first warp of a block, which runs the optimiser and asks the others for what takes many
// hands.
namespace surefoot::cuda {

/// The objective as the algorithm of a draw asks for it (DrawAlgorithm), in every lane of the
/// leading warp alike.
template <class Sim, class Real>
class Leader {
 public:
  static constexpr bool searches_values = false, trims = false;  // what needs them is refused

  template <class T, int (*Size)(int)>
  struct Room {
    T values[Size(most_parameters)];

    SUREFOOT_HD explicit Room(int) {}
    SUREFOOT_HD operator T*() { return values; }
    SUREFOOT_HD operator const T*() const { return values; }
  };

  __device__ Leader(const DeviceProblem<Real>& problem, BlockObjective<Sim, Real>& objective,
                    Shared& shared)
      : problem_(problem), objective_(objective), shared_(shared) {}

  __device__ void begin_draw(std::uint32_t draw) {
    ask(Request::begin_draw, [&] { shared_.draw = draw; });
  }

  __device__ void begin_step(int step) {
    if (!noisy() || step == 1) return;
    ask(Request::begin_step, [&] { shared_.step = static_cast<std::uint32_t>(step - 1); });
  }
  __device__ bool noisy() const { return problem_.noise_policy == NoisePolicy::fresh; }

  __device__ __noinline__ double operator()(const double* eta, double* gradient) {
    // The host writes the wish to stop at any time, so one lane reads it for all.  Blocks that
    // share a draw must agree, so they go on to the end of it.
    if (evaluations_++ % 8 == 0 && problem_.team == 1)
      stopped_ |= __shfl_sync(0xffffffffU, *problem_.stop, 0) != 0;
    if (stopped_) {  // let every loop run out at once
      if (gradient)
        for (int k = 0; k < problem_.plan.parameters; ++k) gradient[k] = 0.0;
      return INFINITY;
    }
    simulator_calls_ += problem_.simulations;
    evaluate(eta, gradient != nullptr);
    if (shared_.failed) return INFINITY;
    const Combined f = combine({shared_.a, shared_.c}, problem_.mass);
    last_mass_ = f.mass;
    if (gradient)
      for (int k = 0; k < problem_.plan.parameters; ++k) {
        const int i = problem_.free_index[k];
        gradient[k] =
            (f.slope_a * shared_.theta_slopes_a[i] + f.slope_c * shared_.theta_slopes_c[i]) *
            problem_.axis[i].slope(shared_.theta[i]);
      }
    return isfinite(f.objective) ? f.objective : INFINITY;
  }

  /// Pictures by the landmarks of a mode; they last until the next of their kind.
  __device__ const double* target_picture(int mode) {
    ask(Request::target_picture, [&] { shared_.mode = mode; });
    return objective_.pictures().target;
  }
  __device__ ModelPicture picture_at(const double* eta, int mode) {
    const double value = (*this)(eta, nullptr);
    if (!isfinite(value)) return {value, 1.0, nullptr};
    ask(Request::model_picture, [&] { shared_.mode = mode; });
    return {value, last_mass_, objective_.pictures().model};
  }
  __device__ PictureRoom picture_room(int rows) const {
    return {objective_.pictures().room, rows, problem_.plan.parameters};
  }
  __device__ double* mode_values() const { return objective_.mode_values(); }

  template <class Around>
  __device__ LoopEnd search_around(Around& around, int p, const Edges& box, int evaluations,
                                   double* along) {
    const PatternSearch search{.first = first_around,
                               .mesh = mesh_around,
                               .evaluations = evaluations,
                               .noise = noise_around};
    Room<double, PatternLoop<Around>::workspace> memory(p);
    return PatternLoop<Around>(search, around, p, box, along, memory).run();
  }

  struct Report {
    double mass;
    double mmd2;
  };
  __device__ Report report(const double* eta) {
    evaluate(eta, false);
    if (shared_.failed) return {1.0, NAN};
    const double a = shared_.a, c = shared_.c;
    ask(Request::report, [] {});
    const Combined f = combine({a, c}, problem_.mass);
    double data = shared_.data;
    if (problem_.subset > 0 && !problem_.whole_data_term)
      data = f.mass * c + (shared_.subset[1] - f.mass * shared_.subset[2]) / shared_.subset[0];
    return {f.mass, f.objective + data};
  }

  __device__ int evaluations() const { return evaluations_; }
  __device__ std::int64_t simulator_calls() const { return simulator_calls_; }
  __device__ bool stopped() const { return stopped_; }

 private:
  template <class Write>
  __device__ void ask(Request request, Write&& write) {
    __syncwarp();
    if (threadIdx.x == 0) {
      shared_.request = request;
      write();
    }
    __syncthreads();
    objective_.serve();
  }

  __device__ void evaluate(const double* eta, bool gradient) {
    ask(Request::evaluate, [&] {
      shared_.gradient = gradient;
      for (int i = 0; i < problem_.parameters; ++i) shared_.theta[i] = problem_.held[i];
      for (int k = 0; k < problem_.plan.parameters; ++k) {
        const int i = problem_.free_index[k];
        shared_.theta[i] = problem_.axis[i].to_theta(eta[k]);
      }
    });
  }

  const DeviceProblem<Real>& problem_;
  BlockObjective<Sim, Real>& objective_;
  Shared& shared_;
  int evaluations_ = 0;
  std::int64_t simulator_calls_ = 0;
  bool stopped_ = false;
  double last_mass_ = 1.0;
};

}  // namespace surefoot::cuda
