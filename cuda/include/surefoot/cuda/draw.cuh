#pragma once

#include <surefoot/bootstrap/draw_algorithm.hpp>
#include <surefoot/cuda/leader.cuh>

// Whole draws on the chip.
namespace surefoot::cuda {

/// One task: a draw, or one start of it.
template <class Sim, class Real>
__device__ void run_task(const DeviceProblem<Real>& problem, Leader<Sim, Real>& leader, int task,
                         DeviceResult& result) {
  using Algorithm = DrawAlgorithm<Leader<Sim, Real>>;
  const DrawPlan& plan = problem.plan;
  const int per_draw = problem.each_start_apart ? plan.modes : 1;
  const std::uint32_t draw = problem.draw_numbers[task / per_draw];
  Algorithm algorithm(plan, {problem.lower, problem.upper, problem.scale}, leader);
  typename Algorithm::Found best(plan.parameters);
  DeviceResult row{};
  leader.begin_draw(draw);
  row.draw = problem.each_start_apart ? algorithm.run_from(task % per_draw, best)
                                      : algorithm.run(draw, best);
  if (row.draw.end.ending != Ending::failed) copy(best.eta, plan.parameters, row.eta);
  row.evaluations = leader.evaluations();
  row.simulator_calls = leader.simulator_calls();
  if (threadIdx.x != 0 || Team::rank() != 0 || leader.stopped()) return;
  result = row;
  __threadfence_system();
  *const_cast<volatile int*>(&result.finished) = 1;
}

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
      run_task(problem, leader, mine, problem.results[mine]);
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
