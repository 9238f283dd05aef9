#pragma once

#include <surefoot/bootstrap/refinement.hpp>
#include <surefoot/cuda/leader.cuh>
#include <surefoot/optim/adam.hpp>
#include <surefoot/optim/bfgs_loop.hpp>
#include <surefoot/optim/first_order.hpp>
#include <surefoot/optim/metric_loop.hpp>
#include <surefoot/optim/pattern_loop.hpp>
#include <surefoot/optim/sgd.hpp>

// A whole minimisation on the chip.
namespace surefoot::cuda {

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
      : problem_(problem), evaluate_(evaluate), box_{problem.lower, problem.upper, problem.scale} {}

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
      best = solve(row.mode, problem_.mode[row.mode].eta, true);
    } else {
      row.mode = from_modes(best);
      refine(row.mode, best);
      if (best.end.ending != Ending::failed && problem_.others > 0 &&
          solved_again(problem_.seed, draw))
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
    if (threadIdx.x != 0 || Team::rank() != 0 || evaluate_.stopped()) return;
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
      if (i == problem_.most_solves) break;
      const Found found = solve(k, problem_.mode[k].eta, true);
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

  /// Solves from starts that know nothing of the modes; keeps what is better.
  __device__ void solve_again(Found& best, DeviceResult& row) {
    row.resolved = true;
    for (int i = 0; i < problem_.others; ++i) {
      Found found = solve(row.mode, problem_.other + i * most_parameters, false);
      refine(row.mode, found);
      constexpr double worth_telling = 1e-6;  // of the value
      if (found.end.ending == Ending::failed ||
          !(found.end.value < best.end.value - worth_telling * std::abs(best.end.value)))
        continue;
      best = found;
      row.improved = true;
    }
  }

  /// By which draws' minima lie around a mode; empty if unknown.
  __device__ std::span<const double> unit_of(const DeviceMode<Real>& mode) const {
    return {mode.sd, static_cast<std::size_t>(mode.has_sd ? problem_.free : 0)};
  }

  __device__ __noinline__ Found solve(int number, const double* start, bool knows_hessian) {
    const DeviceMode<Real>& mode = problem_.mode[number];
    Found found;
    copy(start, problem_.free, found.eta);
    switch (problem_.optimiser) {
      case OptimiserName::adam:
        first_order(Adam{.step_size = problem_.step_size}, found);
        break;
      case OptimiserName::sgd:
        first_order(Sgd{.step_size = problem_.step_size}, found);
        break;
      case OptimiserName::gauss_newton:
        evaluate_.take_target_picture(number);
        copy(mode.jacobian, mode.pictures * problem_.free, evaluate_.pictures().jacobian);
        gauss_newton(number, found);
        break;
      default:
        bfgs(mode, knows_hessian ? problem_.steps : min(problem_.steps, steps_again),
             knows_hessian && mode.has_hessian, found);
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

  /// Steps by the Jacobian in memory, which sees what pathwise derivatives miss.
  __device__ __noinline__ void gauss_newton(int number, Found& found) {
    const DeviceMode<Real>& mode = problem_.mode[number];
    const GaussNewton rule{.steps = problem_.steps, .unit = unit_of(mode)};
    PictureResidual<Sim, Real> residual{evaluate_, number, mode.pictures};
    const PictureMemory memory = evaluate_.pictures();
    found.end =
        GaussNewtonLoop<PictureResidual<Sim, Real>>(rule, residual, mode.pictures, problem_.free,
                                                    box_, found.eta, memory.jacobian, memory.work)
            .run();
  }

  /// What is done once for the best minimum of a draw where Gauss-Newton led to it.
  __device__ __noinline__ void refine(int number, Found& best) {
    if (problem_.optimiser != OptimiserName::gauss_newton || best.end.ending == Ending::failed)
      return;
    const DeviceMode<Real>& mode = problem_.mode[number];
    // Several modes make up for what the Jacobian of one does not see.
    if (problem_.modes == 1 && best.end.ending != Ending::converged)
      step_by_own_jacobian(number, best);
    look_around(mode, best);
    double memory[most_parameters * (most_parameters + 3)];
    metric_loop(evaluate_, problem_.free, box_, mode.metric, best.eta, best.end, memory);
    if (best.end.ending == Ending::step_limit && best.end.steps < problem_.steps &&
        best.end.remaining <= problem_.certified_move_of_jumps)
      best.end.ending = Ending::converged;
  }

  /// Goes on from where the mode's Jacobian led nowhere, by differences there.
  __device__ void step_by_own_jacobian(int number, Found& best) {
    const DeviceMode<Real>& mode = problem_.mode[number];
    const PictureMemory memory = evaluate_.pictures();
    for (int k = 0; k < problem_.free; ++k) {
      const double step =
          min(max(0.5 * mode.sd[k] / problem_.scale[k], 0.01), 0.5) * problem_.scale[k];
      double up[most_parameters], down[most_parameters];
      copy(best.eta, problem_.free, up);
      copy(best.eta, problem_.free, down);
      up[k] = inside(up[k] + step, k, box_);
      down[k] = inside(down[k] - step, k, box_);
      if (!isfinite(evaluate_(up, nullptr))) return;
      evaluate_.take_model_picture(number);
      copy(memory.model, mode.pictures, memory.above);
      if (!isfinite(evaluate_(down, nullptr))) return;
      evaluate_.take_model_picture(number);
      for (int i = 0; i < mode.pictures; ++i)
        memory.jacobian[k * mode.pictures + i] =
            (memory.above[i] - memory.model[i]) / (up[k] - down[k]);
    }
    evaluate_.take_target_picture(number);
    Found found = best;
    gauss_newton(number, found);
    if (found.end.ending != Ending::failed && found.end.value <= best.end.value) best = found;
  }

  /// A few values around the best point: among the jumps, lower ones lie where no derivative, and
  /// no difference over many jumps, points to.
  __device__ void look_around(const DeviceMode<Real>& mode, Found& best) {
    const int p = problem_.free;
    double length[most_parameters], low[most_parameters], high[most_parameters];
    double one[most_parameters], along[most_parameters], centre[most_parameters];
    for (int k = 0; k < p; ++k) {
      length[k] = axis_length(mode.rises[k], jump_of_values * std::abs(best.end.value));
      low[k] = -10.0;
      high[k] = 10.0;
      one[k] = 1.0;
      along[k] = 0.0;
    }
    copy(best.eta, p, centre);
    using Around = AlongAxes<Sim, Real>;
    Around around{evaluate_, problem_, mode.axes, length, centre};
    const PatternSearch search{
        .first = 1.0, .mesh = 0.2, .evaluations = values_around(p), .noise = 1e-9};
    double memory[PatternLoop<Around>::workspace(most_parameters)];
    const LoopEnd end =
        PatternLoop<Around>(search, around, p, {low, high, one}, along, memory).run();
    if (end.ending == Ending::failed || !(end.value < best.end.value)) return;
    best.end.value = end.value;
    around.eta(along, best.eta);
  }

  __device__ __noinline__ void bfgs(const DeviceMode<Real>& mode, int steps, bool hessian_given,
                                    Found& found) {
    const int p = problem_.free;
    const Bfgs rule{.steps = steps,
                    .tolerance = mode.tolerance,
                    .noise = problem_.noise,
                    .unit = unit_of(mode)};
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
    if (end.ending == Ending::step_limit && end.steps < steps) pattern(mode, found);
  }

  /// Values alone, where gradients lead nowhere.
  __device__ __noinline__ void pattern(const DeviceMode<Real>& mode, Found& found) {
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
  __shared__ Shared shared;
  shared.spline.fill();
  BlockObjective<Sim, Real> objective(problem, simulator, shared);
  for (;;) {
    // The first block of a team fetches the task.
    volatile int* const task = problem.team_task + blockIdx.x / problem.team;
    if (threadIdx.x == 0 && Team::rank() == 0)
      *task = *problem.stop ? problem.tasks : atomicAdd(problem.next_task, 1);
    Team::sync();
    const int mine = *task;
    Team::sync();
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
