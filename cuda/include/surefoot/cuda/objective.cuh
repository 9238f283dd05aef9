#pragma once

#include <surefoot/cuda/simulation.cuh>

// The objective of one draw, evaluated by all threads of a block.  The first warp leads: it runs
// the optimiser, and asks the others for what takes many hands.
namespace surefoot::cuda {

template <class Sim, class Real>
class BlockObjective {
 public:
  static constexpr int P = Sim::parameters, D = Sim::dimension;
  static constexpr int pass_room = pass_bytes<D>;

  __device__ BlockObjective(const DeviceProblem<Real>& problem, const Sim& simulator,
                            Shared& shared)
      : problem_(problem), simulator_(simulator), shared_(shared) {
    const std::int64_t block = blockIdx.x;
    memory_ = memory_of(block);
  }

  /// That of another block of the team, or one's own.
  __device__ BlockMemory<Real> memory_of(std::int64_t block) const {
    const BlockMemory<Real>& first = problem_.memory;
    const std::int64_t reals = block * problem_.real_stride;
    const std::int64_t doubles = block * problem_.double_stride;
    return {
        first.weights + reals,       first.latents + reals,        first.y + reals,
        first.jacobian + reals,      first.self_slopes + doubles,  first.target_slopes + doubles,
        first.grids + doubles,       first.subset_weights + reals, first.pictures + doubles,
        first.mode_values + doubles, first.team_slopes + doubles,  first.team_total + doubles};
  }

  /// Does what the leader asks for.  Called by all threads; what the leader wrote before is seen by
  /// all, and what they answer by the leader.
  __device__ __noinline__ void serve() {
    switch (shared_.request) {
      case Request::begin_draw:
        fill_weights(problem_, shared_.draw, memory_.weights, shared_.room);
        fill_latents(problem_, noise_draw(), 0, memory_.latents);
        make_fields();
        break;
      case Request::begin_step:
        fill_latents(problem_, noise_draw(), shared_.step, memory_.latents);
        break;
      case Request::evaluate:
        if (problem_.closed_form)
          evaluate_exactly();
        else if (shared_.gradient)
          evaluate<true>();
        else
          evaluate<false>();
        break;
      case Request::report:
        report();
        break;
      case Request::model_picture:
        take_picture(simulated(), pictures().model);
        break;
      case Request::target_picture:
        take_picture(target(), pictures().target);
        break;
      case Request::end:
        break;
    }
    __syncthreads();
  }

  __device__ PictureMemory pictures() const { return PictureMemory(memory_.pictures); }
  __device__ double* mode_values() const { return memory_.mode_values; }

 private:
  __device__ std::uint32_t noise_draw() const {
    return problem_.noise_policy == NoisePolicy::shared ? common_draw : shared_.draw;
  }

  __device__ DevicePoints<Real> target() const {
    return {problem_.observations, problem_.observations, problem_.coordinates, memory_.weights,
            Real(0)};
  }
  __device__ DevicePoints<Real> simulated() const { return simulated_points(problem_, memory_); }

  /// The grids of this draw, and the data term where it is wanted whole.
  __device__ void make_fields() {
    if (problem_.grids == 0) return;
    double data = 0.0;
    for (int g = 0; g < problem_.grids; ++g)
      data += make_field(problem_, problem_.grid[g], memory_.weights, memory_.grids, shared_.spline,
                         shared_.room);
    // Observations that are not on the grids: with those that are, and with each other.
    const auto with_each_other = [&](const DevicePoints<Real>& some) {
      double sum[1] = {0.0};
      for (int i = threadIdx.x; i < some.count; i += threads)
        sum[0] +=
            2.0 * double(some.weight_of(i)) *
            read_field(problem_, memory_.grids, shared_.spline, double(some.coordinates[i])).value;
      block_sum(sum, shared_.room);
      data += sum[0] +
              kernel_pass<false, D>(problem_.gridded_kernel, below(), some, nullptr, shared_.room) +
              kernel_pass<false, D>(problem_.gridded_kernel, above(), some, nullptr, shared_.room);
    };
    if (below().count > 0) with_each_other(below());
    if (above().count > 0) with_each_other(above());
    if (threadIdx.x == 0) shared_.data = data;
  }

  __device__ DevicePoints<Real> below() const { return target().part(0, problem_.first_on_grid); }
  __device__ DevicePoints<Real> above() const {
    return target().part(problem_.last_on_grid, problem_.observations);
  }

  template <bool gradient>
  __device__ void evaluate() {
    if (threadIdx.x == 0) shared_.failed = false;
    __syncthreads();
    if (!simulate<gradient>(problem_, simulator_, shared_, memory_)) shared_.failed = true;
    if constexpr (gradient) {
      for (std::int64_t i = threadIdx.x; i < std::int64_t{D} * problem_.simulations; i += threads)
        memory_.self_slopes[i] = memory_.target_slopes[i] = 0.0;
    }
    __syncthreads();
    if (shared_.failed) return;
    const double self = kernel_pass<gradient, D, Meets::others>(
        problem_.kernel, simulated(), simulated(), memory_.self_slopes, shared_.room);
    const double cross = meet_target<gradient>(simulated(), memory_.target_slopes);
    if constexpr (gradient) pull_back<Sim>(problem_, shared_, memory_);
    if (threadIdx.x == 0) {
      shared_.a = self_embedding(self, problem_.square_sum, problem_.at_zero, problem_.statistic);
      shared_.c = cross;
      shared_.failed = !isfinite(shared_.a) || !isfinite(cross);
    }
  }

