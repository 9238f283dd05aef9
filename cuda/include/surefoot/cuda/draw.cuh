#pragma once

#include <surefoot/optim/adam.hpp>
#include <surefoot/optim/bfgs_loop.hpp>
#include <surefoot/optim/first_order.hpp>
#include <surefoot/optim/pattern_loop.hpp>
#include <surefoot/optim/sgd.hpp>

#include <surefoot/cuda/objective.cuh>

// A whole minimisation on the chip.
namespace surefoot::cuda {

/// The objective as an optimiser calls it, in every lane of the leading warp alike.
template <class Sim, class Real>
class Leader {
 public:
  __device__ Leader(const DeviceProblem<Real>& problem, BlockObjective<Sim, Real>& objective,
                    Shared& shared)
      : problem_(problem), objective_(objective), shared_(shared) {}

  __device__ void begin_draw(std::uint32_t draw) {
    ask(Request::begin_draw, [&] { shared_.draw = draw; });
  }

  // As the loops of optimisers call it.
  __device__ void begin_step(int step) {
    if (!noisy() || step == 1) return;
    ask(Request::begin_step, [&] { shared_.step = static_cast<std::uint32_t>(step - 1); });
  }
  __device__ bool noisy() const { return problem_.noise_policy == NoisePolicy::fresh; }

