#pragma once

#include <vector>

#include <surefoot/optim/first_order.hpp>
#include <surefoot/optim/gauss_newton_loop.hpp>
#include <surefoot/optim/pattern_loop.hpp>

// The loops of optimisers that draws run, on an Objective and memory of their own.
namespace surefoot {

inline Minimum minimise(const PatternSearch& settings, Objective& objective,
                        std::span<const double> start, const Box& box) {
  const int p = static_cast<int>(start.size());
  Call evaluate{objective, start.size()};
  std::vector<double> x(start.begin(), start.end());
  std::vector<double> memory(static_cast<std::size_t>(PatternLoop<Call>::workspace(p)));
  const LoopEnd end =
      PatternLoop<Call>(settings, evaluate, p, edges_of(box), x.data(), memory.data()).run();
  return minimum_at(std::move(x), end);
}

template <class Rule>
Minimum minimise(const Rule& rule, int steps, Objective& objective, std::span<const double> start,
                 const Box& box) {
  const int p = static_cast<int>(start.size());
  Call evaluate{objective, start.size()};
  std::vector<double> best(start.begin(), start.end());
  std::vector<double> memory(static_cast<std::size_t>(first_order_workspace(p)));
  std::vector<typename Rule::Coordinate> state(start.size());
  const LoopEnd end = first_order_loop(rule, steps, evaluate, p, edges_of(box), best.data(),
                                       state.data(), memory.data());
  return minimum_at(std::move(best), end);
}

/// `evaluate(eta, residual)` writes so many `rows`; `jacobian` is that at the start.
template <class Evaluate>
Minimum minimise(const GaussNewton& settings, Evaluate& evaluate, std::size_t rows,
                 std::span<const double> start, const Box& box, std::vector<double> jacobian) {
  using Loop = GaussNewtonLoop<Evaluate>;
  const int p = static_cast<int>(start.size()), count = static_cast<int>(rows);
  std::vector<double> x(start.begin(), start.end());
  std::vector<double> memory(static_cast<std::size_t>(Loop::workspace(count, p)));
  const LoopEnd end =
      Loop(settings, evaluate, count, p, edges_of(box), x.data(), jacobian.data(), memory.data())
          .run();
  return minimum_at(std::move(x), end);
}

}  // namespace surefoot