  /// sum_j v_j <mu_W, k_j>.
  template <bool gradient>
  __device__ double meet_target(const DevicePoints<Real>& y, double* slopes) {
    double total = problem_.team > 1 ? meet_target_together<gradient>(y, slopes)
                                     : kernel_pass<gradient, D>(problem_.paired_kernel, target(), y,
                                                                slopes, shared_.room);
    if (problem_.grids == 0) return total;
    if constexpr (D == 1) {
      total += kernel_pass<gradient, D>(problem_.gridded_kernel, below(), y, slopes, shared_.room) +
               kernel_pass<gradient, D>(problem_.gridded_kernel, above(), y, slopes, shared_.room);
      double sum[1] = {0.0};
      for (int j = threadIdx.x; j < y.count; j += threads) {
        const FieldValue f =
            read_field(problem_, memory_.grids, shared_.spline, double(y.coordinates[j]));
        sum[0] = fma(double(y.weight_of(j)), f.value, sum[0]);
        if constexpr (gradient) slopes[j] += f.slope;
      }
      block_sum(sum, shared_.room);
      total += sum[0];
    }
    return total;
  }

  /// The sums over pairs, each block of the team with its part of the observations.
  template <bool gradient>
  __device__ double meet_target_together(const DevicePoints<Real>& y, double* slopes) {
    const int size = Team::size(), rank = Team::rank();
    const std::int64_t n = problem_.observations, first = blockIdx.x - rank;
    const auto mine =
        target().part(static_cast<int>(n * rank / size), static_cast<int>(n * (rank + 1) / size));
    const double part =
        kernel_pass<gradient, D>(problem_.paired_kernel, mine, y, slopes, shared_.room);
    if (threadIdx.x == 0) *memory_.team_total = part;
    Team::sync();
    double total = 0.0;
    for (int r = 0; r < size; ++r) total += *memory_of(first + r).team_total;
    if constexpr (gradient) {
      for (std::int64_t i = threadIdx.x; i < std::int64_t{D} * y.count; i += threads) {
        double sum = 0.0;
        for (int r = 0; r < size; ++r) sum += memory_of(first + r).target_slopes[i];
        memory_.team_slopes[i] = sum;
      }
    }
    Team::sync();
    if constexpr (gradient) {
      for (std::int64_t i = threadIdx.x; i < std::int64_t{D} * y.count; i += threads)
        slopes[i] = memory_.team_slopes[i];
      __syncthreads();
    }
    return total;
  }

  /// The closed form: C is a sum of kernels around theta itself.
  __device__ void evaluate_exactly() {
    if constexpr (P == D) {
      if (threadIdx.x < D) {
        const int c = threadIdx.x;
        memory_.y[c] = static_cast<Real>(shared_.theta[c] - problem_.centre[c]);
        memory_.target_slopes[c] = 0.0;
      }
      __syncthreads();
      const DevicePoints<Real> point{1, 1, memory_.y, nullptr, Real(1)};
      const double cross = kernel_pass<true, D>(problem_.paired_kernel, target(), point,
                                                memory_.target_slopes, shared_.room);
      if (threadIdx.x == 0) {
        shared_.a = problem_.closed_form_a;
        shared_.c = cross;
        shared_.failed = !isfinite(cross);
        for (int k = 0; k < P; ++k) {
          shared_.theta_slopes_a[k] = 0.0;
          shared_.theta_slopes_c[k] = memory_.target_slopes[k];
        }
      }
    }
  }

  /// The embedding of some points at the landmarks of a mode, whitened.
  __device__ void take_picture(const DevicePoints<Real>& points, double* picture) {
    const DeviceLandmarks<Real>& mode = problem_.landmarks[shared_.mode];
    double* const field = pictures().field;
    for (int i = threadIdx.x; i < mode.count; i += threads) field[i] = 0.0;
    __syncthreads();
    const DevicePoints<Real> at{mode.count, mode.count, mode.points, nullptr, Real(1)};
    kernel_pass<false, D>(problem_.kernel, points, at, field, shared_.room);
    __syncthreads();
    for (int i = threadIdx.x; i < mode.pictures; i += threads)
      picture[i] = dot(mode.whitening + i * mode.count, field, mode.count);
  }

  /// The data term, or the sums that it is estimated from, at the last theta.
  __device__ void report() {
    if (problem_.whole_data_term) {
      const double data =
          kernel_pass<false, D>(problem_.kernel, target(), target(), nullptr, shared_.room);
      if (threadIdx.x == 0) shared_.data = data;
      return;
    }
    if (problem_.subset == 0) return;  // known from the grids
    double total[1] = {0.0};
    for (int i = threadIdx.x; i < problem_.subset; i += threads) {
      const Real w = memory_.weights[problem_.subset_places[i]];
      memory_.subset_weights[i] = w;
      total[0] += double(w);
    }
    block_sum(total, shared_.room);
    const DevicePoints<Real> some{problem_.subset, problem_.subset, problem_.subset_coordinates,
                                  memory_.subset_weights, Real(0)};
    const double with_target =
        kernel_pass<false, D>(problem_.kernel, target(), some, nullptr, shared_.room);
    const DevicePoints<Real> point{1, 1, memory_.y, nullptr, Real(1)};
    const double with_model =
        problem_.closed_form
            ? kernel_pass<false, D>(problem_.paired_kernel, some, point, nullptr, shared_.room)
            : kernel_pass<false, D>(problem_.kernel, simulated(), some, nullptr, shared_.room);
    if (threadIdx.x == 0) {
      shared_.subset[0] = total[0];
      shared_.subset[1] = with_target;
      shared_.subset[2] = with_model;
    }
  }

  const DeviceProblem<Real>& problem_;
  const Sim& simulator_;
  Shared& shared_;
  BlockMemory<Real> memory_;
};

}  // namespace surefoot::cuda