  __device__ __noinline__ double operator()(const double* eta, double* gradient) {
    if (evaluations_++ % 8 == 0 && *problem_.stop) stopped_ = true;
    if (stopped_) {  // let every loop run out at once
      if (gradient)
        for (int k = 0; k < problem_.free; ++k) gradient[k] = 0.0;
      return INFINITY;
    }
    simulator_calls_ += problem_.simulations;
    evaluate(eta, gradient != nullptr);
    if (shared_.failed) return INFINITY;
    const Combined f = combine({shared_.a, shared_.c}, problem_.mass);
    if (gradient)
      for (int k = 0; k < problem_.free; ++k) {
        const int i = problem_.free_index[k];
        gradient[k] =
            (f.slope_a * shared_.theta_slopes_a[i] + f.slope_c * shared_.theta_slopes_c[i]) *
            problem_.axis[i].slope(shared_.theta[i]);
      }
    return f.objective;
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
      for (int k = 0; k < problem_.free; ++k) {
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
};

/// Where a minimisation has led.
struct Found {
  double eta[most_parameters];
  LoopEnd end;
};

template <class Sim, class Real>
class DrawSolver {
 public:
  using Evaluate = Leader<Sim, Real>;

  __device__ DrawSolver(const DeviceProblem<Real>& problem, Evaluate& evaluate)
      : problem_(problem),
        evaluate_(evaluate),
        box_{problem.lower, problem.upper, problem.scale} {}

  /// One task: a draw, or one start of it.
  __device__ void run(int task, DeviceResult& result) {
    const int per_draw = problem_.each_start_apart ? problem_.modes : 1;
    const std::uint32_t draw = problem_.first_draw + static_cast<std::uint32_t>(task / per_draw);
    evaluate_.begin_draw(draw);
    Found best;
    DeviceResult row{};
    row.mass = 1.0;
    if (problem_.each_start_apart) {
      row.mode = task % per_draw;
      best = solve(problem_.mode[row.mode], problem_.mode[row.mode].eta, true);
    } else {
      row.mode = from_modes(best);
      if (best.end.ending != Ending::failed && problem_.others > 0 && solved_again(draw))
        solve_again(best, row);
    }
    row.objective = row.mmd2 = row.gradient_norm = row.remaining = NAN;
    row.ending = best.end.ending;
    if (best.end.ending != Ending::failed) {
      copy(best.eta, problem_.free, row.eta);
      row.objective = best.end.value;
      row.gradient_norm = best.end.gradient_norm;
      row.remaining = best.end.remaining;
      // Of noise that is fresh at every step only the last remains.
      const auto report = evaluate_.report(best.eta);
      row.mass = report.mass;
      row.mmd2 = report.mmd2;
    }
    row.evaluations = evaluate_.evaluations();
    row.simulator_calls = evaluate_.simulator_calls();
    if (threadIdx.x != 0 || evaluate_.stopped()) return;
    result = row;
    __threadfence_system();
    *const_cast<volatile int*>(&result.finished) = 1;
  }

 private:
  /// Solves from every mode that could win, the most promising first; which one did.
  __device__ int from_modes(Found& best) {
    constexpr int most = 32;
    const int count = min(problem_.modes, most);
    double value[most];
    int order[most];
    for (int k = 0; k < count; ++k) {
      value[k] = count == 1 ? 0.0 : evaluate_(problem_.mode[k].eta, nullptr);
      int at = k;
      for (; at > 0 && value[k] < value[order[at - 1]]; --at) order[at] = order[at - 1];
      order[at] = k;
    }
    int winner = 0;
    double reach = INFINITY;
    for (int i = 0; i < count; ++i) {
      const int k = order[i];
      if (value[k] - reach > best.end.value) break;  // too far behind to catch up
      const Found found = solve(problem_.mode[k], problem_.mode[k].eta, true);
      if (found.end.ending == Ending::failed) continue;
      if (best.end.ending != Ending::failed && !(found.end.value < best.end.value)) continue;
      best = found;
      winner = k;
      reach = problem_.bounded && problem_.mode[k].has_sd
                  ? 2.0 * max(value[k] - found.end.value, problem_.mode[k].fall)
                  : INFINITY;
    }
    return winner;
  }

  __device__ bool solved_again(std::uint32_t draw) const {
    return random_block({problem_.seed, draw, 1, 0, Purpose::selection}, 0)[0] % 64 == 0;
  }

  /// Solves from starts that know nothing of the modes; keeps what is better.
  __device__ void solve_again(Found& best, DeviceResult& row) {
    row.resolved = true;
    for (int i = 0; i < problem_.others; ++i) {
      const Found found =
          solve(problem_.mode[row.mode], problem_.other + i * most_parameters, false);
      constexpr double worth_telling = 1e-6;  // of the value
      if (found.end.ending == Ending::failed ||
          !(found.end.value < best.end.value - worth_telling * std::abs(best.end.value)))
        continue;
      best = found;
      row.improved = true;
    }
  }

  __device__ __noinline__ Found solve(const DeviceMode& mode, const double* start, bool knows_hessian) {
    Found found;
    copy(start, problem_.free, found.eta);
    switch (problem_.optimiser) {
      case OptimiserName::adam:
        first_order(Adam{.step_size = problem_.step_size}, found);
        break;
      case OptimiserName::sgd:
        first_order(Sgd{.step_size = problem_.step_size}, found);
        break;
      default:
        bfgs(mode, knows_hessian && mode.has_hessian, found);
    }
    return found;
  }

  template <class Rule>
  __device__ __noinline__ void first_order(const Rule& rule, Found& found) {
    typename Rule::Coordinate state[most_parameters];
    double memory[2 * most_parameters];
    found.end = first_order_loop(rule, problem_.steps, evaluate_, problem_.free, box_, found.eta,
                                 state, memory);
  }

  __device__ __noinline__ void bfgs(const DeviceMode& mode, bool hessian_given, Found& found) {
    const int p = problem_.free;
    const BfgsRule rule{problem_.steps, mode.tolerance, problem_.noise,
                        mode.has_sd ? mode.sd : nullptr};
    double hessian[most_parameters * most_parameters], x[most_parameters];
    double memory[BfgsLoop<Evaluate>::workspace(most_parameters)];
    copy(mode.hessian, p * p, hessian);
    copy(found.eta, p, x);
    BfgsLoop<Evaluate> loop(rule, evaluate_, p, box_, x, hessian, memory);
    LoopEnd end = loop.run(hessian_given);
    copy(loop.eta(), p, found.eta);
    const double certified = problem_.certified_move;
    if (end.ending == Ending::step_limit && end.remaining <= certified)
      end.ending = Ending::converged;
    // Nothing is left to gain, though some direction may not matter at all: no move to speak of.
    if (end.ending == Ending::converged && end.remaining > certified) end.remaining = NAN;
    found.end = end;
    if (end.ending == Ending::step_limit && end.steps < problem_.steps) pattern(mode, found);
  }

  /// Values alone, where gradients lead nowhere.
  __device__ __noinline__ void pattern(const DeviceMode& mode, Found& found) {
    const int p = problem_.free;
    const PatternSearch search{.evaluations = 5 * problem_.steps, .noise = problem_.noise};
    double x[most_parameters], memory[PatternLoop<Evaluate>::workspace(most_parameters)];
    copy(found.eta, p, x);
    LoopEnd end = PatternLoop<Evaluate>(search, evaluate_, p, box_, x, memory).run();
    if (!(end.value <= found.end.value)) return;
    if (mode.has_sd && end.ending == Ending::converged) {
      end.remaining = 0.0;
      for (int k = 0; k < p; ++k)
        end.remaining = max(end.remaining, search.mesh * problem_.scale[k] / mode.sd[k]);
    }
    found.end = end;
    copy(x, p, found.eta);
  }

  const DeviceProblem<Real>& problem_;
  Evaluate& evaluate_;
  const Edges box_;
};

/// Blocks that share a multiprocessor: as many as the derivatives leave registers for.
template <class Sim, class Real>
inline constexpr int blocks_at_once = Sim::parameters <= 4 && sizeof(Real) == 4 ? 4 : 2;

/// Blocks take task after task until there are none.
template <class Sim, class Real>
__global__ void __launch_bounds__(threads, (blocks_at_once<Sim, Real>))
    draw_kernel(const __grid_constant__ DeviceProblem<Real> problem,
                const __grid_constant__ Sim simulator) {
  extern __shared__ __align__(16) unsigned char pass_memory[];
  __shared__ Shared shared;
  __shared__ int task;
  shared.spline.fill();
  BlockObjective<Sim, Real> objective(problem, simulator, shared, pass_memory);
  for (;;) {
    if (threadIdx.x == 0) task = *problem.stop ? problem.tasks : atomicAdd(problem.next_task, 1);
    __syncthreads();
    const int mine = task;
    __syncthreads();
    if (mine >= problem.tasks) return;
    if (threadIdx.x < 32) {
      Leader<Sim, Real> leader(problem, objective, shared);
      DrawSolver<Sim, Real>(problem, leader).run(mine, problem.results[mine]);
      __syncwarp();
      if (threadIdx.x == 0) shared.request = Request::end;
      __syncthreads();
    } else {
      for (;;) {
        __syncthreads();
        if (shared.request == Request::end) break;
        objective.serve();
      }
    }
    __syncthreads();
  }
}

}  // namespace surefoot::cuda
