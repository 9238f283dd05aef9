#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <surefoot/optim/bfgs.hpp>

namespace surefoot {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

std::span<const double> view(const Vector& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
std::span<double> view(Vector& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

Vector project(Vector x, const Box& box) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    x[i] = std::clamp(x[i], box.lower[static_cast<std::size_t>(i)],
                      box.upper[static_cast<std::size_t>(i)]);
  return x;
}

}  // namespace

double projected_norm(std::span<const double> eta, std::span<const double> gradient,
                      const Box& box) {
  return projected_norm(eta.data(), gradient.data(), static_cast<int>(eta.size()), edges_of(box));
}

Minimum minimise(const Bfgs& settings, Objective& objective, std::span<const double> start,
                 const Box& box, std::vector<double>& hessian) {
  const std::size_t p = start.size();
  const bool given = hessian.size() == p * p;
  hessian.resize(p * p);
  Call evaluate{objective, p};
  std::vector<double> x(start.begin(), start.end());
  std::vector<double> memory(static_cast<std::size_t>(BfgsLoop<Call>::workspace(int(p))));
  BfgsLoop<Call> loop(settings, evaluate, static_cast<int>(p), edges_of(box), x.data(),
                      hessian.data(), memory.data());
  const LoopEnd end = loop.run(given);
  return minimum_at({loop.eta(), loop.eta() + p}, end);
}

std::vector<double> difference_hessian(Objective& objective, std::span<const double> eta,
                                       const Box& box) {
  const auto p = static_cast<Eigen::Index>(eta.size());
  const Vector x = Eigen::Map<const Vector>(eta.data(), p);
  Matrix hessian(p, p);
  Vector above(p), below(p);
  for (Eigen::Index i = 0; i < p; ++i) {
    const double h = 1e-3 * box.scale[static_cast<std::size_t>(i)];
    Vector up = x, down = x;
    up[i] += h;
    down[i] -= h;
    up = project(up, box);
    down = project(down, box);
    const double top = objective(view(std::as_const(up)), view(above));
    const double bottom = objective(view(std::as_const(down)), view(below));
    if (!std::isfinite(top) || !std::isfinite(bottom)) return {};
    hessian.col(i) = (above - below) / (up[i] - down[i]);
  }
  if (!hessian.allFinite()) return {};
  const Matrix symmetric = 0.5 * (hessian + hessian.transpose());
  // Eigenvalues are compared on the scale of the box, where they are of one order.
  Vector scale = Eigen::Map<const Vector>(box.scale.data(), p);
  const Matrix scaled = scale.asDiagonal() * symmetric * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(scaled);
  const double largest = eigen.eigenvalues().cwiseAbs().maxCoeff();
  if (!(largest > 0.0)) return {};
  const Vector values = eigen.eigenvalues().cwiseAbs().cwiseMax(1e-6 * largest);
  const Vector inverse = scale.cwiseInverse();
  const Matrix positive =
      inverse.asDiagonal() *
      (eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose()) *
      inverse.asDiagonal();
  return {positive.data(), positive.data() + positive.size()};
}

}  // namespace surefoot
