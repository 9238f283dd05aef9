#include <surefoot/optim/gauss_newton.hpp>

namespace surefoot {

std::vector<double> gauss_newton_step(std::span<const double> jacobian,
                                      std::span<const double> residual, std::span<const double> eta,
                                      const Box& box) {
  const int p = static_cast<int>(eta.size());
  std::vector<double> columns(jacobian.begin(), jacobian.end()), step(eta.size());
  std::vector<double> memory(static_cast<std::size_t>(LinearModel::room(p)));
  const LinearModel model{static_cast<int>(residual.size()), p, columns.data(), memory.data()};
  model.step(residual.data(), 0.0, eta.data(), edges_of(box), step.data());
  return step;
}

Minimum minimise(const GaussNewton& settings, LeastSquares& objective,
                 std::span<const double> start, const Box& box, std::vector<double> jacobian) {
  const auto p = start.size(), rows = static_cast<std::size_t>(objective.residuals());
  auto evaluate = [&](const double* eta, double* residual) {
    return objective({eta, p}, {residual, rows});
  };
  using Loop = GaussNewtonLoop<decltype(evaluate)>;
  std::vector<double> x(start.begin(), start.end());
  std::vector<double> memory(static_cast<std::size_t>(Loop::workspace(int(rows), int(p))));
  Loop loop(settings, evaluate, static_cast<int>(rows), static_cast<int>(p), edges_of(box),
            x.data(), jacobian.data(), memory.data());
  const LoopEnd end = loop.run();
  return minimum_at(std::move(x), end);
}

}  // namespace surefoot
