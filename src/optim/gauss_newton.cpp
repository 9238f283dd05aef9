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

}  // namespace surefoot
